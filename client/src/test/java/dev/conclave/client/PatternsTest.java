package dev.conclave.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.SourceInterpreter;
import org.objectweb.asm.tree.analysis.SourceValue;

/**
 * Requires that every {@code java.util.regex} pattern needs at most linear work and a shallow stack
 * on any text. Patterns are read from the bytecode of all modules and from static fields. The texts
 * are derived from each pattern: repeated matching parts with an end it rejects. Work is counted in
 * characters read, independent of the machine's speed.
 */
class PatternsTest {
  /** Methods that build a pattern from an argument. */
  private static final Set<String> BUILT_ELSEWHERE =
      Set.of(
          // Stored in a static field, where the test finds them.
          "AgentProgram.<init>",
          "ContextCommand.<clinit>",
          "Outline.<clinit>",
          "ProjectFacts.<clinit>",
          "SecretShapes.<clinit>",
          "Vocabulary.<clinit>",
          // The separator of a search path or of words in an internal table.
          "StackProcess.java",
          "OutlineProcess.absoluteClassPath",
          "SearchPath.of",
          "Table.widths",
          // One quoted text, or several with a line break or alternation.
          "Aliases.replaced",
          "DirectAnalyst.naming",
          "Modifications.replaced",
          "PlanFiles.risks",
          "SynthesisFile.tags",
          // A glob typed by a person; the message of a server that refuses TLS.
          "PlanScope.pattern",
          "TemporalConnection.reasonAndFix",
          // Bounded elsewhere: SourceParserTest.
          "SourceParser.define");

  private static final Map<String, Pattern> PATTERNS = new TreeMap<>();
  private static final Set<Pattern> WHOLE = new HashSet<>();
  private static final Set<Pattern> SEARCHED = new HashSet<>();
  private static final Map<String, Integer> READS = new HashMap<>();
  private static final Map<String, Integer> MATCHED = new HashMap<>();
  private static final Set<String> BUILT = new TreeSet<>();

