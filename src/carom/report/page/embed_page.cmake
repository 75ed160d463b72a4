# cmake -D PAGE=<html> -D SOURCE=<cpp> -P embed_page.cmake: the page as a source with a literal of its text.
# Rejected: an assembler's .incbin, which compiler caches do not see through, and a list of numbers, which takes seconds.
file(READ ${PAGE} text)
set(delimiter "carom_page_html")
string(FIND "${text}" ")${delimiter}\"" clash)
if(NOT clash EQUAL -1)
  message(FATAL_ERROR "${PAGE} holds )${delimiter}\", which would end the literal")
endif()
file(WRITE ${SOURCE} "namespace carom {
extern const char kPageHtml[];
extern const unsigned long kPageHtmlSize;
const char kPageHtml[] = R\"${delimiter}(")
file(APPEND ${SOURCE} "${text}")
file(APPEND ${SOURCE} ")${delimiter}\";
const unsigned long kPageHtmlSize = sizeof kPageHtml - 1;
}  // namespace carom
")
