# One program per file of bench, each with a main of its own (BENCHMARK_MAIN() or one by hand).
# `./dev bench` runs them.
find_package(benchmark REQUIRED)
add_custom_target(benchmarks)

# What plays against a whole server needs nothing of it but the rules.
file(GLOB sources CONFIGURE_DEPENDS bench/load/*.cpp)
add_library(flagrank_load STATIC ${sources} support/random.cpp)
target_link_libraries(flagrank_load PUBLIC
  flagrank_tests flagrank_boost flagrank::rules flagrank::view nlohmann_json::nlohmann_json
  fmt::fmt CLI11::CLI11)
foreach(name IN ITEMS load relay)
  add_executable(${name} bench/${name}.cpp)
  target_link_libraries(${name} PRIVATE flagrank_load)
  add_dependencies(benchmarks ${name} flagrankd)
endforeach()

file(GLOB sources CONFIGURE_DEPENDS bench/*_bench.cpp)
foreach(source IN LISTS sources)
  cmake_path(GET source STEM name)
  add_executable(${name} ${source})
  target_link_libraries(${name} PRIVATE flagrank_test_support ${modules} benchmark::benchmark)
  add_dependencies(benchmarks ${name})
endforeach()