  @BeforeAll
  static void collect() throws Exception {
    List<String> types = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(":")) {
      // Modules are folders, or jars once packaged.
      if (entry.endsWith("/target/classes") && Files.isDirectory(Path.of(entry))) {
        types.addAll(collectAll(Path.of(entry)));
      } else if (entry.contains("/target/conclave-") && !entry.endsWith("-tests.jar")) {
        try (FileSystem jar = FileSystems.newFileSystem(Path.of(entry))) {
          types.addAll(collectAll(jar.getPath("/")));
        }
      }
    }
    assertThat(types).contains("dev.conclave.activities.agent.CallRunner");
    for (String type : types) {
      collect(Class.forName(type));
    }
  }

  private static List<String> collectAll(Path root) throws IOException, AnalyzerException {
    List<String> types = new ArrayList<>();
    try (Stream<Path> files = Files.walk(root.resolve("dev/conclave"))) {
      for (Path file : files.filter(one -> one.toString().endsWith(".class")).toList()) {
        collect(file);
        String name = root.relativize(file).toString().replace('/', '.');
        types.add(name.substring(0, name.length() - ".class".length()));
      }
    }
    return types;
  }

  private static void collect(Path file) throws IOException, AnalyzerException {
    ClassNode type = new ClassNode();
    try (InputStream in = Files.newInputStream(file)) {
      new ClassReader(in).accept(type, ClassReader.SKIP_DEBUG);
    }
    for (MethodNode method : type.methods) {
      Frame<SourceValue>[] frames = new Analyzer<>(new Sources()).analyze(type.name, method);
      Map<AbstractInsnNode, Frame<SourceValue>> at = new HashMap<>();
      for (int i = 0; i < frames.length; i++) {
        if (frames[i] != null) {
          at.put(method.instructions.get(i), frames[i]);
        }
      }
      // Every javac numbers the lambdas of a method differently.
      String named = method.name.replaceFirst("^lambda\\$(\\w+)\\$\\d+$", "$1");
      String where = type.name.substring(type.name.lastIndexOf('/') + 1) + "." + named;
      at.forEach((instruction, frame) -> collect(where, instruction, frame, at));
    }
  }

  private static void collect(
      String where,
      AbstractInsnNode instruction,
      Frame<SourceValue> frame,
      Map<AbstractInsnNode, Frame<SourceValue>> frames) {
    if (instruction instanceof FieldInsnNode field
        && field.desc.equals("Ljava/util/regex/Pattern;")) {
      if (field.getOpcode() == Opcodes.GETSTATIC) {
        READS.merge(field.owner + "." + field.name, 1, Integer::sum);
      }
    } else if (instruction instanceof InvokeDynamicInsnNode reference) {
      Stream.of(reference.bsmArgs)
          .filter(one -> one instanceof Handle to && takesPattern(to.getOwner(), to.getName()))
          .forEach(any -> BUILT.add(where));
    } else if (instruction instanceof MethodInsnNode call) {
      if (call.owner.equals("java/util/regex/Matcher")
          && Set.of("matches", "lookingAt").contains(call.name)) {
        // A pattern used only for full matches is not tried at every character.
        AbstractInsnNode made = source(argument(frame, 0));
        if (made instanceof MethodInsnNode region && region.name.equals("region")) {
          made = source(argument(frames.get(region), 2));
        }
        if (made instanceof MethodInsnNode matcher
            && matcher.name.equals("matcher")
            && source(argument(frames.get(matcher), 1)) instanceof FieldInsnNode field) {
          MATCHED.merge(field.owner + "." + field.name, 1, Integer::sum);
        }
      } else if (takesPattern(call.owner, call.name)) {
        int arguments = org.objectweb.asm.Type.getArgumentTypes(call.desc).length;
        Optional<Object> regex = constant(argument(frame, arguments - 1));
        if (regex.isEmpty()) {
          BUILT.add(where);
        } else {
          boolean flagged = call.name.equals("compile") && arguments == 2;
          int flags = flagged ? (Integer) constant(argument(frame, 0)).orElseThrow() : 0;
          Pattern pattern = Pattern.compile((String) regex.get(), flags);
          if (!call.name.equals("compile")) {
            add(where, pattern, call.name.equals("matches"));
          } else if (!where.endsWith(".<clinit>")) {
            add(where, pattern, false);
          }
        }
      }
    }
  }

  /** Returns the stack value at a given depth. */
  private static SourceValue argument(Frame<SourceValue> frame, int below) {
    return frame.getStack(frame.getStackSize() - 1 - below);
  }

  private static Optional<AbstractInsnNode> one(SourceValue value) {
    return value.insns.size() == 1 ? value.insns.stream().findFirst() : Optional.empty();
  }

  private static @Nullable AbstractInsnNode source(SourceValue value) {
    return one(value).orElse(null);
  }

  /** Traces a local variable to the origin of its value. */
  private static final class Sources extends SourceInterpreter {
    Sources() {
      super(Opcodes.ASM9);
    }

    @Override
    public SourceValue copyOperation(AbstractInsnNode instruction, SourceValue value) {
      return value;
    }
  }

  private static boolean takesPattern(String owner, String method) {
    return switch (owner) {
      case "java/util/regex/Pattern" -> Set.of("compile", "matches").contains(method);
      case "java/lang/String" ->
          Set.of("matches", "replaceAll", "replaceFirst", "split").contains(method);
      case "java/util/Scanner" -> method.equals("useDelimiter");
      case "java/nio/file/FileSystem" -> method.equals("getPathMatcher");
      default -> false;
    };
  }

  private static Optional<Object> constant(SourceValue value) {
    return one(value)
        .map(
            source -> {
              int small = source.getOpcode() - Opcodes.ICONST_0;
              if (source instanceof LdcInsnNode loaded) {
                return loaded.cst;
              } else if (source instanceof IntInsnNode number) {
                return number.operand;
              }
              return source instanceof InsnNode && small >= 0 && small <= 5 ? small : null;
            });
  }

  private static void collect(Class<?> type) throws IllegalAccessException {
    for (Field field : type.getDeclaredFields()) {
      if (Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
        field.setAccessible(true);
        String name = type.getName().replace('.', '/') + "." + field.getName();
        String where = name.substring(name.lastIndexOf('/') + 1);
        if (field.get(null) instanceof Pattern pattern) {
          add(where, pattern, READS.getOrDefault(name, 0).equals(MATCHED.get(name)));
        } else {
          collect(where, field.get(null), new IdentityHashMap<>());
        }
      }
    }
  }

  private static void collect(String where, Object value, Map<Object, Object> seen)
      throws IllegalAccessException {
    if (value == null || seen.put(value, value) != null) {
      return;
    }
    if (value instanceof Pattern pattern) {
      add(where, pattern, false);
    } else if (value instanceof Map<?, ?> map) {
      collect(where, new ArrayList<>(map.keySet()), seen);
      collect(where, new ArrayList<>(map.values()), seen);
    } else if (value instanceof Map.Entry<?, ?> entry) {
      collect(where, entry.getKey(), seen);
      collect(where, entry.getValue(), seen);
    } else if (value instanceof Collection<?> all) {
      for (Object one : all) {
        collect(where, one, seen);
      }
    } else if (value instanceof Object[] all) {
      collect(where, List.of(all), seen);
    } else if (value.getClass().getName().startsWith("dev.conclave.")) {
      for (Class<?> of = value.getClass(); of != Object.class; of = of.getSuperclass()) {
        for (Field field : of.getDeclaredFields()) {
          if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
            if (field.trySetAccessible()) {
              collect(where, field.get(value), seen);
            }
          }
        }
      }
    }
  }

  private static void add(String where, Pattern pattern, boolean wholeTexts) {
    Set<Pattern> patterns = wholeTexts ? WHOLE : SEARCHED;
    PATTERNS.putIfAbsent(where + " " + pattern.flags() + " " + pattern.pattern(), pattern);
    patterns.add(pattern);
  }

  @Test
  void every_pattern_is_a_constant_or_in_a_static_field() {
    assertThat(BUILT).isEqualTo(BUILT_ELSEWHERE);
    assertThat(PATTERNS).hasSizeGreaterThan(200);
  }

  @Test
  void every_pattern_needs_linear_work_and_a_shallow_stack() {
    List<String> found =
        PATTERNS.entrySet().parallelStream()
            .filter(one -> !one.getKey().startsWith("SourceParser."))
            .flatMap(
                one -> attack(one.getValue()).stream().map(how -> one.getKey() + "\n    " + how))
            .toList();
    assertThat(found).isEmpty();
  }

  /** Aborts a match that costs too much. */
  private static final class TooMuch extends RuntimeException {
    TooMuch() {
      super(null, null, false, false);
    }
  }

  /** A text that counts its reads. */
  private static final class Counted implements CharSequence {
    private final String text;
    private final long most;
    private long read;

    Counted(String text, long most) {
      this.text = text;
      this.most = most;
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public char charAt(int index) {
      if (++read > most) {
        throw new TooMuch();
      }
      return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return text.substring(start, end);
    }

    @Override
    public String toString() {
      return text;
    }
  }

  private static final String OTHERS = " \n\t\ra A0_-.,:;/\\\"'`@#*+=|()[]{}<>!\u0301\u200d中é";

  private static Optional<String> attack(Pattern pattern) {
    Random random = new Random(1);
    List<String> alphabet = alphabet(pattern.pattern());
    Set<String> prefixes = new LinkedHashSet<>(List.of(""));
    for (int walk = 0; walk < 8; walk++) {
      String at = "";
      for (int step = 0; step < 12; step++) {
        String here = at;
        List<String> on = alphabet.stream().filter(c -> goesOn(pattern, here + c)).toList();
        if (on.isEmpty()) {
          break;
        }
        at += on.get(random.nextInt(on.size()));
        prefixes.add(at);
      }
    }
    List<String> starts = new ArrayList<>(prefixes);
    List<String> repeated = starts.stream().filter(s -> !s.isEmpty() && s.length() <= 8).toList();
    Collections.shuffle(starts.subList(1, starts.size()), random);
    for (String prefix : starts.stream().limit(24).toList()) {
      List<String> single =
          alphabet.stream().filter(c -> goesOn(pattern, prefix + c.repeat(3))).toList();
      List<String> units = new ArrayList<>(single);
      single.forEach(a -> units.add(a + single.get(random.nextInt(single.size()))));
      Collections.shuffle(units, random);
      units.subList(Math.min(units.size(), 10), units.size()).clear();
      if (prefix.isEmpty()) {
        units.addAll(alphabet);
        units.addAll(repeated.subList(0, Math.min(repeated.size(), 30)));
      }
      for (String unit : units) {
        Optional<String> deep = recursion(pattern, prefix, unit);
        if (deep.isPresent()) {
          return deep;
        }
        for (String end : List.of("", "x!\n\u0001")) {
          Optional<String> how = attack(pattern, prefix, unit, end);
          if (how.isPresent()) {
            return how;
          }
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<String> attack(Pattern pattern, String prefix, String unit, String end) {
    for (boolean whole : SEARCHED.contains(pattern) ? List.of(true, false) : List.of(true)) {
      long small = work(pattern, whole, prefix + unit.repeat(24) + end, 50_000);
      long large = work(pattern, whole, prefix + unit.repeat(96) + end, 200_000);
      if (large > 6 * small || small >= 50_000) {
        long four = work(pattern, whole, prefix + unit.repeat(3_000) + end, 20_000_000);
        long five = work(pattern, whole, prefix + unit.repeat(12_000) + end, 80_000_000);
        if (five > 7 * four || four >= 20_000_000) {
          return Optional.of(
              "%s of %s + %s x n + %s: %d, %d"
                  .formatted(
                      whole ? "matches" : "find",
                      shown(prefix),
                      shown(unit),
                      shown(end),
                      four,
                      five));
        }
      }
    }
    return Optional.empty();
  }

  /** Returns whether a repetition in this pattern recurses once per iteration. */
  private static Optional<String> recursion(Pattern pattern, String prefix, String unit) {
    if (pattern.pattern().contains(")*") || pattern.pattern().contains(")+")) {
      try {
        pattern.matcher(new Counted(prefix + unit.repeat(20_000), 4_000_000)).matches();
      } catch (StackOverflowError e) {
        return Optional.of("stack of " + shown(prefix) + " + " + shown(unit) + " x 20000");
      } catch (TooMuch e) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  private static String shown(String text) {
    return '"'
        + text.chars()
            .mapToObj(c -> c < 32 || c > 126 ? "\\u%04x".formatted(c) : (char) c + "")
            .collect(Collectors.joining())
        + '"';
  }

  /** Counts the characters read to find all matches, up to a limit. */
  private static long work(Pattern pattern, boolean whole, String text, long most) {
    Counted counted = new Counted(text, most);
    Matcher matcher = pattern.matcher(counted);
    try {
      if (whole) {
        matcher.matches();
      } else {
        while (matcher.find()) {
          // Finds each match as replaceAll does.
        }
      }
    } catch (TooMuch e) {
      return most;
    } catch (StackOverflowError e) {
      return most;
    }
    return counted.read;
  }

  /** Returns whether a text may be the start of a match. */
  private static boolean goesOn(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(new Counted(text, 20_000));
    try {
      return matcher.matches() || matcher.hitEnd();
    } catch (TooMuch e) {
      return true;
    }
  }

  private static List<String> alphabet(String pattern) {
    Set<String> characters = new LinkedHashSet<>();
    (pattern + OTHERS).codePoints().mapToObj(Character::toString).forEach(characters::add);
    characters.add("\ud800");
    characters.add("\u0085");
    Matcher words = Pattern.compile("[\\p{L}\\d_ -]{2,}").matcher(pattern);
    while (words.find() && characters.size() < 110) {
      characters.add(words.group());
    }
    return List.copyOf(characters);
  }
}
