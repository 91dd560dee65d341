package dev.conclave.workflows.plan;

import java.nio.charset.StandardCharsets;

/** Long texts as people and agents write them. */
final class Texts {
  private static final String LINE = "限流应当在网关层按租户维度进行 (\"TokenBucket\")，而不是在服务内部。\n";

  private Texts() {}

  /** Lines of Chinese with quotation marks, in at most so many bytes of UTF-8. */
  static String filled(int bytes) {
    return LINE.repeat(bytes / LINE.getBytes(StandardCharsets.UTF_8).length);
  }
}
