package dev.conclave.client.command;

import dev.conclave.client.Spelling;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What is wrong with a command line, in a sentence. */
final class Misuse {
  private Misuse() {}

  /**
   * The sentence.
   *
   * @param reason what picocli says
   */
  static String of(ParameterException e, String reason) {
    if (e instanceof UnmatchedArgumentException unmatched && !unmatched.getUnmatched().isEmpty()) {
      return unknown(unmatched.getUnmatched().get(0), e.getCommandLine());
    }
    if (e instanceof MissingParameterException missing && !missing.getMissing().isEmpty()) {
      return missing(missing.getMissing().get(0));
    }
    String said = Rewording.of(reason.strip());
    return said.endsWith(".") || said.endsWith("?") ? said : said + ".";
  }

  private static String unknown(String word, CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    if (word.startsWith("-")) {
      String name = word.replaceFirst("=.*", "");
      List<String> near = Spelling.near(name, spec.optionsMap().keySet());
      return "There is no option %s.%s"
          .formatted(name, Spelling.question(near.isEmpty() ? taking(name, spec) : near));
    }
    if (spec.subcommands().isEmpty()) {
      return "There is nothing to do with \"" + word + "\".";
    }
    return "There is no command \"%s\".%s".formatted(word, HelpCommand.question(command, word));
  }

  /** Options by what they take: {@code --agents} is a fair guess at {@code --tools=AGENT}. */
  private static List<String> taking(String name, CommandSpec spec) {
    String value = name.replaceFirst("^-+", "").replaceFirst("s$", "").toUpperCase(Locale.ROOT);
    return spec.options().stream()
        .filter(option -> List.of(option.paramLabel().split("\\W+")).contains(value))
        .map(OptionSpec::longestName)
        .toList();
  }

  private static String missing(ArgSpec argument) {
    String what = argument.description().length == 0 ? "" : ": " + argument.description()[0];
    return (lacking(argument) + what).replaceFirst("\\.?$", ".");
  }

  private static String lacking(ArgSpec argument) {
    if (!(argument instanceof OptionSpec option)) {
      return "Missing " + argument.paramLabel();
    }
    // One that nobody has to give was given, but without its value.
    return option.required()
        ? "Missing " + option.longestName() + " " + option.paramLabel()
        : option.longestName() + " needs " + option.paramLabel();
  }
}
