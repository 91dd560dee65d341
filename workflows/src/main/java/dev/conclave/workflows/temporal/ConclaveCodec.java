package dev.conclave.workflows.temporal;

import com.google.protobuf.ByteString;
import io.temporal.api.common.v1.Payload;
import io.temporal.payload.codec.PayloadCodec;
import io.temporal.payload.codec.PayloadCodecException;
import io.temporal.payload.codec.ZlibPayloadCodec;
import io.temporal.payload.context.HasWorkflowSerializationContext;
import io.temporal.payload.context.SerializationContext;
import io.temporal.workflow.WorkflowLocal;
import io.temporal.workflow.unsafe.WorkflowUnsafe;
import java.io.IOException;
import java.io.InputStream;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.InflaterInputStream;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Compresses with zlib from {@link #THRESHOLD} bytes on, then encrypts with AES-GCM in the format
 * of Temporal's samples: 12 bytes of nonce, the sealed payload, the key's id in the metadata. The
 * namespace and workflow id are authenticated, so a payload is valid only for its session.
 * Thread-safe.
 *
 * <p>Unencrypted payloads are accepted, unless {@link #requireSealed} is in force.
 *
 * <p>Unlike the SDK's zlib codec it decompresses at most {@link #MOST} bytes, so that a signal
 * cannot exhaust a worker's memory.
 */
final class ConclaveCodec implements PayloadCodec {
  private static final int THRESHOLD = 16 << 10;

  /** 16 MiB, many times what a session writes at once. */
  private static final int MOST = 16 << 20;

  private static final String ENCODING = "encoding";
  private static final String ENCRYPTED = "binary/encrypted";
  private static final String KEY_ID = "encryption-key-id";
  private static final String SEALED_FOR = "encryption-sealed-for";
  private static final String CIPHER = "AES/GCM/NoPadding";
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;

  /** Whether this session accepts only payloads sealed for it; shared by the workflow's threads. */
  private static final WorkflowLocal<Boolean> SESSION_SEALED =
      WorkflowLocal.withCachedInitial(() -> false);

  private final Optional<EncryptionKeys> keys;
  private final String namespace;
  private final boolean sealed;
  private final Optional<String> workflow;
  private final ZlibPayloadCodec zlib = new ZlibPayloadCodec();
  private final SecureRandom random = new SecureRandom();

  /**
   * Creates a codec for all sessions of a namespace.
   *
   * @param sealed whether to accept only sealed payloads where no session decides
   */
  ConclaveCodec(Optional<EncryptionKeys> keys, String namespace, boolean sealed) {
    this(keys, namespace, sealed, Optional.empty());
  }

  private ConclaveCodec(
      Optional<EncryptionKeys> keys, String namespace, boolean sealed, Optional<String> workflow) {
    this.keys = keys;
    this.namespace = namespace;
    this.sealed = sealed;
    this.workflow = workflow;
  }

  /**
   * Creates the codec of one session. The context of a listing has no namespace, so the codec's own
   * is used.
   */
  @Override
  public ConclaveCodec withContext(SerializationContext context) {
    return context instanceof HasWorkflowSerializationContext of
        ? new ConclaveCodec(keys, namespace, sealed, Optional.ofNullable(of.getWorkflowId()))
        : this;
  }

  /** Makes the running session accept only payloads sealed for it, or any. */
  static void sealSession(boolean sealed) {
    SESSION_SEALED.set(sealed);
  }

  private boolean requiresSealed() {
    return WorkflowUnsafe.isWorkflowThread() ? SESSION_SEALED.get() : sealed;
  }

  /**
   * Returns whether only sealed arguments are accepted. Replay accepts the recorded arguments of a
   * session older than the switch; a new session has not completed a workflow task yet.
   */
  boolean requiresSealedArguments() {
    return WorkflowUnsafe.isWorkflowThread()
        ? SESSION_SEALED.get() || (sealed && !WorkflowUnsafe.isReplaying())
        : sealed;
  }

  /**
   * Requires that all payloads are sealed, according to their metadata; decoding verifies it.
   *
   * @throws NotSealed when one is not sealed, or sealed for another session
   */
  void requireSealed(List<Payload> payloads) {
    for (Payload payload : payloads) {
      if (!is(payload, ENCRYPTED)) {
        throw new NotSealed("it is not sealed with one of encryption.keys");
      }
      if (workflow.isPresent() && !sealedFor(payload).equals(place())) {
        throw new NotSealed("it was not sealed for this session");
      }
    }
  }

  /** Requires a sealed payload where only sealed ones are accepted. */
  void requireSealedIfDemanded(Payload payload) {
    if (requiresSealed()) {
      requireSealed(List.of(payload));
    }
  }

  private static ByteString sealedFor(Payload payload) {
    return payload.getMetadataOrDefault(SEALED_FOR, ByteString.EMPTY);
  }

  private ByteString place() {
    return workflow
        .map(id -> ByteString.copyFromUtf8(namespace + "\n" + id))
        .orElse(ByteString.EMPTY);
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
    payloads.forEach(this::requireSealedIfDemanded);
    List<Payload> decoded = new ArrayList<>();
    int left = MOST;
    for (Payload payload : payloads) {
      Payload opened = is(payload, ENCRYPTED) ? open(payload) : payload;
      if (is(opened, "binary/zlib")) {
        byte[] unpacked = unpack(opened.getData(), left);
        left -= unpacked.length;
        try {
          opened = Payload.parseFrom(unpacked);
        } catch (IOException e) {
          throw new PayloadCodecException("a payload cannot be decompressed", e);
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
            "a payload cannot be decompressed: its message would exceed %d MiB"
                .formatted(MOST >> 20));
      }
      return unpacked;
    } catch (IOException e) {
      throw new PayloadCodecException("a payload cannot be decompressed", e);
    }
  }

  private Payload seal(Payload payload, EncryptionKeys known) {
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    try {
      byte[] sealed =
          cipher(Cipher.ENCRYPT_MODE, key(known.activeId()), nonce, place())
              .doFinal(payload.toByteArray());
      return Payload.newBuilder()
          .putMetadata(SEALED_FOR, place())
          .putMetadata(ENCODING, ByteString.copyFromUtf8(ENCRYPTED))
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
      throw new PayloadCodecException("an encrypted payload is truncated");
    }
    try {
      return Payload.parseFrom(
          cipher(Cipher.DECRYPT_MODE, key(id), Arrays.copyOf(data, NONCE_BYTES), sealedFor(payload))
              .doFinal(data, NONCE_BYTES, data.length - NONCE_BYTES));
    } catch (GeneralSecurityException | IOException e) {
      throw new PayloadCodecException(
          "a payload cannot be decrypted with key \"%s\": it was modified, or encrypted with a different key of that id"
              .formatted(id),
          e);
    }
  }

  private SecretKey key(String id) {
    return keys.flatMap(known -> Optional.ofNullable(known.byId().get(id)))
        .orElseThrow(
            () ->
                new PayloadCodecException(
                    "a payload was encrypted with key \"%s\", which is unknown here: add it to encryption.keys"
                        .formatted(id)));
  }

  private static Cipher cipher(int mode, SecretKey key, byte[] nonce, ByteString place)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance(CIPHER);
    cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(place.toByteArray());
    return cipher;
  }
}
