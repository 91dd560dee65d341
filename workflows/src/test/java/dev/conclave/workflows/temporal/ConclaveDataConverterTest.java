package dev.conclave.workflows.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.conclave.workflows.config.Configuration.EncryptionConfiguration;
import dev.conclave.workflows.model.DocumentRef;
import io.temporal.api.common.v1.Payload;
import io.temporal.api.failure.v1.Failure;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DataConverterException;
import io.temporal.failure.ApplicationFailure;
import io.temporal.payload.codec.PayloadCodec;
import io.temporal.payload.codec.PayloadCodecException;
import io.temporal.payload.codec.ZlibPayloadCodec;
import io.temporal.payload.context.ActivitySerializationContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.DeflaterOutputStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConclaveDataConverterTest {
  private static final String OLD = Base64.getEncoder().encodeToString(new byte[32]);
  private static final String NEW =
      Base64.getEncoder().encodeToString("sixteen bytes ok".getBytes(StandardCharsets.US_ASCII));

  @TempDir Path folder;

  @Test
  void a_small_payload_stays_readable() {
    DataConverter converter = ConclaveDataConverter.of(Optional.empty());

    Payload payload = converter.toPayload(new DocumentRef("a".repeat(64), 7)).orElseThrow();

    assertThat(payload.getData().toStringUtf8())
        .isEqualTo("{\"digest\":\"" + "a".repeat(64) + "\",\"bytes\":7}");
  }

  @Test
  void a_payload_is_compressed_from_16_KiB_on_and_read_back() {
    DataConverter converter = ConclaveDataConverter.of(Optional.empty());
    String below = "字".repeat((16 << 10) / 3 - 2);
    String above = "字".repeat((16 << 10) / 3 + 2);

    Payload readable = converter.toPayload(below).orElseThrow();
    Payload compressed = converter.toPayload(above).orElseThrow();

    assertThat(readable.getData().toStringUtf8()).contains("字字字");
    assertThat(compressed.getMetadataOrThrow("encoding").toStringUtf8()).isEqualTo("binary/zlib");
    assertThat(compressed.getData().size()).isLessThan(1000);
    assertThat(converter.fromPayload(compressed, String.class, String.class)).isEqualTo(above);
  }

  @Test
  void payloads_decompressing_to_more_than_16_MiB_are_refused() {
    PayloadCodec codec = ConclaveDataConverter.codec(Optional.empty());
    Payload most = zipped((16 << 20) - 100);
    Payload bomb = zipped(16 << 20);
    PayloadCodec sealing = ConclaveDataConverter.codec(keys("old", Map.of("old", "env:OLD")));
    Payload sealed = sealing.encode(List.of(bomb)).get(0);

    assertThat(bomb.getData().size()).isLessThan(20_000);
    assertThat(codec.decode(List.of(most)).get(0).getData().size()).isEqualTo((16 << 20) - 100);
    assertTooLarge(() -> codec.decode(List.of(bomb)));
    assertTooLarge(() -> codec.decode(List.of(most, zipped(100))));
    assertTooLarge(() -> sealing.decode(List.of(sealed)));
    assertThatThrownBy(
            () ->
                ConclaveDataConverter.of(Optional.empty())
                    .fromPayload(bomb, byte[].class, byte[].class))
        .isInstanceOf(DataConverterException.class)
        .hasMessageContaining("exceed 16 MiB");
  }

  @Test
  void a_truncated_or_mistyped_compressed_payload_is_refused() {
    PayloadCodec codec = ConclaveDataConverter.codec(Optional.empty());
    Payload whole = zipped(100_000);
    Payload cut = whole.toBuilder().setData(whole.getData().substring(0, 50)).build();
    Payload other = whole.toBuilder().setData(deflated(new byte[] {1, 2, 3})).build();

    for (Payload broken : List.of(cut, other)) {
      assertThatThrownBy(() -> codec.decode(List.of(broken)))
          .isInstanceOf(PayloadCodecException.class)
          .hasMessageContaining("a payload cannot be decompressed");
    }
  }

  @Test
  void payloads_and_failures_are_unreadable_with_a_key() {
    DataConverter converter = encrypting("old", Map.of("old", "env:OLD"));

    Payload payload = converter.toPayload("the plan").orElseThrow();
    Failure failure =
        converter.exceptionToFailure(ApplicationFailure.newFailure("the plan leaked", "t"));

    assertThat(payload.toString()).doesNotContain("plan");
    assertThat(failure.toString()).doesNotContain("plan");
    assertThat(converter.fromPayload(payload, String.class, String.class)).isEqualTo("the plan");
    assertThat(converter.failureToException(failure)).hasMessageContaining("the plan leaked");
    assertThat(converter.toPayload("plan ".repeat(40_000)).orElseThrow().getData().size())
        .as("compressed before it is encrypted")
        .isLessThan(4000);
  }

  @Test
  void both_key_generations_and_unencrypted_payloads_are_read_after_a_rotation() {
    Payload plain = ConclaveDataConverter.of(Optional.empty()).toPayload("plain").orElseThrow();
    Payload before = encrypting("old", Map.of("old", "env:OLD")).toPayload("before").orElseThrow();
    DataConverter rotated = encrypting("new", Map.of("old", "env:OLD", "new", "env:NEW"));
    Payload after = rotated.toPayload("after").orElseThrow();

    assertThat(after.getMetadataOrThrow("encryption-key-id").toStringUtf8()).isEqualTo("new");
    assertThat(rotated.fromPayload(plain, String.class, String.class)).isEqualTo("plain");
    assertThat(rotated.fromPayload(before, String.class, String.class)).isEqualTo("before");
    assertThat(rotated.fromPayload(after, String.class, String.class)).isEqualTo("after");
  }

  @Test
  void an_unknown_key_is_named_and_a_modified_payload_is_refused() {
    Payload payload = encrypting("old", Map.of("old", "env:OLD")).toPayload("secret").orElseThrow();
    DataConverter other = encrypting("new", Map.of("new", "env:NEW"));
    byte[] changed = payload.getData().toByteArray();
    changed[changed.length - 1] ^= 1;
    Payload tampered = payload.toBuilder().setData(ByteString.copyFrom(changed)).build();

    assertThatThrownBy(() -> other.fromPayload(payload, String.class, String.class))
        .isInstanceOf(DataConverterException.class)
        .hasMessageContaining("\"old\"");
    assertThatThrownBy(
            () ->
                encrypting("old", Map.of("old", "env:OLD"))
                    .fromPayload(tampered, String.class, String.class))
        .isInstanceOf(DataConverterException.class);
  }

  @Test
  void a_missing_or_invalid_key_is_named_without_its_content() throws Exception {
    Path file = Files.writeString(folder.resolve("key"), "c2hvcnQtc2VjcmV0");

    assertThatThrownBy(() -> encrypting("k", Map.of("k", "env:NOT_SET")))
        .hasMessageContaining("NOT_SET");
    assertThatThrownBy(() -> encrypting("k", Map.of("k", "file:" + file)))
        .hasMessageContaining("12 bytes")
        .hasMessageNotContaining("c2hvcnQ");
  }

  @Test
  void an_oversized_activity_input_is_refused_with_type_field_and_size() {
    DataConverter plain = ConclaveDataConverter.of(Optional.empty());
    DataConverter activity =
        plain.withContext(
            new ActivitySerializationContext("default", "S", "PlanWorkflow", "ask", "q", false));

    assertThat(activity.toPayloads("x".repeat(255 << 10))).isPresent();
    assertThat(plain.toPayloads("x".repeat(300 << 10))).isPresent();
    assertThatThrownBy(() -> activity.toPayloads(new Letter(List.of("", "x".repeat(300 << 10)))))
        .isInstanceOfSatisfying(
            ApplicationFailure.class,
            refused -> {
              assertThat(refused.getType()).isEqualTo(FailureTypes.OVERSIZED);
              assertThat(refused.isNonRetryable()).isTrue();
              assertThat(refused)
                  .hasMessageContaining("Letter has 300 KiB")
                  .hasMessageContaining("256 KiB")
                  .hasMessageContaining("Letter.lines[2]");
            });
  }

  record Letter(List<String> lines) {}

  private static void assertTooLarge(ThrowingCallable decoding) {
    assertThatThrownBy(decoding)
        .isInstanceOf(PayloadCodecException.class)
        .hasMessageContaining("exceed 16 MiB");
  }

  /** Returns a payload of zeros, compressed as the SDK does. */
  private static Payload zipped(int bytes) {
    Payload zeros = Payload.newBuilder().setData(ByteString.copyFrom(new byte[bytes])).build();
    return new ZlibPayloadCodec().encode(List.of(zeros)).get(0);
  }

  private static ByteString deflated(byte[] content) {
    ByteString.Output zipped = ByteString.newOutput();
    try (DeflaterOutputStream deflating = new DeflaterOutputStream(zipped)) {
      deflating.write(content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return zipped.toByteString();
  }

  private static DataConverter encrypting(String active, Map<String, String> keys) {
    return ConclaveDataConverter.of(keys(active, keys));
  }

  private static Optional<EncryptionKeys> keys(String active, Map<String, String> keys) {
    return EncryptionKeys.read(
        Optional.of(new EncryptionConfiguration(active, keys)), Map.of("OLD", OLD, "NEW", NEW));
  }
}
