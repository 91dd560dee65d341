package dev.conclave.workflows.temporal;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.temporal.api.common.v1.Payload;
import io.temporal.payload.codec.PayloadCodec;
import io.temporal.payload.codec.PayloadCodecException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/**
 * AES-GCM over whole payloads, in the form that Temporal's samples use: a nonce of 12 bytes, then
 * the sealed payload; the key's id in the metadata. What is not encrypted is read as it is, so that
 * sessions from before encryption was switched on go on. Without keys nothing is encrypted, and
 * what is encrypted is refused by the name of its key. Thread-safe.
 */
final class EncryptionCodec implements PayloadCodec {
  private static final String ENCODING = "encoding";
  private static final String KEY_ID = "encryption-key-id";
  private static final ByteString ENCRYPTED = ByteString.copyFromUtf8("binary/encrypted");
  private static final String CIPHER = "AES/GCM/NoPadding";
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;

  private final Optional<EncryptionKeys> keys;
  private final SecureRandom random = new SecureRandom();

  EncryptionCodec(Optional<EncryptionKeys> keys) {
    this.keys = keys;
  }

  @Override
  public List<Payload> encode(List<Payload> payloads) {
    return keys.map(known -> payloads.stream().map(p -> seal(p, known)).toList()).orElse(payloads);
  }

  @Override
  public List<Payload> decode(List<Payload> payloads) {
    return payloads.stream().map(this::open).toList();
  }

  private Payload seal(Payload payload, EncryptionKeys known) {
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    byte[] sealed;
    try {
      sealed =
          run(
              Cipher.ENCRYPT_MODE,
              key(known.activeId()),
              nonce,
              payload.toByteString().asReadOnlyByteBuffer());
    } catch (GeneralSecurityException e) {
      throw new PayloadCodecException(e);
    }
    return Payload.newBuilder()
        .putMetadata(ENCODING, ENCRYPTED)
        .putMetadata("encryption-cipher", ByteString.copyFromUtf8(CIPHER))
        .putMetadata(KEY_ID, ByteString.copyFromUtf8(known.activeId()))
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
    try {
      return Payload.parseFrom(
          run(
              Cipher.DECRYPT_MODE,
              key(id),
              data.substring(0, NONCE_BYTES).toByteArray(),
              data.substring(NONCE_BYTES).asReadOnlyByteBuffer()));
    } catch (GeneralSecurityException | InvalidProtocolBufferException e) {
      throw new PayloadCodecException(
          "a payload cannot be opened with key \""
              + id
              + "\": it was changed, or encrypted with another key of that id",
          e);
    }
  }

  private SecretKey key(String id) {
    return keys.flatMap(known -> Optional.ofNullable(known.byId().get(id)))
        .orElseThrow(
            () ->
                new PayloadCodecException(
                    "a payload was encrypted with key \""
                        + id
                        + "\", which is not known here: add it to encryption.keys"));
  }

  private static byte[] run(int mode, SecretKey key, byte[] nonce, ByteBuffer input)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance(CIPHER);
    cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
    ByteBuffer output = ByteBuffer.allocate(cipher.getOutputSize(input.remaining()));
    int length = cipher.doFinal(input, output);
    return java.util.Arrays.copyOf(output.array(), length);
  }
}
