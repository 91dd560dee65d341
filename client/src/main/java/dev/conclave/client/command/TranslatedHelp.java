package dev.conclave.client.command;

import dev.conclave.workflows.text.Language;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.Messages;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Puts the help of commands, which are annotated in English, into another language. */
record TranslatedHelp(Language language) {
  private static final Pattern LINE_OF_PARAGRAPH = Pattern.compile("(?m)^(\\S.*)\n(?=\\S)");

  /** Translates the help of a command and its subcommands when it is printed. */
  void translate(CommandLine line) {
    line.setHelpFactory(
        (spec, colors) -> {
          translate(spec);
          return new CommandLine.Help(spec, colors);
        });
  }

  private void translate(CommandSpec spec) {
    UsageMessageSpec usage = spec.usageMessage();
    usage.synopsisHeading(language.sentence(usage.synopsisHeading()).strip());
    usage.description(paragraphs(usage.description()));
    usage.commandListHeading(heading(usage.commandListHeading()));
    usage.exitCodeListHeading(heading(usage.exitCodeListHeading()));
    Map<String, String> codes = new LinkedHashMap<>(usage.exitCodeList());
    codes.replaceAll((code, what) -> language.sentence(what));
    usage.exitCodeList(codes);
    usage.footer(paragraphs(usage.footer()));
    for (ArgGroupSpec group : spec.argGroups()) {
      if (group.heading() != null) {
        String english = group.heading();
        group.messages(new Text(spec, () -> new String[] {heading(english)}));
      }
    }
    for (ArgSpec argument : spec.args()) {
      String[] english = argument.description();
      argument.messages(new Text(spec, () -> paragraphs(english)));
    }
  }

  private String heading(String text) {
    return language.sentence(text.replace("%n", "\n"));
  }

  /** Translates paragraphs, which are broken into lines in English; indented lines are examples. */
  private String[] paragraphs(String[] lines) {
    return LINE_OF_PARAGRAPH
        .matcher(String.join("\n", lines))
        .replaceAll("$1 ")
        .lines()
        .map(line -> line.startsWith(" ") ? line : language.sentence(line))
        .toArray(String[]::new);
  }

  /** The text of one argument or group, in place of a resource bundle; made when it is shown. */
  private static final class Text extends Messages {
    private final Supplier<String[]> lines;

    Text(CommandSpec spec, Supplier<String[]> lines) {
      super(spec, "", null);
      this.lines = lines;
    }

    @Override
    public String getString(String key, @Nullable String otherwise) {
      return String.join("\n", lines.get());
    }

    @Override
    public String[] getStringArray(String key, String @Nullable [] otherwise) {
      return lines.get();
    }
  }
}
