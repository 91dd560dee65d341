package dev.conclave.activities.discussion.reply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.temporal.Cut;
import java.util.ArrayList;
import java.util.List;

/** Reads lists of sentences, however an agent wrote them. */
final class Texts {
  private final ParseNotes notes;

  Texts(ParseNotes notes) {
    this.notes = notes;
  }

  /** The sentences of a list; a lone string is split at its lines, an object becomes a sentence. */
  List<String> list(JsonNode value, String field) {
    List<String> sentences = new ArrayList<>();
    if (value.isArray()) {
      value.forEach(item -> add(item, field, sentences));
    } else if (value.isTextual()) {
      notes.add(field + " was one text: its lines were taken");
      value
          .asText()
          .lines()
          .map(Texts::withoutBullet)
          .filter(s -> !s.isEmpty())
          .forEach(sentences::add);
    } else if (!value.isMissingNode() && !value.isNull()) {
      notes.add(field + " was no list");
      add(value, field, sentences);
    }
    if (sentences.size() > ReplyBounds.READ.entries()) {
      notes.add(ReplyBounds.EXCEEDED);
    }
    return sentences.stream().limit(ReplyBounds.READ.entries()).toList();
  }

  private void add(JsonNode item, String field, List<String> sentences) {
    if (item instanceof ObjectNode object) {
      notes.add(field + " held objects: their texts were taken");
      sentences.add(Cut.shown(sentence(object), ReplyBounds.READ.characters()));
    } else if (item.isArray()) {
      notes.add(field + " held lists in the list");
      item.forEach(inner -> add(inner, field, sentences));
    } else if (item.asText("").isBlank() || item.isNull()) {
      notes.add("an empty entry of " + field + " was left out");
    } else {
      sentences.add(item.asText().strip());
    }
  }

  private String sentence(ObjectNode object) {
    Fields fields = new Fields(object, notes);
    String words =
        fields.text(
            "finding", "description", "text", "statement", "concern", "summary", "title", "name");
    if (words.isEmpty()) {
      return object.toString();
    }
    CodeLocation place = new Locations(notes).of(fields);
    List<String> parts = new ArrayList<>(List.of(words));
    fields.unread().forEach(name -> parts.add(name + ": " + fields.text(name)));
    String said = String.join("; ", parts);
    boolean cites = !place.file().isEmpty() && !said.contains(place.file());
    return cites
        ? said + " [" + place.file() + (place.line() > 0 ? ":" + place.line() : "") + "]"
        : said;
  }

  /** A line without the bullet or number it begins with. */
  static String withoutBullet(String line) {
    return line.strip().replaceFirst("^(?:[-*•+·]|\\d{1,3}[.)、]|[(（]\\d{1,3}[)）])\\s+", "").strip();
  }
}
