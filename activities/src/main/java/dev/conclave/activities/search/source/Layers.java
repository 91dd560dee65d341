package dev.conclave.activities.search.source;

/**
 * A source text in three layers, each as long as the text, with spaces where another layer speaks;
 * line ends stand in all.
 *
 * @param code without comments and the content of strings
 * @param comments what comments and documentation strings say
 * @param strings what string literals say
 */
public record Layers(String code, String comments, String strings) {

  /** Code and strings, without comments. */
  public String uncommented() {
    char[] merged = code.toCharArray();
    for (int i = 0; i < merged.length; i++) {
      if (strings.charAt(i) != ' ' && merged[i] == ' ') {
        merged[i] = strings.charAt(i);
      }
    }
    return new String(merged);
  }
}
