// The loader of OBJ files, compiled here so that the fuzzer and the sanitizers see into it: the library from the system
// is the same code without them.
#define TINYOBJLOADER_USE_DOUBLE
#define TINYOBJLOADER_IMPLEMENTATION
#include <tiny_obj_loader.h>
