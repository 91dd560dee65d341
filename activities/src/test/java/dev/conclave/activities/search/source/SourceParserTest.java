package dev.conclave.activities.search.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.conclave.activities.Resources;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Uses handwritten samples in the common style of each language. */
class SourceParserTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Sample.java | TokenBucket acquire refill MAX_TOKENS Clock now Window of"
            + " | notCode inString println sleep requireNonNull"
            + " | java.util.List java.util.Objects.requireNonNull",
        "Sample.kt | Limiter tryAcquire Companion1 toPermits capacity Policy | '' | kotlinx.coroutines.delay",
        "sample.ts | LimiterOptions Limiter acquire createLimiter Mode Key withRetry"
            + " | if notCode push | ./clock events ./side-effect ./lazy",
        "sample.js | clearCookie parse helper after | '' | ../lib/utils",
        "sample.py | Limiter acquire _refill make_limiter DEFAULT_RATE fetch | not_code"
            + " | os.path typing .clock .",
        "sample.go | Limiter NewLimiter Allow Clock defaultBurst Map ErrLimited | ''"
            + " | fmt example.com/app/internal/clock",
        "sample.rs | Limiter acquire Policy limit BURST Error after | '' | crate::clock::Clock store",
        "sample.c | limiter limiter_init MAX_TOKENS refill mode | printf if while | ",
        "sample.cpp | Limiter acquire net kBurst | '' | limiter.h vector",
        "Sample.cs | Limiter AcquireAsync ILimiter Capacity Release | '' | System.Threading System.Math",
        "sample.rb | Limiter acquire! build BURST | '' | set lib/clock",
        "sample.php | Limiter acquire BURST helper | '' | App\\Clock\\Clock /bootstrap.php",
        "sample.sh | acquire release BURST | '' | ./lib/common.sh"
      })
  void definitions_and_imports_of_each_language_are_found(
      String name, String defined, String not, String imports) throws IOException {
    SourceParser.ParsedSource source = parse(name);

    assertThat(source.symbols())
        .extracting(Symbol::name)
        .contains(defined.split(" "))
        .doesNotContain(not.split(" "));
    if (imports != null) {
      assertThat(source.imports()).containsExactly(imports.split(" "));
    }
  }

  @Test
  void any_text_is_parsed_even_if_incomplete() {
    for (String broken :
        List.of("\"", "'", "/*", "`", "\"\"\"", "/* \"", "\\", "'\\", "<!--", "")) {
      for (String name :
          List.of("a.java", "a.js", "a.py", "a.rs", "a.rb", "a.md", "a.zzz", "a.sh")) {
        String code = SourceParser.parse(name, broken + "\nx\n" + broken).code();
        assertThat(code.lines().count()).isLessThanOrEqualTo(3);
      }
    }
  }

  @Test
  void a_line_of_a_megabyte_is_parsed_at_once() {
    String text = "class A {} " + "public static void f(int a, ".repeat(40_000);
    long start = System.nanoTime();
    SourceParser.parse("A.java", text);
    assertThat(System.nanoTime() - start).isLessThan(60_000_000_000L);
  }

  @Test
  void a_line_with_catastrophic_backtracking_defines_nothing_and_the_next_one_does() {
    for (String unit : List.of("&", "a&", "a ", "a::", " @a()", "static ", "a.", "<a", "\u0301")) {
      String hostile = unit.repeat(590 / unit.length()) + ";\n";
      String text = hostile.repeat(50) + "class Found {}\n";
      assertTimeoutPreemptively(
          Duration.ofMinutes(1),
          () ->
              assertThat(SourceParser.parse("A.java", text).symbols())
                  .extracting(Symbol::name)
                  .contains("Found"),
          unit);
    }
  }

  private static SourceParser.ParsedSource parse(String name) {
    return SourceParser.parse(
        name, Resources.text("dev/conclave/activities/search/source/" + name));
  }
}
