package dev.conclave.activities.direct;

import dev.conclave.activities.search.index.ImportGraph;
import dev.conclave.activities.search.index.IndexedFile;
import dev.conclave.activities.search.source.Language;
import dev.conclave.activities.search.source.PathKind;
import dev.conclave.activities.search.symbols.Symbol;
import dev.conclave.activities.search.text.Identifiers;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** Which file can mean another's symbol when it says a name. */
final class Neighbourhood {
  /** Languages in which files of one package use each other without an import. */
  private static final Set<Language> FOLDER_IS_PACKAGE =
      Set.of(Language.JAVA, Language.KOTLIN, Language.GO, Language.CSHARP);

  private final Collection<IndexedFile> files;
  private final ImportGraph graph;

  Neighbourhood(Collection<IndexedFile> files, ImportGraph graph) {
    this.files = files;
    this.graph = graph;
  }

  /** The other files that define a symbol of the same name. */
  List<IndexedFile> rivals(IndexedFile file, String name) {
    return files.stream()
        .filter(other -> !other.path().equals(file.path()) && alike(other, file))
        .filter(other -> defines(other, name))
        .toList();
  }

  /**
   * Whether a name that one file says is the other's symbol: it can see that file and no rival; a
   * name of several parts that nobody else defines needs no import in sight.
   */
  boolean means(IndexedFile speaker, IndexedFile file, String name, List<IndexedFile> rivals) {
    if (defines(speaker, name)) {
      return false;
    }
    if (rivals.isEmpty()) {
      return sees(speaker, file) || Identifiers.parts(name).size() > 1;
    }
    return sees(speaker, file) && rivals.stream().noneMatch(rival -> sees(speaker, rival));
  }

  /** The lines by which a file imports another; empty when it does not. */
  List<Integer> imports(IndexedFile importer, IndexedFile file) {
    return graph.importsOf(importer.path()).stream()
        .filter(edge -> edge.file().equals(file.path()))
        .map(ImportGraph.Edge::line)
        .toList();
  }

  /** Whether both are of languages that can name each other's symbols. */
  static boolean alike(IndexedFile one, IndexedFile other) {
    return one.language().isCode() && one.language().family() == other.language().family();
  }

  private static boolean defines(IndexedFile file, String name) {
    return file.symbols().stream().map(Symbol::name).anyMatch(name::equals);
  }

  private boolean sees(IndexedFile speaker, IndexedFile file) {
    if (FOLDER_IS_PACKAGE.contains(file.language())
        && packageOf(speaker.directory()).equals(packageOf(file.directory()))) {
      return true;
    }
    return graph.importsOf(speaker.path()).stream().anyMatch(edge -> brings(edge.file(), file));
  }

  /** A Go import brings the whole folder, and a header what its source defines. */
  private static boolean brings(String imported, IndexedFile file) {
    String folder = imported.substring(0, Math.max(0, imported.lastIndexOf('/')));
    return switch (file.language()) {
      case GO -> folder.equals(file.directory());
      case C, CPP -> PathKind.stem(imported).equals(PathKind.stem(file.path()));
      default -> imported.equals(file.path());
    };
  }

  /** Tests and sources of a package stand in two trees of the same folders. */
  private static String packageOf(String directory) {
    return directory.replaceFirst("(^|/)src/[^/]+/", "$1src/");
  }
}
