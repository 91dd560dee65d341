package dev.conclave.workflows.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.analyze.AnalyzeState;
import dev.conclave.workflows.plan.PlanState;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SessionIdTest {
  private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Add rate limiting|add-rate-limiting",
        "  Fix: the /login page!! |fix-the-login-page",
        "为订单服务添加限流 (rate limit)|为订单服务添加限流-rate-limit",
        "認証を追加する|認証を追加する",
        "サーバー|サーバー",
        "Größe ändern|größe-ändern",
        "Ускорить поиск|ускорить-поиск",
        "खोज तेज करें|खोज-तेज-करें",
        "🚀🚀|task",
        "...|task",
        "a_b__c|a-b-c",
        "𠮷野家 menu|𠮷野家-menu",
        "V2 API|v2-api",
      })
  void a_slug_keeps_letters_and_digits_of_every_script(String task, String slug) {
    assertThat(SessionId.slug(task)).isEqualTo(slug);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"MCP-add-x-2026-11-21", "WFS-限流-2026", "uan-v2.1_b", "a", "MCP-x/context"})
  void an_id_is_a_folder_name_and_a_single_shell_word(String id) {
    assertThat(KindSpec.isId(id)).isTrue();
    assertThat(KindSpec.isId(SessionId.of(PlanState.KIND, id, NOON).toString())).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-n",
        ".hidden",
        "a b",
        "a;id",
        "$(id)",
        "`id`",
        "a'b",
        "a\"b",
        "a\nb",
        "a\u200bb",
        "a\u001b[2J",
        "a..b",
        "../a",
        "/etc",
        "a/b/c",
        "a/../b",
        "a|b",
        "a&b",
        "~a",
        "a#b",
        "a*"
      })
  void an_invalid_id_from_another_client_is_rejected(String id) {
    assertThat(KindSpec.isId(id)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "Add rate limiting per client, add-rate-limiting-",
    "Add expiry to the store, add-expiry-",
    "Internationalizationwise everywhere, internationalization-",
    "为订单服务添加限流, 为订单服务添加限流-",
    "🚀, task-"
  })
  void a_handle_is_a_few_words_and_a_random_suffix(String task, String words) {
    String handle = SessionId.handle(task, new Random(1));

    assertThat(handle).matches(words + "[2-9b-z]{3}");
    assertThat(KindSpec.isId(handle)).isTrue();
    assertThat(SessionId.handle(task, new Random(2))).isNotEqualTo(handle);
  }

  @Test
  void a_blank_task_is_called_task() {
    assertThat(SessionId.slug(" \n\t ")).isEqualTo("task");
  }

  @Test
  void a_slug_has_at_most_40_characters_and_never_ends_in_a_hyphen() {
    assertThat(SessionId.slug("a".repeat(39) + " bc")).isEqualTo("a".repeat(39));
    assertThat(SessionId.slug("a".repeat(38) + " bc")).isEqualTo("a".repeat(38) + "-b");
    assertThat(SessionId.slug("a".repeat(300))).hasSize(40);
  }

  @Test
  void the_40_characters_are_code_points_so_that_no_ideograph_is_split() {
    String slug = SessionId.slug("𠮷".repeat(50));

    assertThat(slug.codePointCount(0, slug.length())).isEqualTo(40);
    assertThat(slug).isEqualTo("𠮷".repeat(40));
  }

  @Test
  void the_date_is_in_utc_plus_8() {
    assertThat(SessionId.of(PlanState.KIND, "Add x", NOON)).hasToString("MCP-add-x-2026-11-21");
    assertThat(SessionId.of(PlanState.KIND, "Add x", Instant.parse("2026-11-21T16:00:00Z")))
        .hasToString("MCP-add-x-2026-11-22");
    assertThat(SessionId.of(PlanState.KIND, "Add x", Instant.parse("2026-11-21T15:59:59Z")))
        .hasToString("MCP-add-x-2026-11-21");
  }

  @Test
  void further_sessions_of_a_day_are_numbered_from_2() {
    assertThat(SessionId.of(AnalyzeState.KIND, "限流 wie?", NOON)).hasToString("uan-限流-wie-20261121");
    SessionId first = SessionId.of(PlanState.KIND, "Add x", NOON);

    assertThat(first.numbered(1)).isEqualTo(first);
    assertThat(first.numbered(2)).hasToString("MCP-add-x-2026-11-21-2");
    assertThat(first.numbered(13)).hasToString("MCP-add-x-2026-11-21-13");
  }
}
