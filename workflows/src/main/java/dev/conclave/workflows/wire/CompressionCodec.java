package dev.conclave.workflows.wire;

import io.temporal.api.common.v1.Payload;
import io.temporal.payload.codec.PayloadCodec;
import io.temporal.payload.codec.PayloadCodecException;
import io.temporal.payload.codec.ZlibPayloadCodec;
import java.util.List;

/**
 * Zlib over payloads of {@link #THRESHOLD} bytes or more. Smaller ones stay as they are, so that
 * the Temporal UI and {@code temporal workflow query} show them.
 */
final class CompressionCodec implements PayloadCodec {

  /** 16 KiB. */
  static final int THRESHOLD = 16 << 10;

  private final ZlibPayloadCodec zlib = new ZlibPayloadCodec();

  @Override
  public List<Payload> encode(List<Payload> payloads) {
    return payloads.stream()
        .map(
            payload ->
                payload.getData().size() < THRESHOLD
                    ? payload
                    : zlib.encode(List.of(payload)).get(0))
        .toList();
  }

  @Override
  public List<Payload> decode(List<Payload> payloads) {
    try {
      return zlib.decode(payloads);
    } catch (PayloadCodecException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new PayloadCodecException(
          "a compressed payload cannot be unpacked: " + cause.getMessage(), e);
    }
  }
}
