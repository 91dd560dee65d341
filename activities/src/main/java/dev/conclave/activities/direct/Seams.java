package dev.conclave.activities.direct;

import dev.conclave.activities.search.index.IndexedFile;
import dev.conclave.activities.search.source.PathKind;
import dev.conclave.activities.search.symbols.Symbol;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

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

  /** An interface of the place's file or folder, else the place's own first type. */
  Optional<Seam> of(Place place) {
    Optional<Seam> own = types(place.file(), true).stream().findFirst();
    if (own.isPresent()) {
      return own;
    }
    Set<Seam> declared = new LinkedHashSet<>();
    for (IndexedFile file : places.all()) {
      boolean near = file.directory().equals(place.file().directory());
      if (near && file.language() == place.file().language() && file.kind() == PathKind.SOURCE) {
        declared.addAll(types(file, true));
      }
    }
    return declared.stream()
        .filter(seam -> place.name().contains(seam.name()))
        .findFirst()
        .or(() -> declared.stream().findFirst())
        .or(() -> own(place));
  }

  /** The type that the place is; the only one of its file where it is none itself. */
  private Optional<Seam> own(Place place) {
    List<Seam> types = types(place.file(), false);
    return types.stream()
        .filter(seam -> types.size() == 1 || place.name().equals(seam.name()))
        .findFirst();
  }

  private List<Seam> types(IndexedFile file, boolean onlyInterfaces) {
    List<String> lines = texts.lines(file);
    return file.symbols().stream()
        .filter(s -> s.kind() == Symbol.Kind.TYPE && s.line() <= lines.size())
        .filter(s -> !onlyInterfaces || INTERFACE.matcher(lines.get(s.line() - 1)).find())
        .map(s -> new Seam(file.path(), s.name(), s.line()))
        .toList();
  }
}
