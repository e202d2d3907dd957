# Everything that comes from Debian, and Asio and Beast compiled once.

set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)
find_package(Boost 1.81.0 EXACT CONFIG REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(spdlog REQUIRED)
find_package(SQLite3 REQUIRED)
find_package(OpenSSL REQUIRED)
find_package(pugixml REQUIRED)
find_package(valijson REQUIRED)
find_package(prometheus-cpp REQUIRED)

# These sources live here and not in a module, for they hold no thought of ours: the server, the
# client and the test support all need them, and none of the modules is below all three.
# Whoever includes Asio or Beast links this target, or its definitions would not match.
add_library(flagrank_boost STATIC
  ${CMAKE_CURRENT_LIST_DIR}/boost_asio.cpp
  ${CMAKE_CURRENT_LIST_DIR}/boost_beast.cpp)
target_link_libraries(flagrank_boost PUBLIC Boost::headers Threads::Threads OpenSSL::SSL)
target_compile_definitions(flagrank_boost PUBLIC
  BOOST_ASIO_SEPARATE_COMPILATION BOOST_BEAST_SEPARATE_COMPILATION
  # How much memory of ended coroutines and handlers a thread keeps for the next ones. A move takes
  # and gives back 22 pieces; with the usual 2 most of them came from the heap.
  BOOST_ASIO_RECYCLING_ALLOCATOR_CACHE_SIZE=16)
# Two at once, and not one after the other in twice the memory.
set_target_properties(flagrank_boost PROPERTIES UNITY_BUILD OFF)
