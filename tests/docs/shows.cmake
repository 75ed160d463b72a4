# Fails unless PAGE holds the whole text of SHOWN.
file(READ ${PAGE} page)
file(READ ${SHOWN} shown)
string(FIND "${page}" "${shown}" place)
if(place EQUAL -1)
  message(FATAL_ERROR "${PAGE} does not show ${SHOWN} as it is")
endif()
