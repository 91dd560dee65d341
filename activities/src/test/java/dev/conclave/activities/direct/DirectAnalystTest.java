package dev.conclave.activities.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.conclave.activities.search.Gateway;
import dev.conclave.activities.search.Repository;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Approach;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.wire.WireMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectAnalystTest {
  private static final Pattern CITED = Pattern.compile("\\[([^\\[\\]]+):(\\d+)]$");

  @TempDir Path folder;
  private Runnable step = () -> {};
  private Repository repository;

  @BeforeEach
  void a_gateway() {
    repository = Gateway.write(Repository.in(folder.resolve("r")));
  }

  @Test
  void it_names_the_place_its_users_its_tests_and_what_was_left_unfinished() throws IOException {
    Analysis analysis = analyze("Let TokenBucket refill by fractions");

    assertThat(analysis.findings())
        .contains(
            "`TokenBucket` is a likely place; 1 other file uses it. [src/limits/token_bucket.py:4]",
            "`gateway` uses `TokenBucket`. [src/gateway.py:1]",
            "`test_token_bucket` tests `TokenBucket`. [tests/test_token_bucket.py:5]",
            "Left unfinished in the same file: “TODO refill by fractions”. [src/limits/token_bucket.py:8]");
  }

  @Test
  void every_place_that_it_cites_exists() throws IOException {
    for (String task :
        List.of("Let TokenBucket refill by fractions", "Extend the gateway", "会员折扣")) {
      Analysis analysis = analyze(task);
      List<String> sentences = new ArrayList<>(analysis.findings());
      sentences.addAll(analysis.technicalConcerns());
      List<CodeLocation> places = new ArrayList<>(analysis.codeLocations());
      for (Approach approach : analysis.implementationApproaches()) {
        sentences.addAll(approach.pros());
        sentences.addAll(approach.cons());
        places.addAll(approach.affectedFiles());
        approach.tasks().forEach(t -> assertThat(t.files()).allSatisfy(this::exists));
      }
      for (String sentence : sentences) {
        Matcher matcher = CITED.matcher(sentence);
        if (matcher.find()) {
          places.add(new CodeLocation(matcher.group(1), Integer.parseInt(matcher.group(2)), ""));
        }
      }
      assertThat(places).isNotEmpty();
      for (CodeLocation place : places) {
        List<String> lines = Files.readAllLines(repository.root().resolve(place.file()));
        assertThat(place.line()).as(place.toString()).isBetween(1, lines.size());
      }
    }
  }

  @Test
  void a_feature_may_extend_or_be_put_beside_and_a_repair_only_extends() throws IOException {
    List<Approach> feature =
        analyze("Let TokenBucket refill by fractions").implementationApproaches();
    assertThat(feature).hasSize(2);
    assertThat(feature.get(0).name()).isEqualTo("Extend TokenBucket in src/limits/token_bucket.py");
    assertThat(feature.get(0).risk()).isEqualTo(Level.LOW);
    assertThat(feature.get(0).affectedFiles())
        .extracting(CodeLocation::file)
        .contains("src/limits/token_bucket.py", "tests/test_token_bucket.py", "src/gateway.py");
    assertThat(feature.get(1).name())
        .startsWith("Add a module beside src/limits behind TokenBucket");
    assertThat(feature.get(1).tasks()).extracting(t -> t.id()).containsExactly("T1", "T2", "T3");

    assertThat(analyze("Fix the refill of TokenBucket").implementationApproaches()).hasSize(1);
  }

  @Test
  void a_place_without_tests_is_said_and_raises_the_risk() throws IOException {
    Analysis analysis = analyze("Change the Gateway handle");

    assertThat(analysis.findings())
        .contains("No test imports or names `Gateway`'s file. [src/gateway.py:5]");
    assertThat(analysis.implementationApproaches().get(0).risk()).isEqualTo(Level.MEDIUM);
    assertThat(analysis.technicalConcerns().get(0)).startsWith("No test imports");
  }

  @Test
  void a_test_that_only_imports_guards_nothing() throws IOException {
    repository.write(
        "tests/test_gateway.py",
        "import gateway\nfrom gateway import (\n    Gateway,\n)\n\n\ndef test_nothing():\n    pass\n");

    Analysis analysis = analyze("Change the Gateway handle");

    Approach extension = analysis.implementationApproaches().get(0);
    assertThat(extension.pros()).noneMatch(pro -> pro.contains("A test"));
    assertThat(extension.cons()).contains("No test calls it by its name. [src/gateway.py:5]");
    assertThat(extension.risk()).isEqualTo(Level.MEDIUM);
    assertThat(analysis.technicalConcerns().get(0))
        .startsWith("`test_gateway` imports `gateway`, and no test calls `Gateway` by its name.");
    assertThat(analyze("Let TokenBucket refill by fractions").implementationApproaches().get(0))
        .satisfies(
            guarded ->
                assertThat(guarded.pros())
                    .contains("A test calls it already. [tests/test_token_bucket.py:5]"));
  }

  @Test
  void of_several_types_that_the_task_does_not_name_none_is_offered() throws IOException {
    repository.write(
        "src/colours.py",
        "# xylophone colours\nclass ColourError(Exception):\n    pass\n\n\nclass Palette:\n    pass\n");

    assertThat(analyze("xylophone").implementationApproaches())
        .extracting(Approach::name)
        .noneMatch(name -> name.contains("ColourError"))
        .anyMatch(name -> name.contains("src/colours.py"));
  }

  @Test
  void it_says_that_it_is_no_substitute_and_is_marked_degraded() throws IOException {
    Analysis analysis = analyze("Let TokenBucket refill by fractions");

    assertThat(analysis.tool()).isEqualTo("direct");
    assertThat(analysis.perspective()).isEqualTo("direct-analysis");
    assertThat(analysis.degraded()).isTrue();
    assertThat(analysis.fallback()).isFalse();
    assertThat(analysis.feasibilityScore()).isBetween(0.3, 0.7);
    assertThat(analysis.technicalConcerns()).last().asString().contains("No model was asked");
    assertThat(analysis.zh().orElseThrow().get("findings")).hasSize(analysis.findings().size());
  }

  @Test
  void the_same_tree_and_task_give_the_same_analysis() throws IOException {
    String first = WireMapper.get().writeValueAsString(analyze("Extend the gateway"));
    assertThat(WireMapper.get().writeValueAsString(analyze("Extend the gateway"))).isEqualTo(first);
  }

  @Test
  void where_nothing_fits_it_proposes_nothing() throws IOException {
    Analysis analysis = analyze("xylophone quux");

    assertThat(analysis.implementationApproaches()).isEmpty();
    assertThat(analysis.findings().get(0)).startsWith("Nothing in the tree is named");
    assertThat(analysis.feasibilityScore()).isEqualTo(0.3);
  }

  @Test
  void an_analysis_that_nobody_wants_any_more_ends_at_its_next_step() throws IOException {
    AtomicInteger steps = new AtomicInteger();
    step = steps::incrementAndGet;
    analyze("Let TokenBucket refill by fractions");
    int all = steps.get();
    step =
        () -> {
          if (steps.incrementAndGet() == all + 3) {
            throw new CancellationException();
          }
        };

    assertThatThrownBy(() -> analyze("Let TokenBucket refill by fractions"))
        .isInstanceOf(CancellationException.class);
    assertThat(all).isGreaterThan(3);
    assertThat(steps).hasValue(all + 3);
  }

  private void exists(String path) {
    assertThat(repository.root().resolve(path)).exists();
  }

  private Analysis analyze(String task) throws IOException {
    return Analyzing.of(repository, folder.resolve("data"), task, step);
  }
}
