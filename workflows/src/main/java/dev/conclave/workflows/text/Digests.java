package dev.conclave.workflows.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 in lower-case hexadecimal digits. */
public final class Digests {
  private static final int DECIMALS = 6;

  private Digests() {}

  public static String sha256(String text) {
    return sha256(text.getBytes(StandardCharsets.UTF_8));
  }

  public static String sha256(byte[] bytes) {
    return HexFormat.of().formatHex(newSha256().digest(bytes));
  }

  /**
   * Digests a record's wire form. Fractions have six decimals, so the digest is the same on every
   * JDK.
   */
  public static String ofRecord(Object record) {
    return sha256(stable(WireMapper.get().valueToTree(record)).toString());
  }

  public static MessageDigest newSha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private static JsonNode stable(JsonNode node) {
    if (node instanceof ObjectNode object) {
      object.properties().forEach(field -> field.setValue(stable(field.getValue())));
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        array.set(i, stable(array.get(i)));
      }
    } else if (node.isDouble() || node.isFloat()) {
      String number = Words.decimal(node.doubleValue(), DECIMALS);
      return Double.isFinite(node.doubleValue())
          ? DecimalNode.valueOf(new BigDecimal(number))
          : TextNode.valueOf(number);
    }
    return node;
  }
}
