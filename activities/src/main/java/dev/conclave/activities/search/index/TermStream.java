package dev.conclave.activities.search.index;

import java.util.Iterator;
import java.util.Map;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.TermFrequencyAttribute;

/** Terms that are made and counted already, as the stream that Lucene wants. */
final class TermStream extends TokenStream {
  private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
  private final TermFrequencyAttribute times = addAttribute(TermFrequencyAttribute.class);
  private final Map<String, Integer> terms;
  private Iterator<Map.Entry<String, Integer>> rest;

  TermStream(Map<String, Integer> terms) {
    this.terms = terms;
    this.rest = terms.entrySet().iterator();
  }

  @Override
  public boolean incrementToken() {
    if (!rest.hasNext()) {
      return false;
    }
    Map.Entry<String, Integer> next = rest.next();
    clearAttributes();
    term.append(next.getKey());
    times.setTermFrequency(next.getValue());
    return true;
  }

  @Override
  public void reset() {
    rest = terms.entrySet().iterator();
  }
}
