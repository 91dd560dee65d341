package dev.conclave.activities.search.symbols;

import static dev.conclave.activities.search.symbols.SymbolRule.function;
import static dev.conclave.activities.search.symbols.SymbolRule.type;
import static dev.conclave.activities.search.symbols.SymbolRule.value;

import dev.conclave.activities.search.source.Language;
import java.util.List;

/** The lines by which each language defines names. Order matters: the first rule that fits wins. */
final class SymbolRules {
  /** Words that look like a type or a name before a parenthesis and are neither. */
  private static final String NO_CALL =
      "(?!(?:return|new|else|throw|await|yield|case|goto|delete|assert|if|for|while|switch|catch"
          + "|using|lock|sizeof|typeof|in|not|and|or|do|try|print|echo)\\b)";

  private static final List<SymbolRule> JAVA =
      List.of(
          type("\\b(?:class|interface|@interface|enum|record)\\s+(?<name>[\\p{L}_$][\\w$]*)"),
          function(
              "^\\s*(?:@\\w+(?:\\([^)]*\\))?\\s+)*(?:(?:public|protected|private|static|final|abstract|default"
                  + "|synchronized|native)\\s+)*(?:<[^(]{1,80}>\\s+)?"
                  + NO_CALL
                  + "[\\w.$]+(?:<[^()]{0,120}>)?(?:\\[\\])*\\s+"
                  + NO_CALL
                  + "(?<name>[\\w$]+)\\s*\\((?!.*\\)\\s*\\.)"),
          function(
              "^\\s*(?:public|protected|private)\\s+(?<name>[A-Z][\\w$]*)\\s*\\("), // a constructor
          value(
              "\\b(?:static\\s+final|final\\s+static)\\s+[\\w.<>\\[\\], ?]+\\s(?<name>\\w+)\\s*="));

  private static final List<SymbolRule> KOTLIN =
      List.of(
          type("\\b(?:class|interface|object|typealias)\\s+(?<name>[\\p{L}_][\\w]*)"),
          function("\\bfun\\s+(?:<[^>]+>\\s*)?(?:[\\w.<>?, ]+\\.)?(?<name>\\w+)\\s*\\("),
          function("\\bdef\\s+(?<name>\\w+)\\s*\\("),
          value("^\\s{0,4}(?:\\w+\\s+)*va[lr]\\s+(?<name>\\w+)"));

  private static final List<SymbolRule> CSHARP =
      List.of(
          type(
              "\\b(?:class|interface|struct|enum|record(?:\\s+struct)?|delegate\\s+\\S+)\\s+(?<name>\\w+)"),
          function(
              "^\\s*(?:\\[[^\\]]*\\]\\s*)?(?:(?:public|protected|private|internal|static|async|override|virtual|abstract"
                  + "|sealed|partial|extern|unsafe|new)\\s+)+(?:[\\w.<>\\[\\],?]+\\s+)?(?<name>\\w+)(?:<[^>]*>)?\\s*\\("),
          function(
              "^\\s*"
                  + NO_CALL
                  + "[\\w.<>\\[\\],?]+\\s+"
                  + NO_CALL
                  + "(?<name>\\w+)\\s*\\([^;]*\\)\\s*;?\\s*$"),
          value(
              "^\\s*(?:(?:public|protected|private|internal|static|const|readonly|virtual|override)\\s+)+[\\w.<>\\[\\],?]+\\s+(?<name>\\w+)\\s*(?:\\{|=|;)"));

  private static final List<SymbolRule> SCRIPT =
      List.of(
          type(
              "^\\s*(?:export\\s+)?(?:default\\s+)?(?:declare\\s+)?(?:abstract\\s+)?(?:class|interface|enum|namespace)\\s+(?<name>[\\w$]+)"),
          type("^\\s*(?:export\\s+)?(?:declare\\s+)?type\\s+(?<name>[\\w$]+)\\s*(?:<.*>)?\\s*="),
          function("\\bfunction\\s*\\*?\\s*(?<name>[\\w$]+)\\s*[(<]"),
          function(
              "^\\s*(?:export\\s+)?(?:const|let|var)\\s+(?<name>[\\w$]+)\\s*(?::[^=]+)?=\\s*(?:async\\s*)?(?:function\\b|\\([^)]*\\)\\s*(?::[^=]+)?=>|\\w+\\s*=>)"),
          function(
              "^\\s*(?:module\\.)?(?:exports|[\\w$]+(?:\\.prototype)?)\\.(?<name>[\\w$]+)\\s*=\\s*(?:async\\s+)?function\\b"),
          function(
              "^\\s+(?:(?:public|private|protected|static|async|override|readonly|get|set)\\s+)*"
                  + NO_CALL
                  + "(?!function\\b|super\\b)(?<name>[\\w$#]+)\\s*(?:<[^>]*>)?\\([^;]*\\)\\s*(?::\\s*[^=;{]+)?\\{\\s*$"),
          value("^(?:export\\s+)?(?:const|let|var)\\s+(?<name>[\\w$]+)\\b(?!\\s*=\\s*require\\b)"),
          value("^exports\\.(?<name>[\\w$]+)\\s*="));

