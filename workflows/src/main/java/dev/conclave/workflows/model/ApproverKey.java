package dev.conclave.workflows.model;

import com.google.re2j.Pattern;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.Optional;

/** A person's Ed25519 key, with which the person signs answers. */
public record ApproverKey(String name, PrivateKey key) {
  private static final String ALGORITHM = "Ed25519";
  private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N}._-]{0,39}");

  /** Whether a person's key may have this name. */
  public static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }

  /** Makes a pair: the line of the key's file, and the public key as the configuration has it. */
  public static Pair make(String name) {
    try {
      KeyPair pair = KeyPairGenerator.getInstance(ALGORITHM).generateKeyPair();
      Base64.Encoder text = Base64.getEncoder();
      return new Pair(
          name + ":" + text.encodeToString(pair.getPrivate().getEncoded()),
          text.encodeToString(pair.getPublic().getEncoded()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform since 15 has Ed25519", e);
    }
  }

  public record Pair(String file, String publicKey) {}

  /**
   * Reads the line of a key's file.
   *
   * @throws IllegalArgumentException when it is none; never quotes it
   */
  public static ApproverKey read(String line) {
    String[] parts = line.strip().split(":", 2);
    try {
      byte[] bytes = Base64.getDecoder().decode(parts.length == 2 ? parts[1] : "");
      return new ApproverKey(
          parts[0],
          KeyFactory.getInstance(ALGORITHM).generatePrivate(new PKCS8EncodedKeySpec(bytes)));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new IllegalArgumentException("it holds no key of `conclave approver-key`"); // no cause
    }
  }

  /** Whether a text is a public key that can verify signatures. */
  public static boolean isPublicKey(String text) {
    return publicKey(text).isPresent();
  }

  private static Optional<PublicKey> publicKey(String text) {
    try {
      byte[] bytes = Base64.getDecoder().decode(text);
      return Optional.of(
          KeyFactory.getInstance(ALGORITHM).generatePublic(new X509EncodedKeySpec(bytes)));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  public String sign(String content) {
    try {
      Signature signing = Signature.getInstance(ALGORITHM);
      signing.initSign(key);
      signing.update(content.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(signing.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("an Ed25519 key signs anything", e);
    }
  }

  /** Whether the owner of a public key signed the content. Depends on its arguments alone. */
  public static boolean signed(String publicKey, String content, String signature) {
    Optional<PublicKey> known = publicKey(publicKey);
    if (known.isEmpty()) {
      return false;
    }
    try {
      Signature checking = Signature.getInstance(ALGORITHM);
      checking.initVerify(known.get());
      checking.update(content.getBytes(StandardCharsets.UTF_8));
      return checking.verify(Base64.getDecoder().decode(signature));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      return false; // a signature of another length or form
    }
  }
}
