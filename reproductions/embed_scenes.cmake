# cmake -D SCENES=<files> -D ROOT=<folder> -D SOURCE=<cpp> -P embed_scenes.cmake: the scenes as literals in a source.
set(source "#include \"reproductions/scenes.h\"

namespace carom::reproductions {

const std::vector<EmbeddedScene>& embedded_scenes() {
  static const std::vector<EmbeddedScene> scenes{
")
foreach(scene IN LISTS SCENES)
  file(RELATIVE_PATH name ${ROOT} ${scene})
  file(READ ${scene} text)
  string(APPEND source "    {\"${name}\", R\"scene_text(${text})scene_text\"},\n")
endforeach()
string(APPEND source "  };
  return scenes;
}

}  // namespace carom::reproductions
")
file(WRITE ${SOURCE} "${source}")
