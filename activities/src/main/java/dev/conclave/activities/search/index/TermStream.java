package dev.conclave.activities.search.index;

import java.util.List;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/** Terms that are made already, as the stream that Lucene wants. */
final class TermStream extends TokenStream {
  private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
  private final List<String> terms;
  private int next;

  TermStream(List<String> terms) {
    this.terms = terms;
  }

  @Override
  public boolean incrementToken() {
    if (next >= terms.size()) {
      return false;
    }
    clearAttributes();
    term.append(terms.get(next++));
    return true;
  }

  @Override
  public void reset() {
    next = 0;
  }
}
