package dev.conclave.client.command;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.Column.Overflow;
import picocli.CommandLine.Help.TextTable;

/** The list of commands in the help of all, by what a person wants to do. */
public final class CommandGroups {
  private static final Map<String, List<String>> GROUPS = new LinkedHashMap<>();

  static {
    GROUPS.put("Start", List.of("plan", "resume", "search"));
    GROUPS.put("Look", List.of("list", "show", "watch", "export"));
    GROUPS.put("Steer", List.of("answer", "decide", "clarify", "confirm", "cancel"));
    GROUPS.put(
        "This machine",
        List.of("up", "down", "status", "logs", "worker", "doctor", "notify", "codec-server"));
  }

  private static final int NAME_WIDTH = 16;

  private final CommandLine.Help help;
  private final int width;
  private final Map<String, String> left = new LinkedHashMap<>();
  private final StringBuilder text = new StringBuilder();

  public CommandGroups(CommandLine.Help help, CommandLine line) {
    this.help = help;
    this.width = line.getCommandSpec().usageMessage().width();
    line.getSubcommands()
        .forEach(
            (name, command) -> {
              if (!command.getCommandSpec().usageMessage().hidden()) {
                left.put(name, first(command.getCommandSpec().usageMessage().description()));
              }
            });
  }

  /** All of them; what belongs to no group stands at the end. */
  public String text() {
    GROUPS.forEach(this::write);
    write("This command", List.copyOf(left.keySet()));
    return text.toString();
  }

  private void write(String title, List<String> names) {
    TextTable table =
        TextTable.forColumns(
            help.colorScheme(),
            new Column(NAME_WIDTH, 2, Overflow.SPAN),
            new Column(width - NAME_WIDTH, 0, Overflow.WRAP));
    List<String> there = names.stream().filter(left::containsKey).toList();
    for (String name : there) {
      String said = left.getOrDefault(name, "");
      left.remove(name);
      table.addRowValues(help.colorScheme().commandText(name), help.colorScheme().text(said));
    }
    if (!there.isEmpty()) {
      text.append(help.createHeading("%n" + title + ":%n")).append(table);
    }
  }

  private static String first(String[] description) {
    return description.length == 0 ? "" : description[0];
  }
}
