package dev.conclave.worker.stack;

import java.util.ArrayList;
import java.util.List;

/**
 * Options that keep a JVM from warning of what libraries of ours do: load native code, use {@code
 * sun.misc.Unsafe}. Whoever starts one of ours gives them; the launcher and the image, which are no
 * Java, are tested to.
 */
public final class QuietJava {
  private static final int WARNS_OF_NATIVE_ACCESS = 22;
  private static final int WARNS_OF_UNSAFE = 23;

  private QuietJava() {}

  /**
   * The options that a version of Java needs and knows.
   *
   * @param feature the first number of the version
   */
  public static List<String> options(int feature) {
    List<String> options = new ArrayList<>();
    if (feature >= WARNS_OF_NATIVE_ACCESS) {
      options.add("--enable-native-access=ALL-UNNAMED");
    }
    if (feature >= WARNS_OF_UNSAFE) {
      options.add("--sun-misc-unsafe-memory-access=allow");
    }
    return options;
  }
}