  private static final List<SymbolRule> PYTHON =
      List.of(
          type("^\\s*class\\s+(?<name>\\w+)"),
          function("^\\s*(?:async\\s+)?def\\s+(?<name>\\w+)"),
          value("^(?<name>[A-Za-z_]\\w*)\\s*(?::[^=]+)?=(?!=)"));

  private static final List<SymbolRule> GO =
      List.of(
          type("^\\s*type\\s+(?<name>\\w+)"),
          type("^\\t(?<name>[A-Z]\\w*)\\s+(?:struct|interface)\\s*\\{"),
          function("^func\\s+(?:\\([^)]*\\)\\s*)?(?<name>\\w+)\\s*[(\\[]"),
          value("^(?:var|const)\\s+(?<name>\\w+)"),
          value("^\\t(?<name>[A-Z]\\w*)(?:\\s+[\\w.\\[\\]*]+)?\\s*="));

  private static final List<SymbolRule> RUST =
      List.of(
          type(
              "^\\s*(?:pub(?:\\([^)]*\\))?\\s+)?(?:unsafe\\s+)?(?:struct|enum|trait|union|type)\\s+(?<name>\\w+)"),
          type("^\\s*(?:pub(?:\\([^)]*\\))?\\s+)?mod\\s+(?<name>\\w+)\\s*\\{"),
          function("\\bfn\\s+(?<name>\\w+)"),
          function("^\\s*macro_rules!\\s*(?<name>\\w+)"),
          value(
              "^\\s*(?:pub(?:\\([^)]*\\))?\\s+)?(?:const|static)\\s+(?:mut\\s+)?(?<name>\\w+)\\s*:"));

  private static final List<SymbolRule> C_FAMILY =
      List.of(
          type(
              "^\\s*(?:typedef\\s+)?(?:template\\s*<.*>\\s*)?(?:class|struct|union|enum(?:\\s+class)?|namespace|concept)\\s+(?:[A-Z_]+\\s+)?(?<name>\\w+)\\s*(?:final\\s*)?(?::[^;]*)?(?:\\{|$)"),
          type("^\\s*(?:\\}|typedef\\b.*[\\s*])\\s*(?<name>[A-Za-z_]\\w+)\\s*;"),
          type("^\\s*using\\s+(?<name>\\w+)\\s*="),
          value("^\\s*#\\s*define\\s+(?<name>\\w+)"),
          function(
              "^(?:[\\w:<>,*&~\\[\\] ]+[\\s*&])?"
                  + NO_CALL
                  + "(?:\\w+::)*(?<name>~?[A-Za-z_]\\w*)\\s*\\([^;]*$"),
          function(
              "^\\s+(?:(?:virtual|static|inline|explicit|constexpr|friend)\\s+)+[\\w:<>,*& ]*?(?<name>~?\\w+)\\s*\\("),
          value(
              "^(?:static\\s+|extern\\s+)?const(?:expr)?\\s+[\\w:<>*& ]+?\\b(?<name>\\w+)(?:\\[[^\\]]*\\])?\\s*="));

  private static final List<SymbolRule> RUBY =
      List.of(
          type("^\\s*(?:class|module)\\s+(?:\\w+::)*(?<name>[A-Z]\\w*)"),
          function("^\\s*def\\s+(?:self\\.)?(?<name>[\\w]+[?!=]?)"),
          function(
              "^\\s*(?:attr_(?:accessor|reader|writer)|scope|has_many|belongs_to|task)\\s+:(?<name>\\w+)"),
          value("^\\s*(?<name>[A-Z][A-Z0-9_]+)\\s*="));

  private static final List<SymbolRule> PHP =
      List.of(
          type(
              "^\\s*(?:(?:abstract|final|readonly)\\s+)*(?:class|interface|trait|enum)\\s+(?<name>\\w+)"),
          function("\\bfunction\\s+&?(?<name>\\w+)\\s*\\("),
          value("\\bconst\\s+(?:\\w+\\s+)?(?<name>[A-Z_]\\w*)\\s*="));

  private static final List<SymbolRule> SHELL =
      List.of(
          function("^\\s*(?:function\\s+)?(?<name>[\\w:.-]+)\\s*\\(\\s*\\)"),
          function("^\\s*function\\s+(?<name>[\\w:.-]+)"),
          value(
              "^(?:export\\s+|readonly\\s+|declare\\s+(?:-\\w+\\s+)?)?(?<name>[A-Z][A-Z0-9_]+)="));

  private SymbolRules() {}

  static List<SymbolRule> of(Language language) {
    return switch (language) {
      case JAVA -> JAVA;
      case KOTLIN -> KOTLIN;
      case CSHARP -> CSHARP;
      case JAVASCRIPT, TYPESCRIPT -> SCRIPT;
      case PYTHON -> PYTHON;
      case GO -> GO;
      case RUST -> RUST;
      case C, CPP -> C_FAMILY;
      case RUBY -> RUBY;
      case PHP -> PHP;
      case SHELL -> SHELL;
      case PROSE, STYLE, MARKUP, CONFIGURATION, OTHER -> List.of();
    };
  }
}
