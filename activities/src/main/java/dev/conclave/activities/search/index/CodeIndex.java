package dev.conclave.activities.search.index;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.conclave.activities.search.source.Language;
import dev.conclave.activities.search.source.PathKind;
import dev.conclave.activities.search.source.SourceParser;
import dev.conclave.activities.search.source.Symbol;
import dev.conclave.activities.workspace.TreeFiles.TreeFile;
import dev.conclave.workflows.text.WireMapper;
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

/** A snapshot of a workspace's index, open for reading. Thread-safe. */
public final class CodeIndex implements Closeable {
  static final String PATH = "path";
  static final String ID = "id";
  private static final String FILE = "file";
  private static final FieldType COUNTED = new FieldType();

  static {
    COUNTED.setTokenized(true);
    COUNTED.setIndexOptions(IndexOptions.DOCS_AND_FREQS);
    COUNTED.freeze();
  }

  private static final IndexedFile NOTHING =
      new IndexedFile("", Language.OTHER, List.of(), List.of());

  private final DirectoryReader reader;
  private final int read;
  private final List<IndexedFile> all = new ArrayList<>();
  private final List<IndexedFile> files;

  CodeIndex(DirectoryReader reader, int read) throws IOException {
    this.reader = reader;
    this.read = read;
    Bits live = MultiBits.getLiveDocs(reader);
    for (int i = 0; i < reader.maxDoc(); i++) {
      boolean there = live == null || live.get(i);
      String file = there ? reader.storedFields().document(i).get(FILE) : null;
      all.add(file == null ? NOTHING : WireMapper.get().readValue(file, IndexedFile.class));
    }
    files = all.stream().filter(one -> one != NOTHING).toList();
  }

  /** Returns the number of files that were new or changed on opening. */
  int read() {
    return read;
  }

  public List<IndexedFile> files() {
    return files;
  }

  /** Returns the number of document numbers, some of which are not files. */
  int size() {
    return all.size();
  }

  boolean isFile(int number) {
    return all.get(number) != NOTHING;
  }

  IndexedFile file(int number) {
    return all.get(number);
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

  static Document document(TreeFile file, String text) {
    SourceParser.ParsedSource source = SourceParser.parse(file.path(), text);
    IndexedFile kept =
        new IndexedFile(file.path(), source.language(), source.symbols(), source.imports());
    Document document = leftOut(file);
    try {
      document.add(new StoredField(FILE, WireMapper.get().writeValueAsString(kept)));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot write a file's symbols", e);
    }
    boolean prose = source.language() == Language.PROSE;
    String extension = PathKind.name(file.path()).substring(kept.stem().length());
    String symbols = source.symbols().stream().map(Symbol::name).collect(Collectors.joining(" "));
    add(document, Bm25f.Field.STEM, kept.stem());
    add(document, Bm25f.Field.DIRECTORIES, kept.directory() + " " + extension);
    add(document, Bm25f.Field.DEFINITIONS, symbols);
    add(document, Bm25f.Field.STRINGS, source.strings());
    add(document, Bm25f.Field.IMPORTS, String.join(" ", source.imports()));
    add(document, Bm25f.Field.COMMENTS, prose ? text : source.comments());
    add(document, Bm25f.Field.CODE, prose ? "" : source.code());
    return document;
  }

  /** Returns a document for a file that is not searched, so that it is not read again. */
  static Document leftOut(TreeFile file) {
    Document document = new Document();
    document.add(new StringField(PATH, file.path(), Field.Store.YES));
    document.add(new StoredField(ID, file.blob()));
    return document;
  }

  private static void add(Document document, Bm25f.Field field, String text) {
    document.add(new Field(field.key(), String.join(" ", Terms.of(text)), COUNTED));
  }
}
