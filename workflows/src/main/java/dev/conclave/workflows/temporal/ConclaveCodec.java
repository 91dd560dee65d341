package dev.conclave.workflows.temporal;

import com.google.protobuf.ByteString;
import io.temporal.api.common.v1.Payload;
import io.temporal.payload.codec.PayloadCodec;
import io.temporal.payload.codec.PayloadCodecException;
import io.temporal.payload.codec.ZlibPayloadCodec;
import java.io.IOException;
import java.io.InputStream;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.InflaterInputStream;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Zlib from {@link #THRESHOLD} bytes on, then AES-GCM in the form of Temporal's samples: 12 bytes
 * of nonce, the sealed payload, the key's id in the metadata. What is not encrypted is read as it
 * is. Thread-safe.
 *
 * <p>Unlike the SDK's zlib codec it unpacks at most {@link #MOST} bytes, so that no signal can
 * exhaust a worker.
 */
final class ConclaveCodec implements PayloadCodec {
  private static final int THRESHOLD = 16 << 10;

  /** 16 MiB: many times what a session writes at once. */
  private static final int MOST = 16 << 20;

  private static final String ENCODING = "encoding";
  private static final String KEY_ID = "encryption-key-id";
  private static final String CIPHER = "AES/GCM/NoPadding";
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;

  private final Optional<EncryptionKeys> keys;
  private final ZlibPayloadCodec zlib = new ZlibPayloadCodec();
  private final SecureRandom random = new SecureRandom();

  ConclaveCodec(Optional<EncryptionKeys> keys) {
    this.keys = keys;
  }

  @Override
  public List<Payload> encode(List<Payload> payloads) {
    return payloads.stream()
        .map(
            payload ->
                payload.getData().size() < THRESHOLD
                    ? payload
                    : zlib.encode(List.of(payload)).get(0))
        .map(payload -> keys.map(known -> seal(payload, known)).orElse(payload))
        .toList();
  }

  @Override
  public List<Payload> decode(List<Payload> payloads) {
    List<Payload> decoded = new ArrayList<>();
    int left = MOST;
    for (Payload payload : payloads) {
      Payload opened = is(payload, "binary/encrypted") ? open(payload) : payload;
      if (is(opened, "binary/zlib")) {
        byte[] unpacked = unpack(opened.getData(), left);
        left -= unpacked.length;
        try {
          opened = Payload.parseFrom(unpacked);
        } catch (IOException e) {
          throw new PayloadCodecException("a compressed payload cannot be unpacked", e);
        }
      }
      decoded.add(opened);
    }
    return decoded;
  }

  private static boolean is(Payload payload, String encoding) {
    return payload
        .getMetadataOrDefault(ENCODING, ByteString.EMPTY)
        .equals(ByteString.copyFromUtf8(encoding));
  }

  private static byte[] unpack(ByteString data, int most) {
    try (InputStream inflating = new InflaterInputStream(data.newInput())) {
      byte[] unpacked = inflating.readNBytes(most + 1);
      if (unpacked.length > most) {
        throw new PayloadCodecException(
            "a compressed payload cannot be unpacked: with what comes with it, it would be more than %d MiB"
                .formatted(MOST >> 20));
      }
      return unpacked;
    } catch (IOException e) {
      throw new PayloadCodecException("a compressed payload cannot be unpacked", e);
    }
  }

  private Payload seal(Payload payload, EncryptionKeys known) {
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    try {
      byte[] sealed =
          cipher(Cipher.ENCRYPT_MODE, key(known.activeId()), nonce).doFinal(payload.toByteArray());
      return Payload.newBuilder()
          .putMetadata(ENCODING, ByteString.copyFromUtf8("binary/encrypted"))
          .putMetadata("encryption-cipher", ByteString.copyFromUtf8(CIPHER))
          .putMetadata(KEY_ID, ByteString.copyFromUtf8(known.activeId()))
          .setData(ByteString.copyFrom(nonce).concat(ByteString.copyFrom(sealed)))
          .build();
    } catch (GeneralSecurityException e) {
      throw new PayloadCodecException(e);
    }
  }

  private Payload open(Payload payload) {
    String id = payload.getMetadataOrDefault(KEY_ID, ByteString.EMPTY).toStringUtf8();
    byte[] data = payload.getData().toByteArray();
    if (data.length < NONCE_BYTES) {
      throw new PayloadCodecException("an encrypted payload is cut off");
    }
    try {
      return Payload.parseFrom(
          cipher(Cipher.DECRYPT_MODE, key(id), java.util.Arrays.copyOf(data, NONCE_BYTES))
              .doFinal(data, NONCE_BYTES, data.length - NONCE_BYTES));
    } catch (GeneralSecurityException | IOException e) {
      throw new PayloadCodecException(
          "a payload cannot be opened with key \"%s\": it was changed, or encrypted with a different key of that id"
              .formatted(id),
          e);
    }
  }

  private SecretKey key(String id) {
    return keys.flatMap(known -> Optional.ofNullable(known.byId().get(id)))
        .orElseThrow(
            () ->
                new PayloadCodecException(
                    "a payload was encrypted with key \"%s\", which is not known here: add it to encryption.keys"
                        .formatted(id)));
  }

  private static Cipher cipher(int mode, SecretKey key, byte[] nonce)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance(CIPHER);
    cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
    return cipher;
  }
}
