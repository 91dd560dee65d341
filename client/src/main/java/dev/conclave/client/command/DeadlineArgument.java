package dev.conclave.client.command;

import dev.conclave.client.Spelling;
import dev.conclave.workflows.config.Durations;
import dev.conclave.workflows.session.Deadline;
import dev.conclave.workflows.session.DeadlinePolicy;
import dev.conclave.workflows.temporal.Words;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** {@code --deadline DURATION[:save|cancel|approve-first]}; save when no policy is named. */
final class DeadlineArgument implements ITypeConverter<Deadline> {
  private static final List<String> POLICIES = WordConverter.words(DeadlinePolicy.class);

  @Override
  public Deadline convert(String text) {
    int colon = text.indexOf(':');
    String policy = colon < 0 ? Words.of(DeadlinePolicy.SAVE) : text.substring(colon + 1);
    return new Deadline(
        after(colon < 0 ? text : text.substring(0, colon)),
        Words.parse(DeadlinePolicy.class, policy)
            .orElseThrow(
                () ->
                    new TypeConversionException(
                        "\"%s\" is no policy; write one of %s.%s"
                            .formatted(
                                policy,
                                String.join(", ", POLICIES),
                                Spelling.question(policy, POLICIES)))));
  }

  private static Duration after(String text) {
    try {
      Duration after = Durations.parse(text);
      if (after.compareTo(Duration.ofSeconds(1)) >= 0) {
        return after;
      }
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new TypeConversionException(
          "\"" + text + "\" is no duration; write for example 90m, 36h or 3d:save");
    }
    throw new TypeConversionException("a deadline is at least 1s from now");
  }
}
