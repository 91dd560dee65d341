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
  /** Of a text, in characters. */
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

  /** Of a method in Go. */
  private static final Pattern RECEIVER = Pattern.compile("^func \\(\\w+ \\*?(\\w+)");

  private static final Set<String> CLOSURES =
      Set.of("arrow_function", "function_expression", "generator_function", "do_block", "block");
  private static final Set<String> CALLS = Set.of("call_expression", "call");
  private static final Pattern WANTED =
      Pattern.compile(
          "%s|%s|%s|decorated_definition|call(?:_expression)?|(?:line_|block_|multiline_)?comment"
              .formatted(TYPES, FUNCTIONS, VALUES));
  private static final Set<String> STRINGS = Set.of("string", "template_string");

  private static final Logger LOG = LoggerFactory.getLogger(Outline.class);

  /** By name; each is loaded for the first file of its language. */
  private static final Map<String, Optional<TSLanguage>> GRAMMARS = new ConcurrentHashMap<>();

  private static final Map<TSLanguage, TSQuery> QUERIES = new ConcurrentHashMap<>();

  private final String text;

  /** The first rows of decorated definitions, by the places of these; parents are found late. */
  private final Map<Integer, Integer> decorated = new HashMap<>();

  private final List<Definition> definitions;
  private final BitSet documentation;

  /** A definition; {@code from} and {@code to} are its first and last line, decorators included. */
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
   * Outlines a text whose lines end in {@code \n}; empty also for one of more than 256 KiB, and for
   * one that takes more than two seconds of a processor.
   */
  public static Outline of(String path, String text) {
    return text.length() <= LONGEST && Language.of(path, text).isCode()
        ? OutlineProcess.ask(path, text)
        : new Outline(List.of(), new BitSet());
  }

  /** Outlines in this process, however long it takes. */
  static Outline parse(String path, String text) {
    Outline outline = new Outline(text, new ArrayList<>(), new BitSet());
    Optional<TSLanguage> grammar = grammar(Language.of(path, text), path);
    if (grammar.isPresent()) {
      TSQuery query =
          QUERIES.computeIfAbsent(
              grammar.get(), language -> new TSQuery(language, query(language)));
      try (TSParser parser = new TSParser()) {
        parser.setLanguage(grammar.get());
        try (TSTree tree = parser.parseString(null, ascii(text))) {
          outline.read(tree.getRootNode(), query);
        }
      }
    }
    return outline;
  }

  public List<Definition> definitions() {
    return definitions;
  }

  BitSet documentation() {
    return documentation;
  }

  public Optional<Definition> enclosing(int line) {
    return definitions.stream()
        .filter(definition -> definition.contains(line))
        .min(Comparator.comparingInt(Definition::lines));
  }

  /** The type that a definition is a member of. */
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

  /** Whether a line is part of a documentation comment or string. */
  public boolean isDocumentation(int line) {
    return documentation.get(line);
  }

  /** One byte per character, so that the tree's offsets are those of the text. */
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
          // Local to that function.
          return definition.kind() == Symbol.Kind.VALUE && definition.from() <= function[0];
        });
  }

  private void capture(TSNode node) {
    String type = node.getType();
    if (type.equals("string") || type.contains("comment")) {
      documentation(node, type);
    } else if (type.equals("decorated_definition")) {
      field(node, "definition")
          .ifPresent(inner -> decorated.put(inner.getStartByte(), node.getStartPoint().getRow()));
    } else {
      int row = node.getStartPoint().getRow();
      int from = decorated.getOrDefault(node.getStartByte(), row) + 1;
      definition(node, type, from).ifPresent(definitions::add);
    }
  }

  private Optional<Definition> definition(TSNode node, String type, int from) {
    int to = node.getEndPoint().getRow() + 1;
    Optional<TSNode> closure = closure(node, type);
    Optional<TSNode> body =
        CALLS.contains(type)
            ? closure
            : field(closure.orElse(node), "body").or(() -> closure).or(() -> kotlinBody(node));
    if (type.endsWith("_specifier") && body.isEmpty()) {
      return Optional.empty(); // of C: the use of a type, not its definition
    }
    return kind(type, closure.isPresent() && to > from)
        .flatMap(
            kind ->
                name(node, type)
                    .map(name -> new Definition(name, kind, signature(node, body), from, to)));
  }

  private static Optional<Symbol.Kind> kind(String type, boolean holdsFunction) {
    if (TYPES.matcher(type).matches()) {
      return Optional.of(Symbol.Kind.TYPE);
    } else if (holdsFunction || FUNCTIONS.matcher(type).matches()) {
      return Optional.of(Symbol.Kind.FUNCTION);
    }
    return Optional.of(Symbol.Kind.VALUE)
        .filter(any -> VALUES.matcher(type).matches() && !type.equals("pair"));
  }

  /** The function that a variable holds, or that follows a title as a call's argument. */
  private static Optional<TSNode> closure(TSNode node, String type) {
    if (VALUES.matcher(type).matches()) {
      return field(node, "value")
          .or(() -> field(node, "right"))
          .filter(value -> CLOSURES.contains(value.getType()));
    }
    return field(node, "arguments")
        .filter(given -> CALLS.contains(type) && given.getNamedChildCount() > 0)
        .filter(given -> STRINGS.contains(given.getNamedChild(0).getType()))
        .map(given -> given.getNamedChild(given.getNamedChildCount() - 1))
        .map(last -> field(node, "block").orElse(last))
        .filter(last -> CLOSURES.contains(last.getType()));
  }

  private Optional<String> name(TSNode node, String type) {
    if (CALLS.contains(type)) {
      TSNode title = node.getChildByFieldName("arguments").getNamedChild(0);
      return Optional.of(flat(title.getStartByte(), title.getEndByte()));
    }
    Optional<TSNode> name =
        field(node, "name").or(() -> field(node, "left")).or(() -> field(node, "key"));
    for (Optional<TSNode> inner = field(node, "declarator");
        name.isEmpty() && inner.isPresent(); ) {
      TSNode declarator = inner.get();
      inner = field(declarator, "declarator");
      if (inner.isEmpty()) {
        name = field(declarator, "name").or(() -> Optional.of(declarator));
      }
    }
    return name.or(() -> type.equals("impl_item") ? field(node, "type") : Optional.empty())
        .or(() -> identifier(node))
        .map(at -> flat(at.getStartByte(), at.getEndByte()))
        .filter(text -> text.length() <= 80 && text.matches("[\\p{L}_$#~@\\[\"'].*"));
  }

  private static Optional<TSNode> identifier(TSNode node) {
    for (int i = 0; i < node.getNamedChildCount(); i++) {
      TSNode child = node.getNamedChild(i);
      String type = child.getType();
      if (type.equals("variable_declaration")) {
        return identifier(child);
      }
      if (type.endsWith("identifier") || type.equals("word")) {
        return Optional.of(child);
      }
    }
    return Optional.empty();
  }

  private static Optional<TSNode> kotlinBody(TSNode node) {
    int last = node.getNamedChildCount() - 1;
    return last < 0
        ? Optional.empty()
        : Optional.of(node.getNamedChild(last)).filter(n -> n.getType().endsWith("_body"));
  }

  private static final com.google.re2j.Pattern ANNOTATIONS =
      com.google.re2j.Pattern.compile(
          "^(?:(?:@[\\w.]+(?:\\([^)]*\\))?|\\[[^\\]]*\\]|#\\[[^\\]]*\\]) )+");

  /** What is read of a definition for its signature, in characters. */
  private static final int LONGEST_HEAD = 2_000;

  private static final com.google.re2j.Pattern OPENING =
      com.google.re2j.Pattern.compile("(?: ?(?:[{:=]|=>|->|,|do))+$");

  private String signature(TSNode node, Optional<TSNode> body) {
    int from = node.getStartByte();
    int line = text.indexOf('\n', from);
    int end =
        body.map(TSNode::getStartByte)
            .orElse(line < 0 ? node.getEndByte() : Math.min(line, node.getEndByte()));
    String tight =
        flat(from, Math.max(from, Math.min(end, from + LONGEST_HEAD)))
            .replaceAll("(?<=[(\\[]) | (?=[)\\]])", "");
    String bare =
        ANNOTATIONS.matcher(tight).replaceFirst("").replaceFirst("\\s(?:#(?!\\[)|//).*", "");
    String head = OPENING.matcher(bare).replaceFirst("");
    if (head.indexOf('(') >= 0 && head.indexOf(')') < 0) {
      head += ")"; // of a call whose last argument is the body
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
      // A comment that takes its line end along ends at the start of the next line.
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
            .filter(type -> !(python && type.equals("module"))) // there it is the whole file
            .distinct()
            .map(type -> "(" + type + ")")
            .collect(Collectors.joining(" ", "[", "] @found"));
    return python
        ? types
            + "(block . (expression_statement (string) @doc))"
            + "(module . (expression_statement (string) @doc))"
        : types;
  }

  private static Optional<TSNode> field(TSNode node, String name) {
    TSNode child = node.getChildByFieldName(name);
    return child == null || child.isNull() ? Optional.empty() : Optional.of(child);
  }

  /** Empty when the language has no grammar, or its native library does not load here. */
  private static Optional<TSLanguage> grammar(Language language, String path) {
    String name =
        switch (language) {
          case TYPESCRIPT -> path.endsWith(".tsx") ? "Tsx" : "Typescript";
          // A header may be of either language, and the grammar of C++ reads C as well.
          case C -> path.endsWith(".h") ? "Cpp" : "C";
          case SHELL -> "Bash";
          case CSHARP -> "CSharp";
          default ->
              language.name().charAt(0) + language.name().substring(1).toLowerCase(Locale.ROOT);
        };
    return language.isCode() ? GRAMMARS.computeIfAbsent(name, Outline::loaded) : Optional.empty();
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
