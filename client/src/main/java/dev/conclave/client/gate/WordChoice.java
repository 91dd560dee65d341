package dev.conclave.client.gate;

import dev.conclave.client.session.Spelling;
import dev.conclave.workflows.temporal.Words;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** One of a closed choice of words as an option takes it, for parsing, help and completion. */
public abstract class WordChoice<E extends Enum<E>> implements ITypeConverter<E>, Iterable<String> {
  private final Class<E> type;

  protected WordChoice(Class<E> type) {
    this.type = type;
  }

  @Override
  public E convert(String word) {
    List<String> words = words(type);
    return Words.parse(type, word)
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "\"%s\" is none of %s.%s"
                        .formatted(
                            word, String.join(", ", words), Spelling.question(word, words))));
  }

  @Override
  public Iterator<String> iterator() {
    return words(type).iterator();
  }

  /** All words of a choice, in their order. */
  public static <E extends Enum<E>> List<String> words(Class<E> type) {
    return Arrays.stream(type.getEnumConstants()).map(Words::of).toList();
  }
}
