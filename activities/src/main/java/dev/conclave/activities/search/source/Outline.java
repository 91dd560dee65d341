package dev.conclave.activities.search.source;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.treesitter.TSLanguage;
import org.treesitter.TSNode;
import org.treesitter.TSParser;
import org.treesitter.TSPoint;
import org.treesitter.TSQuery;
import org.treesitter.TSQueryCapture;
import org.treesitter.TSQueryCursor;
import org.treesitter.TSQueryMatch;
import org.treesitter.TSTree;

/** The definitions of a file and their extent, by its grammar; empty without one. */
public final class Outline {
  /** Maximum characters of a text. */
  private static final int LONGEST = 256 << 10;

  private static final int LONGEST_SIGNATURE = 72;
  private static final Pattern TYPES =
      Pattern.compile(
          "(?:(?:abstract_)?class|interface|enum|record|annotation_type|object|struct|trait|union|namespace"
              + "|delegate|type_alias)_(?:declaration|definition|specifier|item)"
              + "|(?:impl|mod|type)_item|type_spec|type_alias|class|module|internal_module");
  private static final Pattern FUNCTIONS =
      Pattern.compile(
          "(?:(?:compact_)?constructor|destructor|(?:generator_)?function|method|operator|macro)"
              + "_(?:declaration|definition|item)|(?:(?:abstract_)?method|function)_signature(?:_item)?"
              + "|(?:singleton_)?method|local_function_statement|method_elem|preproc_function_def");
  private static final Pattern VALUES =
      Pattern.compile(
          "assignment(?:_expression)?|variable_(?:declarator|assignment)|(?:const|var)_spec"
              + "|(?:const|static)_item|property_declaration|(?:public_)?field_definition|const_element"
              + "|preproc_def|pair");

  private static final Pattern RECEIVER = Pattern.compile("^func \\(\\w+ \\*?(\\w+)");

  private static final Set<String> CLOSURES =
      Set.of("arrow_function", "function_expression", "generator_function", "do_block", "block");
  private static final Set<String> CALLS = Set.of("call_expression", "call");
  private static final Pattern WANTED =
      Pattern.compile(
          "%s|%s|%s|decorated_definition|call(?:_expression)?|(?:line_|block_|multiline_)?comment"
              .formatted(TYPES, FUNCTIONS, VALUES));
  private static final Set<String> STRINGS = Set.of("string", "template_string");
  private static final Pattern NAME = Pattern.compile("[\\p{L}_$#~@\\[\"']");

  private static final Logger LOG = LoggerFactory.getLogger(Outline.class);

  /** Grammars by name; each is loaded for the first file of its language. */
  private static final Map<String, Optional<TSLanguage>> GRAMMARS = new ConcurrentHashMap<>();

  private static final Map<TSLanguage, TSQuery> QUERIES = new ConcurrentHashMap<>();

  private final String text;

  /** First rows of decorated definitions by start offset; looking up parents is slow. */
  private final Map<Integer, Integer> decorated = new HashMap<>();

  private final List<Definition> definitions;
  private final BitSet documentation;

  /**
   * A definition; {@code from} and {@code to} are its first and last lines, including decorators.
   */
  public record Definition(String name, Symbol.Kind kind, String signature, int from, int to) {

    public int lines() {
      return to - from + 1;
    }

    public boolean contains(int line) {
      return from <= line && line <= to;
    }
  }

  private Outline(String text, List<Definition> definitions, BitSet documentation) {
    this.text = text;
    this.definitions = definitions;
    this.documentation = documentation;
  }

  Outline(List<Definition> definitions, BitSet documentation) {
    this("", definitions, documentation);
  }

  /**
   * Returns the outline of a text with {@code \n} line ends; empty for more than 256 KiB, or if
   * parsing takes more than two seconds of CPU time.
   */
  public static Outline of(String path, String text) {
    return text.length() <= LONGEST && Language.of(path, text).isCode()
        ? OutlineProcess.ask(path, text)
        : new Outline(List.of(), new BitSet());
  }

  /** Parses in this process, without a time limit. */
  static Outline parse(String path, String text) {
    Outline outline = new Outline(text, new ArrayList<>(), new BitSet());
    TSLanguage grammar = grammar(Language.of(path, text), path);
    if (grammar != null) {
      TSQuery query =
          QUERIES.computeIfAbsent(grammar, language -> new TSQuery(language, query(language)));
      try (TSParser parser = new TSParser()) {
        parser.setLanguage(grammar);
        try (TSTree tree = parser.parseString(null, ascii(text))) {
          outline.read(tree.getRootNode(), query);
        }
      }
    }
    return outline;
  }

  /** Returns the definitions by first line, outer ones first. */
  public List<Definition> definitions() {
    return definitions;
  }

  BitSet documentation() {
    return documentation;
  }

  /** Returns the innermost definition around a line. */
  public Optional<Definition> enclosing(int line) {
    return definitions.stream()
        .filter(definition -> definition.contains(line))
        .min(Comparator.comparingInt(Definition::lines));
  }

