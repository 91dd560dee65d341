package dev.conclave.activities.search.index;

import dev.conclave.activities.search.source.Language;
import dev.conclave.activities.search.source.PathKind;
import dev.conclave.activities.search.source.SourceFile;
import dev.conclave.activities.search.source.SourceParser;
import dev.conclave.activities.search.source.Symbol;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.MultiBits;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.Bits;

/**
 * One commit of a workspace's index, open for reading, and the files that its documents stand for.
 * What others write meanwhile does not show. Thread-safe; to be closed.
 */
public final class CodeIndex implements Closeable {
  static final String PATH = "path";
  static final String ID = "id";
  private static final String LANGUAGE = "language";
  private static final String SYMBOLS = "symbols";
  private static final String IMPORTS = "import-lines";
  private static final FieldType COUNTED = new FieldType();

  static {
    COUNTED.setTokenized(true);
    COUNTED.setIndexOptions(IndexOptions.DOCS_AND_FREQS);
    COUNTED.freeze();
  }

  private static final IndexedFile NOTHING =
      new IndexedFile("", "", Language.OTHER, List.of(), List.of());

  private final DirectoryReader reader;
  private final Update update;
  private final List<IndexedFile> files = new ArrayList<>();

  /**
   * What bringing an index up to date did.
   *
   * @param read files that were new or different
   * @param removed files that are gone
   * @param unreadable paths of files that could not be opened
   * @param current whether the index has the tree's content; false when another process was writing
   *     it for too long and its last commit is searched
   */
  public record Update(int read, int removed, List<String> unreadable, boolean current) {}

  CodeIndex(DirectoryReader reader, Update update) throws IOException {
    this.reader = reader;
    this.update = update;
    Bits live = MultiBits.getLiveDocs(reader);
    for (int i = 0; i < reader.maxDoc(); i++) {
      files.add(live == null || live.get(i) ? file(reader.storedFields().document(i)) : NOTHING);
    }
  }

  /** How the index was brought up to date when it was opened. */
  public Update update() {
    return update;
  }

  /** Every searchable file, in no particular order. */
  public List<IndexedFile> files() {
    return files.stream().filter(file -> file != NOTHING).toList();
  }

  /** Documents are numbered from 0 to this, exclusive; some of the numbers stand for nothing. */
  int size() {
    return files.size();
  }

  boolean isFile(int number) {
    return files.get(number) != NOTHING;
  }

  IndexedFile file(int number) {
    return files.get(number);
  }

  DirectoryReader reader() {
    return reader;
  }

  @Override
  public void close() throws IOException {
    Directory directory = reader.directory();
    reader.close();
    directory.close();
  }

  static Document document(SourceFile file, String text) {
    SourceParser.Parsed source = SourceParser.parse(file.path(), text);
    Document document = leftOut(file);
    document.add(new StoredField(LANGUAGE, source.language().name()));
    document.add(
        new StoredField(
            SYMBOLS,
            source.symbols().stream()
                .map(s -> s.line() + "\t" + s.kind().name() + "\t" + s.name())
                .collect(Collectors.joining("\n"))));
    document.add(new StoredField(IMPORTS, String.join("\n", source.imports())));
    String name = file.name();
    String stem = PathKind.stem(name);
    String folders = file.path().substring(0, file.path().length() - name.length());
    add(document, Bm25f.Field.STEM, stem);
    add(document, Bm25f.Field.DIRECTORIES, folders + " " + name.substring(stem.length()));
    add(
        document,
        Bm25f.Field.DEFINITIONS,
        source.symbols().stream().map(Symbol::name).collect(Collectors.joining(" ")));
    add(document, Bm25f.Field.STRINGS, source.layers().strings());
    add(document, Bm25f.Field.IMPORTS, String.join(" ", source.imports()));
    boolean prose = source.language() == Language.PROSE;
    add(document, Bm25f.Field.COMMENTS, prose ? text : source.layers().comments());
    add(document, Bm25f.Field.CODE, prose ? "" : source.layers().code());
    return document;
  }

  /** A file that is not searched, remembered so that it is not read again. */
  static Document leftOut(SourceFile file) {
    Document document = new Document();
    document.add(new StringField(PATH, file.path(), Field.Store.YES));
    document.add(new StoredField(ID, file.id()));
    return document;
  }

  private static void add(Document document, Bm25f.Field field, String text) {
    List<String> terms = Terms.of(text);
    if (!terms.isEmpty()) {
      document.add(new Field(field.key(), Terms.stream(terms), COUNTED));
    }
  }

  private static IndexedFile file(Document document) {
    String language = document.get(LANGUAGE);
    return language == null
        ? NOTHING
        : new IndexedFile(
            document.get(PATH),
            document.get(ID),
            Language.valueOf(language),
            document.get(SYMBOLS).lines().map(CodeIndex::symbol).toList(),
            document.get(IMPORTS).lines().toList());
  }

  private static Symbol symbol(String line) {
    String[] parts = line.split("\t", 3);
    return new Symbol(parts[2], Symbol.Kind.valueOf(parts[1]), Integer.parseInt(parts[0]));
  }
}
