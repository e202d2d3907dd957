# flagrank_options: what every target of the project is compiled with.

add_library(flagrank_options INTERFACE)
target_include_directories(flagrank_options INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_definitions(flagrank_options INTERFACE FLAGRANK_VERSION="${PROJECT_VERSION}")
target_compile_options(flagrank_options INTERFACE
  -Wall -Wextra -Wpedantic
  -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast -Wcast-qual -Wcast-align
  -Wnon-virtual-dtor -Woverloaded-virtual -Wextra-semi -Wmissing-declarations -Wformat=2
  $<$<CXX_COMPILER_ID:GNU>:-Wduplicated-cond -Wlogical-op>
  # g++ 12 takes the frames of some coroutines for freed by the wrong function.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-mismatched-new-delete>
  # Sources that are compiled together see each other's names; to g++ all of them are headers, and
  # it finds what is not set where one's functions come to stand in another's.
  $<$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>:-Wno-shadow>
  "$<$<AND:$<CXX_COMPILER_ID:GNU>,$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>>:-Wno-subobject-linkage;-Wno-maybe-uninitialized>"
  # Designated initialisers leave fields at their defaults on purpose.
  -Wno-missing-field-initializers
  $<$<BOOL:${FLAGRANK_WERROR}>:-Werror>)
