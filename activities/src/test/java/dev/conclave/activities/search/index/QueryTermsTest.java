package dev.conclave.activities.search.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.conclave.activities.search.source.PathKind;
import org.junit.jupiter.api.Test;

class QueryTermsTest {
  @Test
  void verbs_count_less_and_identifiers_and_code_spans_more() {
    QueryTerms query = QueryTerms.of("add retry to `close` in HttpClient");

    assertThat(query.terms()).containsEntry("add", 0.3).containsEntry("retri", 1.0);
    assertThat(query.terms()).containsEntry("close", 1.3).containsEntry("httpclient", 1.5);
  }

  @Test
  void a_match_of_a_partial_name_reports_that_part() {
    QueryTerms query = QueryTerms.of("read the configFile");

    assertThat(query.word("config")).isEqualTo("config");
    assertThat(query.word(Terms.stem("configfile"))).isEqualTo("configFile");
  }

  @Test
  void words_after_the_eighth_fade() {
    QueryTerms query = QueryTerms.of("first two three four five six seven eight nine ten");

    assertThat(query.terms()).containsEntry("eight", 1.0);
    assertThat(query.terms().get("nine")).isCloseTo(1 / 1.2, within(1e-9));
    assertThat(query.terms().get("ten")).isCloseTo(1 / 1.4, within(1e-9));
  }

  @Test
  void the_scope_of_a_conventional_message_counts_double_and_its_type_nothing() {
    QueryTerms query = QueryTerms.of("fix(parser): handle empty input");

    assertThat(query.scope()).containsExactly("parser");
    assertThat(query.terms()).containsEntry("parser", 2.0).doesNotContainKey("fix");
  }

  @Test
  void a_prefix_with_a_colon_is_a_scope_too() {
    assertThat(QueryTerms.of("net/http: reject bad headers").scope())
        .containsExactlyInAnyOrder("net", "http");
  }

  @Test
  void a_query_for_tests_or_documents_prefers_them() {
    assertThat(QueryTerms.of("docs: explain retries").wanted())
        .containsExactly(PathKind.DOCUMENTATION);
    assertThat(QueryTerms.of("speed up the unit tests").wanted()).containsExactly(PathKind.TEST);
    assertThat(QueryTerms.of("test the login").wanted()).isEmpty();
  }

  @Test
  void chinese_technical_terms_find_english_code() {
    QueryTerms query = QueryTerms.of("为接口添加限流");

    assertThat(query.terms()).containsKeys("limit", "rate", "ratelimit", "限流", "api");
    assertThat(query.terms().get("添加")).isEqualTo(0.3);
  }
}
