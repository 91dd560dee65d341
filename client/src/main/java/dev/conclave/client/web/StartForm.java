package dev.conclave.client.web;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The form that starts a session of one kind, with the arguments and options of its command.
 *
 * @param command {@code plan}, {@code analyze} and so on
 * @param previews whether the command can preview what it does and costs
 * @param more fields that most users leave unchanged
 */
public record StartForm(
    String command, String description, boolean previews, List<Field> fields, List<Field> more) {
  /**
   * An option, or the argument under a name that only the form uses.
   *
   * @param label of its value; empty for a flag
   * @param choices allowed values; empty for any
   * @param initial default value
   */
  public record Field(
      String name, String label, List<String> choices, String initial, String help, boolean many) {
    public boolean isFlag() {
      return label.isEmpty() && !isArgument();
    }

    /** Whether it is the positional argument, such as the task. */
    public boolean isArgument() {
      return !name.startsWith("-");
    }
  }

  /** Returns the command's arguments, without empty and default values. */
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
