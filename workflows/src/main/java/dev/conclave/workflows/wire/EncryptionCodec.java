package dev.conclave.workflows.wire;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.temporal.api.common.v1.Payload;
import io.temporal.payload.codec.PayloadCodec;
import io.temporal.payload.codec.PayloadCodecException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/**
 * AES-GCM over whole payloads, in the form that Temporal's samples use: a nonce of 12 bytes, then
 * the sealed payload; the key's id in the metadata. What is not encrypted is read as it is, so that
 * sessions from before encryption was switched on go on. Thread-safe.
 */
final class EncryptionCodec implements PayloadCodec {
  private static final String ENCODING = "encoding";
  private static final String KEY_ID = "encryption-key-id";
  private static final ByteString ENCRYPTED = ByteString.copyFromUtf8("binary/encrypted");
  private static final String CIPHER = "AES/GCM/NoPadding";
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;

  private final EncryptionKeys keys;
  private final SecureRandom random = new SecureRandom();

  EncryptionCodec(EncryptionKeys keys) {
    this.keys = keys;
  }

  @Override
  public List<Payload> encode(List<Payload> payloads) {
    return payloads.stream().map(this::seal).toList();
  }

  @Override
  public List<Payload> decode(List<Payload> payloads) {
    return payloads.stream().map(this::open).toList();
  }

  private Payload seal(Payload payload) {
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    byte[] sealed =
        run(
            Cipher.ENCRYPT_MODE,
            key(keys.activeId()),
            nonce,
            payload.toByteString().asReadOnlyByteBuffer());
    return Payload.newBuilder()
        .putMetadata(ENCODING, ENCRYPTED)
        .putMetadata("encryption-cipher", ByteString.copyFromUtf8(CIPHER))
        .putMetadata(KEY_ID, ByteString.copyFromUtf8(keys.activeId()))
        .setData(ByteString.copyFrom(nonce).concat(ByteString.copyFrom(sealed)))
        .build();
  }

  private Payload open(Payload payload) {
    if (!ENCRYPTED.equals(payload.getMetadataOrDefault(ENCODING, ByteString.EMPTY))) {
      return payload;
    }
    String id = payload.getMetadataOrDefault(KEY_ID, ByteString.EMPTY).toStringUtf8();
    ByteString data = payload.getData();
    if (data.size() < NONCE_BYTES) {
      throw new PayloadCodecException("an encrypted payload is cut off");
    }
    byte[] plain =
        run(
            Cipher.DECRYPT_MODE,
            key(id),
            data.substring(0, NONCE_BYTES).toByteArray(),
            data.substring(NONCE_BYTES).asReadOnlyByteBuffer());
    try {
      return Payload.parseFrom(plain);
    } catch (InvalidProtocolBufferException e) {
      throw new PayloadCodecException(e);
    }
  }

  private SecretKey key(String id) {
    SecretKey key = keys.byId().get(id);
    if (key == null) {
      throw new PayloadCodecException(
          "a payload was encrypted with key \""
              + id
              + "\", which is not known here: add it to encryption.keys");
    }
    return key;
  }

  private static byte[] run(int mode, SecretKey key, byte[] nonce, ByteBuffer input) {
    try {
      Cipher cipher = Cipher.getInstance(CIPHER);
      cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
      ByteBuffer output = ByteBuffer.allocate(cipher.getOutputSize(input.remaining()));
      int length = cipher.doFinal(input, output);
      return java.util.Arrays.copyOf(output.array(), length);
    } catch (GeneralSecurityException e) {
      throw new PayloadCodecException(e);
    }
  }
}
