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

/** A person's Ed25519 key for signing answers. */
public record ApproverKey(String name, PrivateKey key) {
  private static final String ALGORITHM = "Ed25519";
  private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N}._-]{0,39}");

  public static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }

  /** Creates a key pair: the line of the key file, and the public key in configuration format. */
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
   * Reads the line of a key file.
   *
   * @throws IllegalArgumentException when it is not a key; the message never quotes the line
   */
  public static ApproverKey read(String line) {
    String[] parts = line.strip().split(":", 2);
    try {
      byte[] bytes = Base64.getDecoder().decode(parts.length == 2 ? parts[1] : "");
      return new ApproverKey(
          parts[0],
          KeyFactory.getInstance(ALGORITHM).generatePrivate(new PKCS8EncodedKeySpec(bytes)));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "it does not contain a key of `conclave approver-key`"); // no cause
    }
  }

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

  /** Returns whether the owner of a public key signed the content. Pure. */
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
      return false; // wrong length or format
    }
  }
}
