# One libFuzzer program per file, fed from corpus/<its name>; the whole build is instrumented by the
# preset. `fuzzers` builds them without the server, which nothing here links.
add_custom_target(fuzzers)
file(GLOB sources CONFIGURE_DEPENDS fuzz/*_fuzz.cpp)
foreach(source IN LISTS sources)
  cmake_path(GET source STEM name)
  add_executable(${name} ${source})
  target_link_libraries(${name} PRIVATE
    flagrank_tests flagrank::rules flagrank::view flagrank::protocol flagrank::record flagrank::match)
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  add_dependencies(fuzzers ${name})
endforeach()
