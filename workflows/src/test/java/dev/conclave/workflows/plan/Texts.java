package dev.conclave.workflows.plan;

import java.nio.charset.StandardCharsets;

/** Long texts like those of people and agents. */
final class Texts {
  private static final String LINE = "限流应当在网关层按租户维度进行 (\"TokenBucket\")，而不是在服务内部。\n";

  private Texts() {}

  /** Returns lines of Chinese with quotation marks, limited in UTF-8 bytes. */
  static String filled(int bytes) {
    return LINE.repeat(bytes / LINE.getBytes(StandardCharsets.UTF_8).length);
  }
}
