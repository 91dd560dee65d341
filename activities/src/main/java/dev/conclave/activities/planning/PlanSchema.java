package dev.conclave.activities.planning;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** What a planner is told of the form of its reply. */
public final class PlanSchema {
  private PlanSchema() {}

  /** JSON Schema (draft 2020-12) of a plan. */
  public static String json() {
    return resource("plan-reply.json");
  }

  /** A plan that passes schema and rules. */
  public static String example() {
    return resource("plan-reply.example.json");
  }

  private static String resource(String name) {
    try (InputStream in = PlanSchema.class.getResourceAsStream("/schemas/" + name)) {
      if (in == null) {
        throw new IllegalStateException("schemas/" + name + " is not on the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
