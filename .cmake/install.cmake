# `cmake --install` and the Debian package (`./dev package`).

include(GNUInstallDirs)

# Of tests and benchmarks nothing is installed: do not build them first.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)

install(TARGETS flagrankd flagrank flagrank-conformance)
install(FILES docker/systemd/flagrankd.service DESTINATION lib/systemd/system)
install(FILES README.md TYPE DOC)
install(FILES LICENSE TYPE DOC RENAME copyright)
install(DIRECTORY proto docker/proxy TYPE DOC PATTERN node_modules EXCLUDE)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "Flagrank maintainers <maintainers@flagrank.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "server and text client for the board game known as Stratego")
set(CPACK_PACKAGE_DESCRIPTION "Two people far apart join a room and hide their armies; the server decides
every move and fight. flagrankd is the server, flagrank the client for a terminal,
flagrank-conformance tests other clients and servers of the same protocol.")
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS ca-certificates)
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA "${CMAKE_SOURCE_DIR}/docker/systemd/prerm")
include(CPack)
