package dev.conclave.activities.search.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The samples beside this test are written by hand after common style in each language. */
class SourceParserTest {

  @Test
  void java_types_methods_constructors_constants_and_imports() throws IOException {
    SourceParser.Parsed source = parse("Sample.java");

    assertThat(names(source))
        .contains("TokenBucket", "acquire", "refill", "MAX_TOKENS", "Clock", "now", "Window", "of")
        .doesNotContain("notCode", "inString", "println", "sleep", "requireNonNull");
    assertThat(line(source, "acquire")).isEqualTo(29);
    assertThat(targets(source))
        .containsExactly("java.util.List", "java.util.Objects.requireNonNull");
  }

  @Test
  void kotlin() throws IOException {
    SourceParser.Parsed source = parse("Sample.kt");
    assertThat(names(source))
        .contains("Limiter", "tryAcquire", "Companion1", "toPermits", "capacity", "Policy");
    assertThat(targets(source)).containsExactly("kotlinx.coroutines.delay");
  }

  @Test
  void typescript() throws IOException {
    SourceParser.Parsed source = parse("sample.ts");
    assertThat(names(source))
        .contains(
            "LimiterOptions", "Limiter", "acquire", "createLimiter", "Mode", "Key", "withRetry")
        .doesNotContain("if", "notCode", "push");
    assertThat(targets(source)).containsExactly("./clock", "events", "./side-effect", "./lazy");
  }

  @Test
  void javascript_with_prototypes_and_regular_expressions() throws IOException {
    SourceParser.Parsed source = parse("sample.js");
    assertThat(names(source)).contains("clearCookie", "parse", "helper", "after");
    assertThat(targets(source)).containsExactly("../lib/utils");
  }

  @Test
  void python() throws IOException {
    SourceParser.Parsed source = parse("sample.py");
    assertThat(names(source))
        .contains("Limiter", "acquire", "_refill", "make_limiter", "DEFAULT_RATE", "fetch")
        .doesNotContain("not_code");
    assertThat(targets(source)).containsExactly("os.path", "typing", ".clock", ".utils");
    assertThat(source.layers().comments()).contains("documentation string");
  }

  @Test
  void go() throws IOException {
    SourceParser.Parsed source = parse("sample.go");
    assertThat(names(source))
        .contains("Limiter", "NewLimiter", "Allow", "Clock", "defaultBurst", "Map", "ErrLimited");
    assertThat(targets(source)).containsExactly("fmt", "example.com/app/internal/clock");
  }

  @Test
  void rust_with_lifetimes() throws IOException {
    SourceParser.Parsed source = parse("sample.rs");
    assertThat(names(source))
        .contains("Limiter", "acquire", "Policy", "limit", "BURST", "Error", "after");
    assertThat(targets(source)).containsExactly("crate::clock::Clock", "store");
  }

  @Test
  void c_and_cpp() throws IOException {
    assertThat(names(parse("sample.c")))
        .contains("limiter", "limiter_init", "MAX_TOKENS", "refill", "mode")
        .doesNotContain("printf", "if", "while");
    SourceParser.Parsed cpp = parse("sample.cpp");
    assertThat(names(cpp)).contains("Limiter", "acquire", "net", "kBurst");
    assertThat(targets(cpp)).containsExactly("limiter.h", "vector");
  }

  @Test
  void csharp() throws IOException {
    SourceParser.Parsed source = parse("Sample.cs");
    assertThat(names(source))
        .contains("Limiter", "AcquireAsync", "ILimiter", "Capacity", "Release");
    assertThat(targets(source)).containsExactly("System.Threading", "System.Math");
  }

  @Test
  void ruby_php_and_shell() throws IOException {
    assertThat(names(parse("sample.rb"))).contains("Limiter", "acquire!", "build", "BURST", "rate");
    assertThat(targets(parse("sample.rb"))).containsExactly("set", "lib/clock");
    assertThat(names(parse("sample.php"))).contains("Limiter", "acquire", "BURST", "helper");
    assertThat(targets(parse("sample.php"))).containsExactly("App\\Clock\\Clock", "/bootstrap.php");
    assertThat(names(parse("sample.sh"))).contains("acquire", "release", "BURST");
    assertThat(targets(parse("sample.sh"))).containsExactly("./lib/common.sh");
  }

  @Test
  void any_text_is_parsed_whatever_is_left_open() {
    for (String broken :
        List.of("\"", "'", "/*", "`", "\"\"\"", "/* \"", "\\", "'\\", "<!--", "")) {
      for (String name :
          List.of("a.java", "a.js", "a.py", "a.rs", "a.rb", "a.md", "a.zzz", "a.sh")) {
        SourceLayers layers = SourceParser.parse(name, broken + "\nx\n" + broken).layers();
        assertThat(layers.code()).hasSameSizeAs(broken + "\nx\n" + broken);
      }
    }
  }

  @Test
  void a_line_of_a_megabyte_takes_no_time() {
    String text = "class A {} " + "public static void f(int a, ".repeat(40_000);
    long start = System.nanoTime();
    SourceParser.parse("A.java", text);
    assertThat(System.nanoTime() - start).isLessThan(60_000_000_000L);
  }

  private static SourceParser.Parsed parse(String name) throws IOException {
    try (InputStream in = SourceParserTest.class.getResourceAsStream(name)) {
      assertThat(in).as(name).isNotNull();
      return SourceParser.parse(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private static List<String> names(SourceParser.Parsed source) {
    return source.symbols().stream().map(Symbol::name).toList();
  }

  private static List<String> targets(SourceParser.Parsed source) {
    return source.imports();
  }

  private static int line(SourceParser.Parsed source, String name) {
    return source.symbols().stream()
        .filter(s -> s.name().equals(name))
        .findFirst()
        .orElseThrow()
        .line();
  }
}
