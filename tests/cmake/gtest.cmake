find_package(rapidcheck REQUIRED)
include(GoogleTest)

add_library(flagrank_test_main STATIC main.cpp)
target_link_libraries(flagrank_test_main PRIVATE flagrank_options GTest::gmock spdlog::spdlog)
set_target_properties(flagrank_test_main PROPERTIES UNITY_BUILD OFF)

option(FLAGRANK_TESTS_BY_PROGRAM "Run many tests in one process: a sanitizer makes starting it dear" OFF)

# The tests whose sources may be compiled together: they include the most, and what they have of
# their own has a name of its own.
set(in_unity integration_tests unit_async unit_conformance unit_net unit_ops unit_room)

# flagrank_gtest(<name> <ctest label> <seconds one test may take> LIBS <target>… SOURCES <file>…)
function(flagrank_gtest name label seconds)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "" "LIBS;SOURCES")
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE flagrank_test_support ${arg_LIBS} flagrank_test_main)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    target_precompile_headers(${name} REUSE_FROM flagrank_test_support)
  endif()
  if(NOT name IN_LIST in_unity)
    set_target_properties(${name} PROPERTIES UNITY_BUILD OFF)
  endif()
  math(EXPR seconds "${seconds} * ${FLAGRANK_TEST_TIMEOUT_SCALE}")
  set(environment FLAGRANK_TEST_TIMEOUT_SCALE=${FLAGRANK_TEST_TIMEOUT_SCALE})
  if(FLAGRANK_TESTS_BY_PROGRAM)
    foreach(shard RANGE 7)
      add_test(NAME ${name}/${shard} COMMAND ${name})
      set_tests_properties(${name}/${shard} PROPERTIES LABELS ${label} TIMEOUT 1500
        ENVIRONMENT "${environment};GTEST_TOTAL_SHARDS=8;GTEST_SHARD_INDEX=${shard}")
    endforeach()
  else()
    gtest_discover_tests(${name}
      TEST_PREFIX ${name}/
      DISCOVERY_MODE PRE_TEST
      DISCOVERY_TIMEOUT 60
      PROPERTIES LABELS ${label} TIMEOUT ${seconds} ENVIRONMENT ${environment})
  endif()
endfunction()

file(GLOB folders CONFIGURE_DEPENDS LIST_DIRECTORIES true unit/*)
foreach(folder IN LISTS folders)
  file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.cpp)
  cmake_path(GET folder FILENAME module)
  if(sources)
    flagrank_gtest(unit_${module} unit 60
      LIBS flagrank::${module} nlohmann_json::nlohmann_json
      SOURCES ${sources})
  endif()
endforeach()

file(GLOB sources CONFIGURE_DEPENDS property/*.cpp)
flagrank_gtest(property_tests property 300
  LIBS ${modules} nlohmann_json::nlohmann_json rapidcheck_gtest
  SOURCES ${sources})

# Sanitizers have their own operator new, and their own memory to be asked for.
if(CMAKE_CXX_FLAGS_DEBUG MATCHES "-fsanitize=")
  message(STATUS "guard_tests are left out: under a sanitizer allocations cannot be counted")
else()
  file(GLOB sources CONFIGURE_DEPENDS guard/*.cpp)
  flagrank_gtest(guard_tests guard 60 LIBS ${modules} SOURCES ${sources})
endif()

file(GLOB sources CONFIGURE_DEPENDS integration/*.cpp)
flagrank_gtest(integration_tests integration 120
  LIBS ${modules} nlohmann_json::nlohmann_json
  SOURCES ${sources})
add_dependencies(integration_tests flagrankd flagrank flagrank-conformance)
