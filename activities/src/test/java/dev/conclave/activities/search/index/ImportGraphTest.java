package dev.conclave.activities.search.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.search.source.Language;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ImportGraphTest {

  @Test
  void imports_of_each_language_resolve_to_files_of_the_tree() {
    assertThat(
            target(
                "src/main/java/a/b/User.java",
                "a.b.c.Clock.Tick",
                "src/main/java/a/b/c/Clock.java"))
        .isEqualTo("src/main/java/a/b/c/Clock.java");
    assertThat(target("src/app.ts", "./lib/clock", "src/lib/clock.ts"))
        .isEqualTo("src/lib/clock.ts");
    assertThat(target("src/app.ts", "./lib", "src/lib/index.ts")).isEqualTo("src/lib/index.ts");
    assertThat(target("pkg/a/b.py", "..clock", "pkg/clock.py")).isEqualTo("pkg/clock.py");
    assertThat(target("app.py", "pkg.clock", "pkg/clock/__init__.py"))
        .isEqualTo("pkg/clock/__init__.py");
    assertThat(target("main.go", "example.com/app/internal/clock", "internal/clock/clock.go"))
        .isEqualTo("internal/clock/clock.go");
    assertThat(target("src/main.rs", "crate::clock::Clock", "src/clock.rs"))
        .isEqualTo("src/clock.rs");
    assertThat(target("src/lib.rs", "store", "src/store/mod.rs")).isEqualTo("src/store/mod.rs");
    assertThat(target("src/a.cpp", "net/clock.h", "include/net/clock.h"))
        .isEqualTo("include/net/clock.h");
    assertThat(target("lib/a.rb", "lib/clock", "lib/clock.rb")).isEqualTo("lib/clock.rb");
    assertThat(target("src/A.php", "App\\Clock\\Clock", "src/Clock/Clock.php"))
        .isEqualTo("src/Clock/Clock.php");
  }

  @Test
  void a_folder_or_package_of_the_tree_resolves_to_its_main_file() {
    Map<String, String> manifests =
        Map.of(
            "package.json", "{\"name\": \"app\", \"main\": \"./lib/app.js\"}",
            "packages/clock/package.json", "{\"name\": \"@app/clock\", \"main\": \"dist/main.js\"}",
            "packages/broken/package.json", "{");
    List<IndexedFile> files =
        List.of(
            file("package.json"),
            file("packages/clock/package.json"),
            file("packages/broken/package.json"),
            file("lib/app.js"),
            file("packages/clock/dist/main.js"),
            file("test/app.js", "..", "../packages/clock", "@app/clock", "express"),
            file("packages/clock/test/a/b.js", "../.."));
    ImportGraph graph = new ImportGraph(files, path -> manifests.getOrDefault(path, ""));

    assertThat(graph.importsOf("test/app.js"))
        .containsExactlyInAnyOrder("lib/app.js", "packages/clock/dist/main.js");
    assertThat(graph.importsOf("packages/clock/test/a/b.js"))
        .containsExactly("packages/clock/dist/main.js");
    assertThat(target("test/a.js", "..", "index.js")).isEqualTo("index.js");
  }

  @Test
  void an_external_package_resolves_to_nothing() {
    assertThat(target("src/app.ts", "express", "src/express.ts")).isEmpty();
    assertThat(target("main.go", "fmt", "internal/fmt/fmt.go")).isEmpty();
    assertThat(target("A.java", "java.util.List", "src/Map.java")).isEmpty();
  }

  @Test
  void the_nearer_of_two_matching_files_is_chosen() {
    ImportGraph graph =
        new ImportGraph(List.of(file("b/app.py", "clock"), file("a/clock.py"), file("b/clock.py")));

    assertThat(graph.importsOf("b/app.py")).containsExactly("b/clock.py");
    assertThat(graph.importers()).containsExactly(Map.entry("b/clock.py", 1));
  }

  @Test
  void declaration_files_import_declarations_rather_than_scripts() {
    ImportGraph graph =
        new ImportGraph(
            List.of(
                file("types/instance.d.ts", "../server"),
                file("lib/route.js", "../server"),
                file("server.js"),
                file("server.d.ts")));

    assertThat(graph.importsOf("types/instance.d.ts")).containsExactly("server.d.ts");
    assertThat(graph.importsOf("lib/route.js")).containsExactly("server.js");
  }

  private static String target(String importer, String target, String other) {
    ImportGraph graph = new ImportGraph(List.of(file(importer, target), file(other)));
    return String.join(",", graph.importsOf(importer));
  }

  private static IndexedFile file(String path, String... imports) {
    return new IndexedFile(path, Language.of(path), List.of(), List.of(imports));
  }
}
