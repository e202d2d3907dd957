# flagrank_embed(<target> <root> <file pattern>…)
# compiles the files below <root> into <target>, as the `documents()` of the conformance tool.
# They are embedded anew when one of them changes, and a new file is found.
#
# As a script (cmake -P), writes that source: OUTPUT, ROOT and FILES are given with -D.

if(CMAKE_SCRIPT_MODE_FILE)
  set(rows)
  separate_arguments(files UNIX_COMMAND "${FILES}")
  foreach(file IN LISTS files)
    file(READ ${ROOT}/${file} text)
    string(APPEND rows "    {\"${file}\", R\"document(${text})document\"sv},\n")
  endforeach()
  file(WRITE ${OUTPUT}
    "// Made by .cmake/embed.cmake.\n"
    "#include \"client/conformance/documents.hpp\"\n\n"
    "namespace flagrank::conformance {\n\n"
    "std::span<const Document> documents() noexcept {\n"
    "  using namespace std::string_view_literals;  // for clang gives up counting\n"
    "  static constexpr Document all[]{\n${rows}  };\n"
    "  return all;\n}\n\n"
    "}  // namespace flagrank::conformance\n")
  return()
endif()

set(flagrank_embed_script ${CMAKE_CURRENT_LIST_FILE})

function(flagrank_embed target root)
  list(TRANSFORM ARGN PREPEND ${root}/ OUTPUT_VARIABLE patterns)
  file(GLOB files CONFIGURE_DEPENDS RELATIVE ${root} ${patterns})
  list(TRANSFORM files PREPEND ${root}/ OUTPUT_VARIABLE paths)
  list(JOIN files " " joined)
  set(output ${CMAKE_BINARY_DIR}/embedded/${target}.cpp)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DROOT=${root}
      "-DFILES=${joined}" -P ${flagrank_embed_script}
    DEPENDS ${paths} ${flagrank_embed_script}
    VERBATIM)
  target_sources(${target} PRIVATE ${output})
  # clang's opinion of how long a text may be; the standard has none.
  set_source_files_properties(${output} PROPERTIES COMPILE_OPTIONS -Wno-overlength-strings)
endfunction()
