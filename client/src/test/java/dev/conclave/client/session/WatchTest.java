package dev.conclave.client.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.temporal.api.common.v1.ActivityType;
import io.temporal.api.enums.v1.PendingActivityState;
import io.temporal.api.workflow.v1.PendingActivityInfo;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DefaultDataConverter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WatchTest {
  private static final DataConverter CONVERTER = DefaultDataConverter.STANDARD_INSTANCE;

  @Test
  void a_search_says_how_far_it_is() {
    assertThat(searching("12 of 50 files are read"))
        .containsExactly("the repository is searched for context: 12 of 50 files are read");
  }

  @Test
  void a_beat_without_words_says_nothing_of_its_own() {
    assertThat(searching(null)).containsExactly("the repository is searched for context");
  }

  private static List<String> searching(@Nullable String told) {
    PendingActivityInfo search =
        PendingActivityInfo.newBuilder()
            .setActivityType(ActivityType.newBuilder().setName("gatherContext"))
            .setState(PendingActivityState.PENDING_ACTIVITY_STATE_STARTED)
            .setAttempt(1)
            .setHeartbeatDetails(CONVERTER.toPayloads(told).orElseThrow())
            .build();
    return Watch.otherWork(List.of(search), CONVERTER);
  }
}
