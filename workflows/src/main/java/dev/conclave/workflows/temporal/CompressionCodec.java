package dev.conclave.workflows.temporal;

import com.google.protobuf.ByteString;
import io.temporal.api.common.v1.Payload;
import io.temporal.common.converter.EncodingKeys;
import io.temporal.payload.codec.PayloadCodec;
import io.temporal.payload.codec.PayloadCodecException;
import io.temporal.payload.codec.ZlibPayloadCodec;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.InflaterInputStream;

/**
 * Zlib over payloads of {@link #THRESHOLD} bytes or more. Smaller ones stay as they are, so that
 * the Temporal UI and {@code temporal workflow query} show them.
 *
 * <p>It packs as the SDK's codec does. That one unpacks whatever comes, a thousand times its size,
 * and whoever may signal a session could so end its worker: here what is decoded together unpacks
 * to {@link #MOST} bytes at most.
 */
final class CompressionCodec implements PayloadCodec {

  /** 16 KiB. */
  static final int THRESHOLD = 16 << 10;

  /** 16 MiB: many times what a session writes at once. */
  static final int MOST = 16 << 20;

  private static final ByteString COMPRESSED = ByteString.copyFromUtf8("binary/zlib");

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
    List<Payload> decoded = new ArrayList<>();
    int left = MOST;
    for (Payload payload : payloads) {
      if (isCompressed(payload)) {
        byte[] unpacked = unpack(payload.getData(), left);
        left -= unpacked.length;
        decoded.add(parse(unpacked));
      } else {
        decoded.add(payload);
      }
    }
    return decoded;
  }

  private static boolean isCompressed(Payload payload) {
    return COMPRESSED.equals(
        payload.getMetadataOrDefault(EncodingKeys.METADATA_ENCODING_KEY, ByteString.EMPTY));
  }

  private static byte[] unpack(ByteString data, int most) {
    byte[] unpacked;
    try (InputStream inflating = new InflaterInputStream(data.newInput())) {
      unpacked = inflating.readNBytes(most + 1);
    } catch (IOException e) {
      throw unreadable(e);
    }
    if (unpacked.length > most) {
      throw new PayloadCodecException(
          "a compressed payload cannot be unpacked: with what comes with it, it would be more than %d MiB"
              .formatted(MOST >> 20));
    }
    return unpacked;
  }

  private static Payload parse(byte[] unpacked) {
    try {
      return Payload.parseFrom(unpacked);
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private static PayloadCodecException unreadable(IOException cause) {
    return new PayloadCodecException(
        "a compressed payload cannot be unpacked: " + cause.getMessage(), cause);
  }
}
