package dev.conclave.activities.search.index;

import dev.conclave.activities.search.source.Import;
import dev.conclave.activities.search.source.Language;
import dev.conclave.activities.search.source.ParsedSource;
import dev.conclave.activities.search.source.PathKind;
import dev.conclave.activities.search.source.SourceFile;
import dev.conclave.activities.search.source.SourceParser;
import dev.conclave.activities.search.source.Symbol;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexOptions;

/** A file as a Lucene document, and back. */
final class FileDocument {
  static final String PATH = "path";
  static final String ID = "id";
  private static final String LANGUAGE = "language";
  private static final String SYMBOLS = "symbols";
  private static final String IMPORT_LINES = "import-lines";
  private static final FieldType COUNTED = counted();

  private FileDocument() {}

  static Document of(SourceFile file, String text) {
    ParsedSource source = SourceParser.parse(file.path(), text);
    Document document = empty(file, source.language());
    document.add(new StoredField(SYMBOLS, lines(source.symbols())));
    document.add(new StoredField(IMPORT_LINES, importLines(source.imports())));
    String name = file.name();
    String stem = PathKind.stem(name);
    String folders = file.path().substring(0, file.path().length() - name.length());
    add(document, SearchField.STEM, stem);
    add(document, SearchField.DIRECTORIES, folders + " " + name.substring(stem.length()));
    add(
        document,
        SearchField.DEFINITIONS,
        source.symbols().stream().map(Symbol::name).collect(Collectors.joining(" ")));
    add(document, SearchField.STRINGS, source.layers().strings());
    add(
        document,
        SearchField.IMPORTS,
        source.imports().stream().map(Import::target).collect(Collectors.joining(" ")));
    boolean prose = source.language() == Language.PROSE;
    add(document, SearchField.COMMENTS, prose ? text : source.layers().comments());
    add(document, SearchField.CODE, prose ? "" : source.layers().code());
    return document;
  }

  /** A file that is left out, remembered so that it is not read again. */
  static Document leftOut(SourceFile file) {
    Document document = new Document();
    document.add(new StringField(PATH, file.path(), Field.Store.YES));
    document.add(new StoredField(ID, file.id()));
    return document;
  }

  static boolean isLeftOut(Document document) {
    return document.get(LANGUAGE) == null;
  }

  static IndexedFile file(Document document) {
    return new IndexedFile(
        document.get(PATH),
        document.get(ID),
        Language.valueOf(document.get(LANGUAGE)),
        symbols(document.get(SYMBOLS)),
        imports(document.get(IMPORT_LINES)));
  }

  private static Document empty(SourceFile file, Language language) {
    Document document = leftOut(file);
    document.add(new StoredField(LANGUAGE, language.name()));
    return document;
  }

  private static void add(Document document, SearchField field, String text) {
    List<String> terms = Terms.of(text);
    if (!terms.isEmpty()) {
      document.add(new Field(field.key(), new TermStream(terms), COUNTED));
    }
  }

  private static String lines(List<Symbol> symbols) {
    return symbols.stream()
        .map(s -> s.line() + "\t" + s.kind().name() + "\t" + s.name())
        .collect(Collectors.joining("\n"));
  }

  private static List<Symbol> symbols(String lines) {
    List<Symbol> symbols = new ArrayList<>();
    lines
        .lines()
        .map(line -> line.split("\t", 3))
        .forEach(
            p -> symbols.add(new Symbol(p[2], Symbol.Kind.valueOf(p[1]), Integer.parseInt(p[0]))));
    return symbols;
  }

  private static String importLines(List<Import> imports) {
    return imports.stream()
        .map(i -> i.line() + "\t" + i.target())
        .collect(Collectors.joining("\n"));
  }

  private static List<Import> imports(String lines) {
    List<Import> imports = new ArrayList<>();
    lines
        .lines()
        .map(line -> line.split("\t", 2))
        .forEach(p -> imports.add(new Import(p[1], Integer.parseInt(p[0]))));
    return imports;
  }

  private static FieldType counted() {
    FieldType type = new FieldType();
    type.setTokenized(true);
    type.setIndexOptions(IndexOptions.DOCS_AND_FREQS);
    type.freeze();
    return type;
  }
}
