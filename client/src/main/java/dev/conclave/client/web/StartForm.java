package dev.conclave.client.web;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What a page asks for to start a session of one kind: arguments and options of its command, in the
 * command's own words.
 *
 * @param command {@code plan}, {@code analyze} and the like
 * @param previews whether the command can tell what it would do and what that may cost
 * @param more what most people leave as it is
 */
public record StartForm(
    String command, String description, boolean previews, List<Field> fields, List<Field> more) {
  /**
   * An option, or the argument, which has a name for the form alone.
   *
   * @param label what its value is; empty for one that takes none
   * @param choices words that it takes; empty for any
   * @param initial its value unless it is named
   */
  public record Field(
      String name, String label, List<String> choices, String initial, String help, boolean many) {
    public boolean isFlag() {
      return label.isEmpty() && !isArgument();
    }

    /** Whether it is the task, or what else the command is about. */
    public boolean isArgument() {
      return !name.startsWith("-");
    }
  }

  /** The arguments that a form means; what is empty or as it was is left out. */
  List<String> arguments(Map<String, List<String>> sent) {
    List<String> arguments = new ArrayList<>(List.of(command));
    List<String> last = new ArrayList<>();
    for (Field field : Stream.concat(fields.stream(), more.stream()).toList()) {
      String value =
          String.join("\n", sent.getOrDefault(field.name(), List.of())).replace("\r\n", "\n");
      if (value.isBlank() || value.strip().equals(field.initial())) {
        continue;
      }
      if (field.isArgument()) {
        last.addAll(List.of("--", value.strip()));
      } else if (field.isFlag()) {
        arguments.add(field.name());
      } else if (field.many()) {
        value
            .lines()
            .filter(one -> !one.isBlank())
            .forEach(one -> arguments.add(field.name() + "=" + one.strip()));
      } else {
        arguments.add(field.name() + "=" + value.strip());
      }
    }
    arguments.addAll(last);
    return arguments;
  }
}
