package dev.conclave.client.session;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.config.Configuration.EncryptionConfiguration;
import dev.conclave.workflows.temporal.ConclaveDataConverter;
import dev.conclave.workflows.temporal.EncryptionKeys;
import dev.conclave.workflows.temporal.FailureTypes;
import io.temporal.api.common.v1.ActivityType;
import io.temporal.api.enums.v1.PendingActivityState;
import io.temporal.api.failure.v1.ApplicationFailureInfo;
import io.temporal.api.failure.v1.Failure;
import io.temporal.api.failure.v1.ServerFailureInfo;
import io.temporal.api.workflow.v1.PendingActivityInfo;
import io.temporal.common.converter.DataConverter;
import io.temporal.failure.ApplicationFailure;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What pending activities reveal about a session. */
class WatchTest {
  private static final String FULL = "the disk of /data is full (3 MB free): tried again";

  @Test
  void a_search_reports_its_progress() {
    DataConverter plain = ConclaveDataConverter.of(Optional.empty());
    PendingActivityInfo search =
        PendingActivityInfo.newBuilder()
            .setActivityType(ActivityType.newBuilder().setName("gatherContext"))
            .setState(PendingActivityState.PENDING_ACTIVITY_STATE_STARTED)
            .setAttempt(1)
            .setHeartbeatDetails(plain.toPayloads("12 of 50").orElseThrow())
            .build();

    assertThat(Watch.otherWork(search, plain))
        .contains("searching the repository for context: 12 of 50");
    PendingActivityInfo change =
        search.toBuilder().setActivityType(ActivityType.newBuilder().setName("openChange")).build();
    assertThat(Watch.otherWork(change, plain)).contains("reading the change");
  }

  @ParameterizedTest
  @CsvSource({
    FailureTypes.DISK_FULL + ", true",
    FailureTypes.CLONE_FAILED + ", true",
    "tree-unreadable, false"
  })
  void a_fixable_failure_is_reported_as_what_the_session_waits_for(String type, boolean told) {
    Failure failure =
        Failure.newBuilder()
            .setMessage(FULL)
            .setApplicationFailureInfo(ApplicationFailureInfo.newBuilder().setType(type))
            .build();
    Failure wrapped =
        Failure.newBuilder()
            .setMessage("the trace was too long")
            .setServerFailureInfo(ServerFailureInfo.getDefaultInstance())
            .setCause(failure)
            .build();
    DataConverter plain = ConclaveDataConverter.of(Optional.empty());

    for (Failure last : List.of(failure, wrapped)) {
      assertThat(Watch.retried(pending(last), plain).equals(Optional.of(FULL))).isEqualTo(told);
    }
  }

  @Test
  void an_encrypted_failure_is_read_with_the_keys_of_the_client() {
    DataConverter own = encrypting("0123456789abcdef0123456789abcdef");
    Failure encrypted =
        own.exceptionToFailure(ApplicationFailure.newFailure(FULL, FailureTypes.DISK_FULL));

    assertThat(encrypted.getMessage()).isEqualTo("Encoded failure");
    assertThat(Watch.retried(pending(encrypted), own)).contains(FULL);
    DataConverter other = encrypting("another key of 32 bytes, in full");
    assertThat(Watch.retried(pending(encrypted), other)).isEmpty();
  }

  private static DataConverter encrypting(String key) {
    return ConclaveDataConverter.of(
        EncryptionKeys.read(
            Optional.of(new EncryptionConfiguration("old", Map.of("old", "env:KEY"))),
            Map.of("KEY", Base64.getEncoder().encodeToString(key.getBytes(US_ASCII)))));
  }

  private static List<PendingActivityInfo> pending(Failure last) {
    return List.of(PendingActivityInfo.newBuilder().setLastFailure(last).build());
  }
}
