# flagrank_module(<dir> [DEPENDS <module>…] [LIBS <target>…])
# makes the library flagrank_<name>, its alias flagrank::<name> and the check that each header
# of <dir> compiles on its own.
function(flagrank_module dir)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "DEPENDS;LIBS")
  cmake_path(GET dir FILENAME name)
  file(GLOB sources CONFIGURE_DEPENDS ${dir}/*.cpp)
  file(GLOB headers CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR} ${dir}/*.hpp)
  if(NOT sources AND NOT headers) # founding days: goes when every module exists
    return()
  endif()

  if(sources)
    add_library(flagrank_${name} STATIC ${sources})
    set(scope PUBLIC)
  else()
    add_library(flagrank_${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  add_library(flagrank::${name} ALIAS flagrank_${name})
  flagrank_link(flagrank_${name} ${scope} "${arg_DEPENDS}" "${arg_LIBS}")
  set_property(GLOBAL APPEND PROPERTY FLAGRANK_MODULES flagrank::${name})

  if(FLAGRANK_CHECK_HEADERS AND headers)
    flagrank_check_headers(${name} "${headers}")
  endif()
endfunction()

# flagrank_program(<name> <main.cpp> [DEPENDS <module>…] [LIBS <target>…])
function(flagrank_program name source)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "DEPENDS;LIBS")
  if(NOT EXISTS ${CMAKE_SOURCE_DIR}/${source}) # founding days: goes when both programs exist
    return()
  endif()

  add_executable(${name} ${source})
  flagrank_link(${name} PRIVATE "${arg_DEPENDS}" "${arg_LIBS}")
endfunction()

function(flagrank_link target scope modules libraries)
  target_link_libraries(${target} ${scope} flagrank_options ${libraries})
  foreach(module IN LISTS modules)
    if(TARGET flagrank::${module}) # founding days: goes when every module exists
      target_link_libraries(${target} ${scope} flagrank::${module})
    endif()
  endforeach()
endfunction()

# Each header is included alone and twice: it must bring what it needs, and bear repetition. One
# with a source of its name is checked by that source, which includes it first
# (tests/lint/include_directions.py sees to that); checking it here again would double the build.
function(flagrank_check_headers name headers)
  set(checks)
  foreach(header IN LISTS headers)
    cmake_path(REPLACE_EXTENSION header LAST_ONLY cpp OUTPUT_VARIABLE own_source)
    if(EXISTS ${CMAKE_SOURCE_DIR}/${own_source})
      continue()
    endif()
    set(source ${CMAKE_BINARY_DIR}/header_checks/${header}.cpp)
    file(CONFIGURE OUTPUT ${source} CONTENT "#include \"${header}\"\n#include \"${header}\"\n")
    list(APPEND checks ${source})
  endforeach()
  if(NOT checks)
    return()
  endif()
  add_library(flagrank_${name}_headers OBJECT ${checks})
  target_link_libraries(flagrank_${name}_headers PRIVATE flagrank_${name})
endfunction()
