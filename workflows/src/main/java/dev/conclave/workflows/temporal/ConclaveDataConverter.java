package dev.conclave.workflows.temporal;

import io.temporal.common.converter.CodecDataConverter;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DefaultDataConverter;
import io.temporal.common.converter.JacksonJsonPayloadConverter;
import io.temporal.payload.codec.ChainCodec;
import io.temporal.payload.codec.PayloadCodec;
import java.util.List;
import java.util.Optional;

/**
 * How everything of ours is written into a Temporal history: JSON by {@link WireMapper}, compressed
 * from {@link CompressionCodec#THRESHOLD} on, encrypted when keys are given. Client and worker must
 * be given the same keys.
 */
public final class ConclaveDataConverter {
  private ConclaveDataConverter() {}

  /**
   * Makes the converter. Without keys, what is small stays readable.
   *
   * <p>What cannot be read, for want of a key or otherwise, fails with a {@link
   * io.temporal.common.converter.DataConverterException}; where a {@link Message} is wanted it says
   * so.
   */
  public static DataConverter of(Optional<EncryptionKeys> keys) {
    DefaultDataConverter json =
        DefaultDataConverter.newDefaultInstance()
            .withPayloadConverterOverrides(new JacksonJsonPayloadConverter(WireMapper.get()));
    // A failure's message may quote what a payload hides, so both are hidden or neither is.
    return new MessageConverter(
        new CodecDataConverter(
            new ActivityBoundsConverter(json), List.of(codec(keys)), keys.isPresent()));
  }

  /** What it does with payloads once they are made, for others to read them. */
  public static PayloadCodec codec(Optional<EncryptionKeys> keys) {
    return new ChainCodec(List.of(new EncryptionCodec(keys), new CompressionCodec()));
  }
}
