package dev.conclave.workflows.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.workflows.analyze.Discoveries.Discovery;
import dev.conclave.workflows.analyze.Discoveries.DiscoveryType;
import dev.conclave.workflows.text.WireMapper;
import dev.conclave.workflows.text.Words;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DiscoveriesTest {
  private static final Instant AT = Instant.parse("2026-03-01T08:00:00.125Z");

  private static JsonNode json(String text) {
    try {
      return WireMapper.get().readTree(text.replace('\'', '"'));
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  private static Discovery entry(String type, String data) {
    return entry("EXPLORE-001", type, data);
  }

  private static Discovery entry(String worker, String type, String data) {
    return Discovery.of(
        AT,
        worker,
        Words.parse(DiscoveryType.class, type).orElseThrow(),
        json("{%s}".formatted(data)));
  }

  private static Discoveries found(Discovery... entries) {
    return Discoveries.NONE.plus(List.of(entries));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "exploration|'perspective':'technical','file':'a.ts'|'perspective':'business','file':'a.ts'",
        "exploration|'perspective':'technical','file':'a.ts'|'perspective':'technical','file':'A.ts'",
        "analysis|'perspective':'technical','insight':'Slow'|'perspective':'business','insight':'Slow'",
        "pattern|'name':'Facade'|'name':'Adapter'",
        "discussion_point|'topic':'Cost'|'topic':'Costs'",
        "recommendation|'action':'Cache it'|'action':'Drop it'",
        "conclusion|'point':'Safe'|'point':'Unsafe'"
      })
  void entries_with_equal_keys_are_merged(String type, String data, String other) {
    Discovery first = entry(type, data);
    Discovery again = entry(type, data + ",'evidence':'more','summary':'more'");
    Discoveries both = found(first, again, entry(type, other));
    assertThat(both.entries()).hasSize(2);
    assertThat(both.plus(List.of(entry("ANALYZE-001", type, data), again))).isEqualTo(both);
    assertThat(both.malformed() + both.leftOut()).isZero();
  }

  @Test
  void case_and_whitespace_do_not_change_a_key() {
    Discoveries found =
        found(
            entry("conclusion", "'point': 'It is  safe'"),
            entry("conclusion", "'point': ' it IS safe '"));
    assertThat(found.entries()).extracting(one -> one.text("point")).containsExactly("It is  safe");
  }

  @ParameterizedTest
  @ValueSource(strings = {"'name': ' '", "'name': {'x': 1}", "'description': 'x'", "'name': null"})
  void a_malformed_entry_is_ignored_and_counted(String entry) {
    Discoveries found = found(entry("pattern", entry), entry("pattern", "'name': 'Facade'"));
    assertThat(found.entries()).hasSize(1);
    assertThat(found.malformed()).isEqualTo(1);
  }

  @Test
  void an_entry_has_exactly_the_fields_of_its_type() {
    Discoveries found =
        found(
            entry(
                "exploration",
                "'file': 'a.ts', 'perspective': 'technical', 'patterns': 'one', 'more': 1"),
            entry(
                "conclusion",
                "'point': 'p', 'confidence': 0.9, 'evidence': ['a', '', 'b'], 'perspectives_supporting': null"));
    assertThat(found.entries())
        .extracting(one -> one.data().toString().replace('"', '\''))
        .containsExactly(
            "{'perspective':'technical','file':'a.ts','relevance':'','summary':'','patterns':['one']}",
            "{'point':'p','evidence':'a; b','confidence':'0.9','perspectives_supporting':[]}");
  }

  @Test
  void the_file_has_one_line_per_entry_without_invisible_characters() {
    Discoveries found =
        found(
            entry("pattern", "'name': 'Fa\\u2028cade', 'file': 'a\\nb'"),
            entry("discussion_point", "'topic': '限流'"));
    assertThat(found.ndjson().replace('"', '\''))
        .isEqualTo(
            """
            {'ts':'2026-03-01T08:00:00.125Z','worker':'EXPLORE-001','type':'pattern','data':{'name':'Facade','file':'a\\nb','description':'','type':''}}
            {'ts':'2026-03-01T08:00:00.125Z','worker':'EXPLORE-001','type':'discussion_point','data':{'topic':'限流','perspectives':[],'convergence':'','open_questions':[]}}
            """);
  }

  private static List<Discovery> patterns(String worker, int from, int count, String description) {
    return IntStream.range(from, from + count)
        .mapToObj(
            i ->
                entry(
                    worker,
                    "pattern",
                    "'name': 'n%d', 'description': '%s'".formatted(i, description)))
        .toList();
  }

  @Test
  void tasks_and_analyses_have_limits_and_the_excess_is_counted() {
    Discoveries task = Discoveries.NONE.plus(patterns("A", 0, 53, ""));
    assertThat(task.entries()).hasSize(Discoveries.OF_TASK);
    assertThat(task.leftOut()).isEqualTo(3);
    assertThat(task.plus(patterns("B", 60, 2, "")).entries()).hasSize(52);

    Discoveries all = Discoveries.NONE;
    for (int worker = 0; worker < 10; worker++) {
      all = all.plus(patterns("W" + worker, worker * 50, 50, "限".repeat(2_000)));
    }
    assertThat(all.ndjson().getBytes(StandardCharsets.UTF_8).length)
        .isBetween(Discoveries.BYTES - 6_000, Discoveries.BYTES + all.entries().size());
    assertThat(all.leftOut()).isEqualTo(500 - all.entries().size());
    assertThat(all.entries().get(0).text("description")).isEqualTo("限".repeat(1_499) + "…");
  }

  @Test
  void a_prompt_shows_one_line_per_entry_and_keeps_the_latest() {
    Discoveries found =
        found(
            entry(
                "exploration",
                "'file': 'a.ts', 'perspective': 'technical', 'summary': 'two\\nlines', 'patterns': ['x', 'y']"));
    assertThat(found.shown(false))
        .isEqualTo(
            "D1 [EXPLORE-001 exploration] perspective: technical; file: a.ts; summary: two lines");
    Discovery judged = entry("analysis", "'perspective': 'technical', 'insight': 'It is so'");
    assertThat(found.plus(List.of(judged)).shown(true))
        .as("the ledger says what became of an analysis")
        .isEqualTo(found.shown(false));
    Discoveries many = Discoveries.NONE.plus(patterns("A", 0, 50, "d".repeat(900)));
    List<String> lines = many.shown(false).lines().toList();
    assertThat(many.shown(false).length()).isLessThan(Discoveries.SHOWN + 40);
    assertThat(lines.get(0)).isEqualTo("(%d earlier ones omitted)".formatted(51 - lines.size()));
    assertThat(lines.get(lines.size() - 1)).startsWith("D50 [A pattern] name: n49; ");
    assertThat(Discoveries.NONE.shown(false)).isEmpty();
  }

  @Provide
  Arbitrary<List<Discovery>> reports() {
    Arbitrary<String> word = Arbitraries.of("a", "b", " A ", "a  b", "限流", "", "\\n", "\\\\");
    Arbitrary<String> kind =
        Arbitraries.of(Stream.of(DiscoveryType.values()).map(DiscoveryType::word).toList());
    return Combinators.combine(kind, word.list().ofSize(5))
        .as(
            (type, said) ->
                entry(
                    type,
                    Stream.of(
                            "perspective",
                            "file",
                            "insight",
                            "name",
                            "topic",
                            "action",
                            "point",
                            "summary")
                        .map(
                            field ->
                                "'%s': '%s'"
                                    .formatted(field, said.get(Math.floorMod(field.hashCode(), 5))))
                        .reduce((one, two) -> one + "," + two)
                        .orElseThrow()))
        .list()
        .ofMaxSize(30);
  }

  @Property
  void reports_are_neither_duplicated_nor_lost_in_any_split(
      @ForAll("reports") List<Discovery> reported, @ForAll int seed) {
    Discoveries atOnce = Discoveries.NONE.plus(reported);
    assertThat(atOnce.entries().stream().map(Discovery::key)).doesNotHaveDuplicates();
    int split = reported.isEmpty() ? 0 : Math.floorMod(seed, reported.size());
    Discoveries inTwo =
        Discoveries.NONE
            .plus(reported.subList(0, split))
            .plus(reported.subList(split, reported.size()));
    assertThat(inTwo).isEqualTo(atOnce);
    List<Discovery> twice = new ArrayList<>(reported);
    twice.addAll(reported);
    assertThat(Discoveries.NONE.plus(twice).entries()).isEqualTo(atOnce.entries());
  }

  @Test
  void an_entry_an_analysis_disputes_is_shown_as_disputed() {
    Discoveries found =
        found(
            entry("exploration", "'file': 'a.ts', 'perspective': 'technical', 'summary': 'x'"),
            entry("pattern", "'name': 'retry', 'file': 'b.ts'"),
            entry("analysis", "'perspective': 'business', 'insight': 'D1 is wrong: a.ts has y'"),
            entry("analysis", "'perspective': 'business', 'insight': 'D12 is wrong: so it is'"));

    assertThat(found.disputes()).containsOnlyKeys(1, 12);
    assertThat(found.disputes().get(1))
        .extracting(one -> one.text("insight"))
        .containsExactly("D1 is wrong: a.ts has y");
    assertThat(found.shown(true).lines().toList().get(0))
        .endsWith("summary: x; disputed by EXPLORE-001");
  }

  @Test
  void a_point_discussed_again_is_updated_in_place() {
    Discovery before = entry("discussion_point", "'topic':'Cost','convergence':'disputed'");
    Discovery other = entry("discussion_point", "'topic':'Latency'");
    Discovery after =
        entry("DISCUSS-002", "discussion_point", "'topic':'Cost','convergence':'refuted'");

    assertThat(found(before, other, after).entries()).containsExactly(after, other);
  }
}
