package dev.conclave.workflows.temporal;

import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a field takes, in words for those who gave it something else. Pure. */
public enum Expected {
  /** In the words of whoever writes JSON. */
  JSON("", "", "", "a list in [ ]", "an object in { }"),
  /** In the words of whoever writes a YAML file. */
  YAML(
      ", for example 4",
      ", for example 2.5",
      ", for example \"codex\"",
      "a list, for example [gemini, codex]",
      "keys and values below it, each on a line of its own, indented");

  private final String integer;
  private final String decimal;
  private final String text;
  private final String list;
  private final String object;

  Expected(String integer, String decimal, String text, String list, String object) {
    this.integer = integer;
    this.decimal = decimal;
    this.text = text;
    this.list = list;
    this.object = object;
  }

  /** A list of whatever it is. */
  public String list() {
    return list;
  }

  /** What a type takes; empty where there is no better word for it than the reader's own. */
  public Optional<String> of(@Nullable Class<?> type) {
    if (type == null) {
      return Optional.empty();
    }
    if (type.isEnum()) {
      return Optional.of(
          oneOf(Arrays.stream(type.getEnumConstants()).map(c -> (Enum<?>) c).toList()));
    }
    if (type == String.class) {
      return Optional.of("a text" + text);
    }
    if (type == Boolean.class || type == boolean.class) {
      return Optional.of("true or false");
    }
    if (type == Double.class || type == double.class) {
      return Optional.of("a number" + decimal);
    }
    if (Number.class.isAssignableFrom(type) || type.isPrimitive()) {
      return Optional.of("a whole number" + integer);
    }
    if (Collection.class.isAssignableFrom(type)) {
      return Optional.of(list);
    }
    return Map.class.isAssignableFrom(type) || type.isRecord()
        ? Optional.of(object)
        : Optional.empty();
  }

  /** The words of some constants. */
  public static String oneOf(Collection<? extends Enum<?>> constants) {
    return "one of " + constants.stream().map(Words::of).collect(Collectors.joining(", "));
  }
}
