# One libFuzzer program per file, fed from corpus/<name>; the whole build is instrumented by the
# preset. `fuzzers` builds them without the server, which nothing here links.
add_custom_target(fuzzers)
file(GLOB sources CONFIGURE_DEPENDS fuzz/*.cpp)
foreach(source IN LISTS sources)
  cmake_path(GET source STEM name)
  add_executable(fuzz_${name} ${source})
  flagrank_link_tests(fuzz_${name}
    flagrank::rules flagrank::view flagrank::protocol flagrank::record flagrank::match)
  target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
  add_dependencies(fuzzers fuzz_${name})
endforeach()
