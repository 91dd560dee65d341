package dev.conclave.activities.artifact;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.discussion.SynthesisRecord;
import dev.conclave.workflows.api.ContextPackage;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.temporal.WireMapper;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** The recorded session for tests of other packages. */
public final class RecordedSession {
  private RecordedSession() {}

  public static SynthesisRecord round(int number) {
    return Sessions.round(number);
  }

  /** A round with some fields changed; objects are merged. */
  public static SynthesisRecord round(int number, ObjectNode changes) {
    ObjectNode json = WireMapper.get().valueToTree(Sessions.round(number));
    changes
        .properties()
        .forEach(
            change -> {
              if (change.getValue() instanceof ObjectNode part) {
                ((ObjectNode) json.path(change.getKey())).setAll(part);
              } else {
                json.set(change.getKey(), change.getValue());
              }
            });
    try {
      return WireMapper.get().treeToValue(json, SynthesisRecord.class);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static ContextPackage context() {
    return Sessions.read("context.json", ContextPackage.class);
  }

  public static List<Decision> decisions() {
    return Sessions.decisions();
  }

  public static SourceView tree() {
    return new RecordedTree(Sessions.folder("tree"));
  }

  /** A tree whose every file is six times the same line. */
  public static SourceView linesOf(String line) {
    return new SourceView() {
      @Override
      public List<String> lines(String path, int from, int to) {
        return Collections.nCopies(to - from + 1, line);
      }

      @Override
      public List<Use> uses(Set<String> paths) {
        return List.of();
      }
    };
  }

  public static JsonNode json(String text) {
    return Sessions.json(text);
  }
}
