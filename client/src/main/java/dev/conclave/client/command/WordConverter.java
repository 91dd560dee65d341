package dev.conclave.client.command;

import dev.conclave.client.Spelling;
import dev.conclave.workflows.temporal.Words;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads one of a closed choice of words, as messages and people write them. */
public final class WordConverter<E extends Enum<E>> implements ITypeConverter<E> {
  private final Class<E> type;

  public WordConverter(Class<E> type) {
    this.type = type;
  }

  @Override
  public E convert(String word) {
    return Words.parse(type, word)
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "\"%s\" is none of %s.%s"
                        .formatted(
                            word,
                            String.join(", ", words(type)),
                            Spelling.question(word, words(type)))));
  }

  /** All words of a choice, in their order. */
  public static <E extends Enum<E>> List<String> words(Class<E> type) {
    return Arrays.stream(type.getEnumConstants()).map(Words::of).toList();
  }
}
