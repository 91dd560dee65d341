package dev.conclave.activities.search.index;

import dev.conclave.activities.search.source.Symbol;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the names of a file and of its symbols say of a query. */
final class NameEvidence {
  private static final int MOST_SYMBOLS = 8;
  private static final Set<String> NAMED_BY_FOLDER =
      Set.of("index", "mod", "__init__", "main", "lib");

  private final Map<String, Double> termWorth;

  /**
   * Names held against terms.
   *
   * @param termWorth what each stem is worth
   */
  NameEvidence(Map<String, Double> termWorth) {
    this.termWorth = termWorth;
  }

  double stem(IndexedFile file) {
    boolean byFolder = NAMED_BY_FOLDER.contains(file.stem()) && !file.directory().isEmpty();
    String folder = file.directory().substring(file.directory().lastIndexOf('/') + 1);
    String name = byFolder ? folder : file.stem();
    double whole = worth(Stems.of(Identifiers.joined(name)));
    List<String> parts = Identifiers.parts(name);
    if (whole > 0 || parts.size() < 2) {
      return whole;
    }
    double sum = 0;
    for (String part : parts) {
      double worth = worth(Stems.of(part));
      if (worth == 0) {
        return 0;
      }
      sum += worth;
    }
    return sum;
  }

  double symbol(IndexedFile file) {
    Map<String, Double> best = new HashMap<>();
    for (Symbol symbol : file.symbols()) {
      String name = Stems.of(Identifiers.joined(symbol.name()));
      double worth = worth(name) * strength(symbol.kind());
      if (worth > 0) {
        best.merge(name, worth, Math::max);
      }
    }
    return best.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  private static double strength(Symbol.Kind kind) {
    return switch (kind) {
      case TYPE -> 1;
      case FUNCTION -> 0.8;
      case VALUE -> 0.5;
    };
  }

  /** The symbols of a file that the query names, whole or by two of their parts. */
  List<Symbol> namedSymbols(IndexedFile file) {
    Map<Symbol, Double> worths = new HashMap<>();
    for (Symbol symbol : file.symbols()) {
      double whole = worth(Stems.of(Identifiers.joined(symbol.name())));
      double parts =
          Identifiers.parts(symbol.name()).stream().mapToDouble(p -> worth(Stems.of(p))).sum();
      if (whole > 0 || parts > 0) {
        worths.put(symbol, 2 * whole + parts * strength(symbol.kind()));
      }
    }
    return worths.keySet().stream()
        .sorted(
            Comparator.<Symbol>comparingDouble(s -> worths.getOrDefault(s, 0.0))
                .reversed()
                .thenComparing(Symbol::line))
        .limit(MOST_SYMBOLS)
        .toList();
  }

  private double worth(String term) {
    return termWorth.getOrDefault(term, 0.0);
  }
}
