package dev.conclave.workflows.wire;

import io.temporal.common.converter.CodecDataConverter;
import io.temporal.common.converter.DefaultDataConverter;
import io.temporal.common.converter.JacksonJsonPayloadConverter;
import io.temporal.payload.codec.PayloadCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How everything of ours is written into a Temporal history: JSON by {@link WireMapper}, compressed
 * from {@link CompressionCodec#THRESHOLD} on, encrypted when keys are given. Client and worker must
 * be given the same keys.
 */
public final class ConclaveDataConverter {
  private ConclaveDataConverter() {}

  /** Makes the converter; it is a codec too. Without keys, what is small stays readable. */
  public static CodecDataConverter of(Optional<EncryptionKeys> keys) {
    DefaultDataConverter json =
        DefaultDataConverter.newDefaultInstance()
            .withPayloadConverterOverrides(new JacksonJsonPayloadConverter(WireMapper.get()));
    List<PayloadCodec> outermostFirst = new ArrayList<>();
    keys.map(EncryptionCodec::new).ifPresent(outermostFirst::add);
    outermostFirst.add(new CompressionCodec());
    // A failure's message may quote what a payload hides, so both are hidden or neither is.
    return new CodecDataConverter(
        new ActivityBoundsConverter(json), outermostFirst, keys.isPresent());
  }
}
