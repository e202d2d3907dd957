# One program per file, each with its own main (BENCHMARK_MAIN() or a hand-written one). `./dev
# bench` runs those called <name>_bench; the others are there for these to start.
find_package(benchmark REQUIRED)
add_custom_target(benchmarks)
file(GLOB sources CONFIGURE_DEPENDS bench/*.cpp)
foreach(source IN LISTS sources)
  cmake_path(GET source STEM name)
  add_executable(${name} ${source})
  target_link_libraries(${name} PRIVATE flagrank_test_support ${modules} benchmark::benchmark)
  add_dependencies(${name} flagrankd flagrank)
  add_dependencies(benchmarks ${name})
endforeach()
