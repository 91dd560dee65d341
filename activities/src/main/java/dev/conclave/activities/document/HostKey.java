package dev.conclave.activities.document;

import dev.conclave.workflows.config.DataFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Authenticates what this host's workers wrote to the data folder. Whoever can read the key can
 * forge it; only its owner may. Thread-safe.
 */
public final class HostKey {
  private static final String ALGORITHM = "HmacSHA256";
  private static final int BYTES = 32;

  /** Cached, so that replacing the key on disk does not affect a running worker. */
  private static final Map<Path, HostKey> KNOWN = new ConcurrentHashMap<>();

  private final SecretKeySpec key;

  private HostKey(byte[] key) {
    this.key = new SecretKeySpec(key, ALGORITHM);
  }

  /** Returns the key of a data folder, creating it if missing. */
  public static HostKey of(DataFolder data) {
    return KNOWN.computeIfAbsent(data.hostKeyFile(), HostKey::readOrMake);
  }

  private static HostKey readOrMake(Path file) {
    try {
      if (isMissing(file)) {
        // If two workers start at the same time, the first one's key wins.
        try (PathLock held = PathLock.take(file.resolveSibling(file.getFileName() + ".lock"))) {
          if (isMissing(file)) {
            byte[] made = new byte[BYTES];
            new SecureRandom().nextBytes(made);
            AtomicFiles.writePrivate(file, made);
          }
        }
      }
      return new HostKey(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read or create the host key " + file, e);
    }
  }

  /** A machine crash may leave an empty file. */
  private static boolean isMissing(Path file) throws IOException {
    return !Files.exists(file) || Files.size(file) == 0;
  }

  /** Returns the MAC of content in hex; it differs between contexts. */
  public String mac(String context, byte[] content) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      mac.update((context + "\0").getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(mac.doFinal(content));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has " + ALGORITHM, e);
    }
  }

  /** Returns the content followed by its MAC. */
  public byte[] seal(String context, byte[] content) {
    byte[] code = ("\n" + mac(context, content)).getBytes(StandardCharsets.US_ASCII);
    byte[] all = new byte[content.length + code.length];
    System.arraycopy(content, 0, all, 0, content.length);
    System.arraycopy(code, 0, all, content.length, code.length);
    return all;
  }

  /**
   * Returns the content given to {@link #seal}; empty if it was not sealed here in this context.
   */
  public Optional<byte[]> open(String context, byte[] all) {
    int length = all.length - 2 * BYTES - 1;
    if (length < 0) {
      return Optional.empty();
    }
    byte[] content = Arrays.copyOf(all, length);
    return MessageDigest.isEqual(seal(context, content), all)
        ? Optional.of(content)
        : Optional.empty();
  }
}
