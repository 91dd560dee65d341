package dev.conclave.activities.search.index;

import dev.conclave.activities.search.source.Language;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.MultiBits;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.Bits;

/**
 * One commit of a workspace's index, open for reading. What others write meanwhile does not show.
 * Thread-safe; to be closed.
 */
public final class CodeIndex implements Closeable {
  private static final IndexedFile NOTHING =
      new IndexedFile("", "", Language.OTHER, List.of(), List.of());

  private final DirectoryReader reader;
  private final List<IndexedFile> files;
  private final boolean[] searchable;
  private final IndexUpdate update;

  CodeIndex(DirectoryReader reader, IndexUpdate update) throws IOException {
    this.reader = reader;
    this.update = update;
    this.files = new ArrayList<>();
    this.searchable = new boolean[reader.maxDoc()];
    Bits live = MultiBits.getLiveDocs(reader);
    for (int i = 0; i < reader.maxDoc(); i++) {
      Document document = reader.storedFields().document(i);
      searchable[i] = (live == null || live.get(i)) && !FileDocument.isLeftOut(document);
      files.add(searchable[i] ? FileDocument.file(document) : NOTHING);
    }
  }

  /** How the index was brought up to date when it was opened. */
  public IndexUpdate update() {
    return update;
  }

  /** Every searchable file, in no particular order. */
  public List<IndexedFile> files() {
    List<IndexedFile> found = new ArrayList<>();
    for (int i = 0; i < searchable.length; i++) {
      if (searchable[i]) {
        found.add(files.get(i));
      }
    }
    return found;
  }

  /** Documents are numbered from 0 to this, exclusive; some of the numbers stand for nothing. */
  public int size() {
    return searchable.length;
  }

  /** Whether a number stands for a file. */
  public boolean isFile(int number) {
    return searchable[number];
  }

  /** The file of a number for which {@link #isFile} holds. */
  public IndexedFile file(int number) {
    return files.get(number);
  }

  List<LeafReaderContext> leaves() {
    return reader.leaves();
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
}
