package dev.conclave.activities.search.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.Resources;
import dev.conclave.activities.search.source.Outline.Definition;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutlineTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Sample.java | 28-36 public <R> Map<String, List<R>> acquire(int permits) throws Interrupted…",
        "Sample.kt   | 11-14 suspend fun tryAcquire(permits: Int = 1): Boolean",
        "Sample.cs   | 15-18 public async Task<bool> AcquireAsync(int permits)",
        "sample.c    | 13-19 static int refill(struct limiter *l)",
        "sample.cpp  | 14-16 bool Limiter::acquire(int permits)",
        "sample.go   | 27-30 func (l *Limiter) Allow() bool",
        "sample.js   | 5-7 res.clearCookie = function clearCookie(name, options)",
        "sample.php  | 13-17 public function acquire(int $permits): bool",
        "sample.py   | 19-21 async def _refill(self)",
        "sample.rb   | 9-12 def acquire!(permits)",
        "sample.rs   | 19-23 pub async fn acquire(&self, c: char) -> Result<(), Error>",
        "sample.sh   | 5-7 acquire()",
        "sample.ts   | 20-25 async acquire(permits = 1): Promise<void>"
      })
  void a_function_in_each_language_has_its_signature_and_extent(String name, String expected)
      throws IOException {
    assertThat(outline(name).definitions())
        .extracting(d -> d.from() + "-" + d.to() + " " + d.signature())
        .contains(expected);
  }

  @Test
  void the_innermost_definition_encloses_a_line() throws IOException {
    Outline outline = outline("Sample.java");

    assertThat(outline.enclosing(24).orElseThrow().name()).isEqualTo("of");
    assertThat(outline.enclosing(22).orElseThrow().name()).isEqualTo("Window");
    assertThat(outline.enclosing(10).orElseThrow().name()).isEqualTo("MAX_TOKENS");
    assertThat(outline.enclosing(1)).isEmpty();
  }

  @Test
  void values_are_definitions_only_outside_functions() {
    Outline outline =
        Outline.of(
            "a.py", "LIMIT = 1\n\n\nclass A:\n    rate = 2\n\n    def f(self):\n        x = 3\n");

    assertThat(outline.definitions())
        .extracting(Definition::name)
        .containsExactly("LIMIT", "A", "rate", "f");
  }

  @Test
  void decorators_belong_to_the_decorated_definition() {
    Outline outline = Outline.of("a.py", "@cached\n@logged\ndef f(x):  # not said\n    return x\n");

    assertThat(outline.definitions())
        .containsExactly(new Definition("f", Symbol.Kind.FUNCTION, "def f(x)", 1, 4));
  }

  @Test
  void a_test_call_with_a_title_has_an_extent() {
    String test =
        "describe('router', () => {\n  it('matches 路由', async () => {\n    ok()\n  })\n})\n";

    assertThat(Outline.of("a.test.ts", test).definitions())
        .extracting(Definition::signature)
        .containsExactly("describe('router')", "it('matches 路由')");
  }

  @Test
  void documentation_is_distinguished_from_code_and_other_comments() {
    Outline java =
        Outline.of("A.java", "/**\n * Says.\n */\nclass A {\n  /* why */\n  int b;\n}\n");
    Outline python =
        Outline.of("a.py", "def f():\n    \"\"\"Says\n    more.\n    \"\"\"\n    return ''\n");

    assertThat(Stream.iterate(1, i -> i + 1).limit(7).filter(java::isDocumentation))
        .containsExactly(1, 2, 3);
    assertThat(Stream.iterate(1, i -> i + 1).limit(5).filter(python::isDocumentation))
        .containsExactly(2, 3, 4);
  }

  @Test
  void any_text_gets_an_outline_which_is_empty_without_a_grammar() {
    String odd = "def f(:\n\0 class 类\uD83D\uDE00 {{{ \"\n";

    for (String name : List.of("a.py", "a.java", "a.ts", "a.go", "a.rs", "a.rb", "a.php", "a.sh")) {
      Outline.of(name, odd.repeat(20));
      Outline.of(name, "");
    }
    assertThat(Outline.of("notes.md", "# def f():\n").definitions()).isEmpty();
  }

  @Test
  void deep_nesting_and_a_large_file_are_read_within_a_minute() {
    long start = System.nanoTime();
    Outline deep = Outline.of("a.ts", "function f() {".repeat(2_000) + "\n" + "}".repeat(2_000));
    Outline open = Outline.of("a.java", "class A { void f() { if (".repeat(1_000));
    Outline many = Outline.of("a.py", "v = 1\ndef f(x):\n    y = [[[x]]]\n".repeat(4_000));

    assertThat(deep.enclosing(1)).isPresent();
    assertThat(open.definitions()).isNotNull();
    assertThat(many.definitions())
        .hasSize(8_000)
        .extracting(Definition::name)
        .contains("v", "f")
        .doesNotContain("y");
    assertThat(System.nanoTime() - start).isLessThan(60_000_000_000L);
  }

  private static Outline outline(String name) {
    return Outline.of(name, Resources.text("dev/conclave/activities/search/source/" + name));
  }

  @ParameterizedTest
  @CsvSource({"a.c,%q(", "a.ts,{a:", "a.java,a<", "a.py,(", "a.js,`${"})
  void a_text_that_hangs_or_crashes_its_grammar_has_no_outline(String path, String unit) {
    Outline hostile = Outline.of(path, unit.repeat((256 << 10) / unit.length()));

    assertThat(hostile.definitions()).isEmpty();
    assertThat(Outline.of("b.py", "def f():\n    pass\n").definitions()).hasSize(1);
  }

  @Test
  void a_text_over_256_KiB_is_not_outlined() {
    assertThat(Outline.of("a.py", "def f():\n    pass\n".repeat(16_000)).definitions()).isEmpty();
  }
}