  /** Returns the type that a definition is a member of. */
  public Optional<String> owner(Definition member) {
    Matcher receiver = RECEIVER.matcher(member.signature());
    return receiver.find()
        ? Optional.ofNullable(receiver.group(1))
        : definitions.stream()
            .filter(one -> one.kind() == Symbol.Kind.TYPE && !one.equals(member))
            .filter(one -> one.from() <= member.from() && member.to() <= one.to())
            .min(Comparator.comparingInt(Definition::lines))
            .map(Definition::name);
  }

  /** Returns whether a line is part of a documentation comment or string. */
  public boolean isDocumentation(int line) {
    return documentation.get(line);
  }

  /** Replaces non-ASCII characters, so that byte offsets are character offsets. */
  private static String ascii(String text) {
    return text.chars()
        .map(c -> c > 127 || c == 0 ? '_' : c)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private void read(TSNode root, TSQuery query) {
    try (TSQueryCursor cursor = new TSQueryCursor()) {
      cursor.exec(query, root);
      TSQueryMatch match = new TSQueryMatch();
      while (cursor.nextMatch(match)) {
        for (TSQueryCapture capture : match.getCaptures()) {
          capture(capture.getNode());
        }
      }
    }
    definitions.sort(
        Comparator.comparingInt(Definition::from)
            .thenComparing(Comparator.comparingInt(Definition::to).reversed()));
    int[] function = {0};
    definitions.removeIf(
        definition -> {
          if (definition.kind() == Symbol.Kind.FUNCTION) {
            function[0] = Math.max(function[0], definition.to());
          }
          // Remove values local to a function.
          return definition.kind() == Symbol.Kind.VALUE && definition.from() <= function[0];
        });
  }

  private void capture(TSNode node) {
    String type = node.getType();
    if (type.equals("string") || type.contains("comment")) {
      documentation(node, type);
    } else if (type.equals("decorated_definition")) {
      TSNode inner = field(node, "definition");
      if (inner != null) {
        decorated.put(inner.getStartByte(), node.getStartPoint().getRow());
      }
    } else {
      int row = node.getStartPoint().getRow();
      define(node, type, decorated.getOrDefault(node.getStartByte(), row) + 1);
    }
  }

  private void define(TSNode node, String type, int from) {
    int to = node.getEndPoint().getRow() + 1;
    TSNode closure = closure(node, type);
    TSNode body = CALLS.contains(type) ? closure : body(node, closure);
    Symbol.Kind kind = kind(type, closure != null && to > from);
    // In C, a specifier without a body uses a type and does not define it.
    if (kind != null && (body != null || !type.endsWith("_specifier"))) {
      String name = name(node, type);
      boolean fits = name.length() <= 80 && NAME.matcher(name).lookingAt();
      if (fits || CALLS.contains(type)) {
        definitions.add(new Definition(name, kind, signature(node, body), from, to));
      }
    }
  }

  private static Symbol.@Nullable Kind kind(String type, boolean holdsFunction) {
    if (TYPES.matcher(type).matches()) {
      return Symbol.Kind.TYPE;
    } else if (holdsFunction || FUNCTIONS.matcher(type).matches()) {
      return Symbol.Kind.FUNCTION;
    }
    return VALUES.matcher(type).matches() && !type.equals("pair") ? Symbol.Kind.VALUE : null;
  }

  /** Returns the function that a variable holds, or that follows a title in a call. */
  private static @Nullable TSNode closure(TSNode node, String type) {
    TSNode held = null;
    TSNode given = field(node, "arguments");
    if (VALUES.matcher(type).matches()) {
      held = field(node, "value", "right");
    } else if (CALLS.contains(type)
        && given != null
        && given.getNamedChildCount() > 0
        && STRINGS.contains(given.getNamedChild(0).getType())) {
      TSNode block = field(node, "block");
      held = block == null ? given.getNamedChild(given.getNamedChildCount() - 1) : block;
    }
    return held != null && CLOSURES.contains(held.getType()) ? held : null;
  }

  private static @Nullable TSNode body(TSNode node, @Nullable TSNode closure) {
    TSNode body = field(closure == null ? node : closure, "body");
    if (body != null || closure != null) {
      return body == null ? closure : body;
    }
    int last = node.getNamedChildCount() - 1; // for Kotlin
    return last >= 0 && node.getNamedChild(last).getType().endsWith("_body")
        ? node.getNamedChild(last)
        : null;
  }

  private String name(TSNode node, String type) {
    TSNode name =
        CALLS.contains(type)
            ? node.getChildByFieldName("arguments").getNamedChild(0)
            : field(node, "name", "left", "key");
    for (TSNode inner = field(node, "declarator"); name == null && inner != null; ) {
      TSNode declarator = inner;
      inner = field(declarator, "declarator");
      if (inner == null) {
        TSNode named = field(declarator, "name");
        name = named == null ? declarator : named;
      }
    }
    if (name == null && type.equals("impl_item")) {
      name = field(node, "type");
    }
    TSNode at = name == null ? identifier(node) : name;
    return at == null ? "" : flat(at.getStartByte(), at.getEndByte());
  }

  private static @Nullable TSNode identifier(TSNode node) {
    for (int i = 0; i < node.getNamedChildCount(); i++) {
      TSNode child = node.getNamedChild(i);
      String type = child.getType();
      if (type.equals("variable_declaration")) {
        return identifier(child);
      }
      if (type.endsWith("identifier") || type.equals("word")) {
        return child;
      }
    }
    return null;
  }

  private static final com.google.re2j.Pattern ANNOTATIONS =
      com.google.re2j.Pattern.compile(
          "^(?:(?:@[\\w.]+(?:\\([^)]*\\))?|\\[[^\\]]*\\]|#\\[[^\\]]*\\]) )+");

  /** Maximum characters read for a signature. */
  private static final int LONGEST_HEAD = 2_000;

  private static final com.google.re2j.Pattern OPENING =
      com.google.re2j.Pattern.compile("(?: ?(?:[{:=]|=>|->|,|do))+$");

  private String signature(TSNode node, @Nullable TSNode body) {
    int from = node.getStartByte();
    int line = text.indexOf('\n', from);
    int end =
        body != null
            ? body.getStartByte()
            : line < 0 ? node.getEndByte() : Math.min(line, node.getEndByte());
    String tight =
        flat(from, Math.max(from, Math.min(end, from + LONGEST_HEAD)))
            .replaceAll("(?<=[(\\[]) | (?=[)\\]])", "");
    String bare =
        ANNOTATIONS.matcher(tight).replaceFirst("").replaceFirst("\\s(?:#(?!\\[)|//).*", "");
    String head = OPENING.matcher(bare).replaceFirst("");
    if (head.indexOf('(') >= 0 && head.indexOf(')') < 0) {
      head += ")"; // the body is the call's last argument
    }
    return head.length() <= LONGEST_SIGNATURE
        ? head
        : head.substring(0, LONGEST_SIGNATURE - 1).stripTrailing() + "…";
  }

  private String flat(int from, int to) {
    return text.substring(from, Math.min(to, text.length())).replaceAll("\\s+", " ").strip();
  }

  private void documentation(TSNode node, String type) {
    int at = node.getStartByte();
    if (type.equals("string")
        || text.startsWith("/**", at)
        || text.startsWith("///", at)
        || text.startsWith("//!", at)) {
      TSPoint end = node.getEndPoint();
      // A comment that includes its line end stops at the start of the next line.
      documentation.set(
          node.getStartPoint().getRow() + 1, end.getRow() + (end.getColumn() == 0 ? 1 : 2));
    }
  }

  private static String query(TSLanguage grammar) {
    boolean python = grammar.getClass().getSimpleName().endsWith("Python");
    String types =
        IntStream.range(0, grammar.symbolCount())
            .mapToObj(grammar::symbolName)
            .filter(type -> grammar.symbolForName(type, true) != 0)
            .filter(type -> WANTED.matcher(type).matches())
            .filter(type -> !(python && type.equals("module"))) // for Python, the whole file
            .distinct()
            .map(type -> "(" + type + ")")
            .collect(Collectors.joining(" ", "[", "] @found"));
    return python
        ? types
            + "(block . (expression_statement (string) @doc))"
            + "(module . (expression_statement (string) @doc))"
        : types;
  }

  private static @Nullable TSNode field(TSNode node, String... names) {
    for (String name : names) {
      TSNode child = node.getChildByFieldName(name);
      if (child != null && !child.isNull()) {
        return child;
      }
    }
    return null;
  }

  /** Returns a grammar; null if missing or if its native library does not load. */
  private static @Nullable TSLanguage grammar(Language language, String path) {
    String name =
        switch (language) {
          case TYPESCRIPT -> path.endsWith(".tsx") ? "Tsx" : "Typescript";
          // A header may be C or C++, and the C++ grammar also parses C.
          case C -> path.endsWith(".h") ? "Cpp" : "C";
          case SHELL -> "Bash";
          case CSHARP -> "CSharp";
          default ->
              language.name().charAt(0) + language.name().substring(1).toLowerCase(Locale.ROOT);
        };
    return language.isCode() ? GRAMMARS.computeIfAbsent(name, Outline::loaded).orElse(null) : null;
  }

  private static Optional<TSLanguage> loaded(String name) {
    try (TSParser parser = new TSParser()) {
      Class<?> type = Class.forName("org.treesitter.TreeSitter" + name);
      TSLanguage grammar = (TSLanguage) type.getDeclaredConstructor().newInstance();
      return parser.setLanguage(grammar) ? Optional.of(grammar) : Optional.empty();
    } catch (LinkageError | ReflectiveOperationException | RuntimeException e) {
      LOG.warn("no grammar for {}: {}", name, e.toString());
      return Optional.empty();
    }
  }
}
