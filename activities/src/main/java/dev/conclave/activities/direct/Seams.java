package dev.conclave.activities.direct;

import dev.conclave.activities.search.index.IndexedFile;
import dev.conclave.activities.search.source.PathKind;
import dev.conclave.activities.search.symbols.Symbol;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds what a new module could be put behind. */
final class Seams {
  private static final Pattern INTERFACE =
      Pattern.compile("\\b(?:interface|trait|protocol|abstract\\s+class|ABC)\\b");

  private final Places places;
  private final Texts texts;

  Seams(Places places, Texts texts) {
    this.places = places;
    this.texts = texts;
  }

  /** A declared type. */
  record Seam(String path, String name, int line) {}

  /**
   * An interface of the place's file or folder that the place is, declares itself by or is called
   * after; else the type that the place is or is the member of. That an interface stands in the
   * same folder makes it no seam.
   */
  Optional<Seam> of(Place place) {
    if (place.symbol().isEmpty()) {
      return Optional.empty();
    }
    Symbol symbol = place.symbol().get();
    List<String> lines = texts.code(place.file());
    String declaration = symbol.line() <= lines.size() ? lines.get(symbol.line() - 1) : "";
    boolean type = symbol.kind() == Symbol.Kind.TYPE;
    return interfaces(place.file())
        .filter(
            seam ->
                seam.name().equals(symbol.name())
                    || (type && symbol.name().endsWith(seam.name()))
                    || (type
                        && new Mentions(List.of(declaration), seam.name()).first().isPresent()))
        .findFirst()
        .or(() -> own(place.file(), symbol));
  }

  private Stream<Seam> interfaces(IndexedFile file) {
    List<Seam> found = new ArrayList<>(types(file, true));
    for (IndexedFile other : places.all()) {
      boolean near =
          other.directory().equals(file.directory()) && !other.path().equals(file.path());
      if (near && other.language() == file.language() && other.kind() == PathKind.SOURCE) {
        found.addAll(types(other, true));
      }
    }
    return found.stream();
  }

  /** The type that the place is; the only one of its file, called like it, where it is none. */
  private Optional<Seam> own(IndexedFile file, Symbol symbol) {
    List<Seam> types = types(file, false);
    return types.stream()
        .filter(
            seam ->
                symbol.name().equals(seam.name())
                    || (types.size() == 1 && Places.isCalledLike(file, seam.name())))
        .findFirst();
  }

  private List<Seam> types(IndexedFile file, boolean onlyInterfaces) {
    List<String> lines = texts.code(file);
    return file.symbols().stream()
        .filter(s -> s.kind() == Symbol.Kind.TYPE && s.line() <= lines.size())
        .filter(s -> !onlyInterfaces || INTERFACE.matcher(lines.get(s.line() - 1)).find())
        .map(s -> new Seam(file.path(), s.name(), s.line()))
        .toList();
  }
}
