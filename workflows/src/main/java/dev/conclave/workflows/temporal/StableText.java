package dev.conclave.workflows.temporal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Text that is the same on every JDK, for digests and for what a replay compares. Java 17 and 19
 * spell some doubles differently (JDK-4511638); here they are spelled with a fixed number of
 * decimals.
 */
public final class StableText {
  private static final int DECIMALS = 6;

  private StableText() {}

  /** A record's wire form with six decimals in every fraction. */
  public static String of(Object record) {
    return stable(WireMapper.get().valueToTree(record)).toString();
  }

  /** A number with so many decimals, rounded half to even; what is no number by its name. */
  public static String of(double number, int decimals) {
    return Double.isFinite(number)
        ? new BigDecimal(number).setScale(decimals, RoundingMode.HALF_EVEN).toPlainString()
        : Double.toString(number);
  }

  private static JsonNode stable(JsonNode node) {
    if (node instanceof ObjectNode object) {
      object.properties().forEach(field -> field.setValue(stable(field.getValue())));
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        array.set(i, stable(array.get(i)));
      }
    } else if (node.isDouble() || node.isFloat()) {
      double number = node.doubleValue();
      return Double.isFinite(number)
          ? DecimalNode.valueOf(new BigDecimal(of(number, DECIMALS)))
          : TextNode.valueOf(of(number, DECIMALS));
    }
    return node;
  }

  /** {@code 1 file}, {@code 2 files}. */
  public static String counted(long number, String one) {
    return number + " " + one + (number == 1 ? "" : "s");
  }
}
