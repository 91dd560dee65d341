package dev.conclave.workflows.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import dev.conclave.workflows.model.FailureKind;
import dev.conclave.workflows.temporal.Message;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WireMapperTest {

  record Message(
      FailureKind kind,
      Optional<String> setBy,
      List<FailureKind> otherKinds,
      Map<FailureKind, Integer> byKind,
      Instant at,
      Duration after,
      @Nullable String reason,
      String remark,
      @Nullable List<String> left) {}

  @Test
  void fields_are_snake_case_and_enums_are_words_even_as_keys() throws Exception {
    Message message =
        new Message(
            FailureKind.RATE_LIMITED,
            Optional.empty(),
            List.of(FailureKind.EMPTY_REPLY),
            Map.of(FailureKind.TIMED_OUT, 2),
            Instant.parse("2026-11-21T09:00:00Z"),
            Duration.ofSeconds(90),
            null,
            "",
            null);

    String json = WireMapper.get().writeValueAsString(message);

    assertThat(json)
        .isEqualTo(
            "{\"kind\":\"rate-limited\",\"other_kinds\":[\"empty-reply\"],"
                + "\"by_kind\":{\"timed-out\":2},\"at\":\"2026-11-21T09:00:00Z\",\"after\":\"PT1M30S\",\"remark\":\"\"}");
    assertThat(WireMapper.get().readValue(json, Message.class)).isEqualTo(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"rate-limited", "rate_limited", "RATE_LIMITED", "Rate-Limited", "rate limited"})
  void a_word_is_read_in_any_spelling(String word) throws Exception {
    assertThat(WireMapper.get().readValue("\"" + word + "\"", FailureKind.class))
        .isEqualTo(FailureKind.RATE_LIMITED);
  }

  @Test
  void an_unknown_word_is_refused_with_the_known_ones() {
    assertThatThrownBy(() -> WireMapper.get().readValue("\"tired\"", FailureKind.class))
        .isInstanceOf(InvalidFormatException.class)
        .hasMessageContaining("rate-limited");
    assertThatThrownBy(
            () ->
                WireMapper.get()
                    .readValue("{\"tired\":1}", new TypeReference<Map<FailureKind, Integer>>() {}))
        .hasMessageContaining("tired");
    assertThatThrownBy(() -> WireMapper.get().readValue("1", FailureKind.class));
    assertThatThrownBy(() -> WireMapper.get().readValue("\"\"", FailureKind.class));
  }

  @Test
  void unknown_fields_are_ignored_so_that_old_and_new_programs_mix() throws Exception {
    Message read =
        WireMapper.get().readValue("{\"kind\":\"failed\",\"added_later\":{}}", Message.class);

    assertThat(read.kind()).isEqualTo(FailureKind.FAILED);
    assertThat(read.setBy()).isEmpty();
  }

  @Test
  void missing_fields_are_empty_and_null_only_if_nullable() throws Exception {
    for (String json : List.of("{}", "{\"remark\":null,\"reason\":null,\"left\":null}")) {
      Message read = WireMapper.get().readValue(json, Message.class);

      assertThat(read.remark()).isEmpty();
      assertThat(read.otherKinds()).isEmpty();
      assertThat(read.reason()).isNull();
      assertThat(read.left()).isNull();
    }
  }
}
