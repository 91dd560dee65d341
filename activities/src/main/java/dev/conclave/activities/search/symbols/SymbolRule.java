package dev.conclave.activities.search.symbols;

import java.util.regex.Pattern;

/**
 * A line of code that defines a name: the pattern's group {@code name}.
 *
 * @param line searched for in each line, comments and strings blanked
 */
record SymbolRule(Symbol.Kind kind, Pattern line) {

  static SymbolRule type(String regex) {
    return new SymbolRule(Symbol.Kind.TYPE, Pattern.compile(regex));
  }

  static SymbolRule function(String regex) {
    return new SymbolRule(Symbol.Kind.FUNCTION, Pattern.compile(regex));
  }

  static SymbolRule value(String regex) {
    return new SymbolRule(Symbol.Kind.VALUE, Pattern.compile(regex));
  }
}
