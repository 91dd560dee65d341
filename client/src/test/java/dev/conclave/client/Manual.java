package dev.conclave.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The commands that the README and the pages of {@code docs/} tell a user to type. */
public final class Manual {
  private static final Pattern LINE =
      Pattern.compile("(?: {4}|)(?:\\$ )?((?:\\./)?conclave .*|temporal .*)");
  private static final Pattern INLINE = Pattern.compile("`((?:\\./)?conclave [^`]+)`");
  // A placeholder, a choice or an omission makes it a form, not a command to type.
  private static final Pattern FORM =
      Pattern.compile("[\\[\\]|<>…]|(?<![\\w'\"-])[A-Z]{3,}(?![\\w'\"=])|\\.\\.\\.");

  // Another program that reads the output; the command is tested without it.
  private static final Pattern READER = Pattern.compile(" \\| jq .*");

  private Manual() {}

  /**
   * A command as shown in a page.
   *
   * @param page file name
   * @param block whether it is in a separate block, to be typed; otherwise within a sentence
   */
  public record Command(String page, String text, boolean block) {
    /** Returns whether this is a form that cannot be typed as it is. */
    public boolean isForm() {
      return FORM.matcher(text.replace("MCP-…", "")).find();
    }

    @Override
    public String toString() {
      return page + ": " + text;
    }
  }

  /** Returns every command in the order of the pages. */
  public static List<Command> commands() throws IOException {
    Path root = Path.of(System.getProperty("conclave.root", ".."));
    List<Command> found = new ArrayList<>();
    read(root.resolve("README.md"), found);
    try (Stream<Path> pages = Files.list(root.resolve("docs"))) {
      for (Path page : pages.filter(p -> p.toString().endsWith(".md")).sorted().toList()) {
        read(page, found);
      }
    }
    return found;
  }

  private static void read(Path page, List<Command> found) throws IOException {
    String name = page.getFileName().toString();
    String text = Files.readString(page).replace("\\\n", " ");
    boolean fenced = false;
    for (String line : text.lines().toList()) {
      if (line.startsWith("```")) {
        fenced = !fenced;
      }
      Matcher command = LINE.matcher(line);
      if ((fenced || line.startsWith("    ")) && command.matches()) {
        columns(name, READER.matcher(command.group(1)).replaceFirst(""), found);
      } else {
        INLINE
            .matcher(line)
            .results()
            .forEach(inline -> found.add(new Command(name, inline.group(1), false)));
      }
    }
  }

  /** Splits a line that has two commands, or a command and its purpose, side by side. */
  private static void columns(String page, String line, List<Command> found) {
    boolean wrapped = line.startsWith("temporal");
    for (String column : wrapped ? List.of(line.replaceAll(" +", " ")) : columns(line)) {
      if (column.matches("(\\./)?conclave .*|temporal .*")) {
        found.add(new Command(page, column.strip(), true));
      }
    }
  }

  private static List<String> columns(String line) {
    return List.of(line.split(" {2,}"));
  }
}
