package dev.conclave.activities.search.source;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.treesitter.TSLanguage;
import org.treesitter.TSParser;
import org.treesitter.TreeSitterBash;
import org.treesitter.TreeSitterC;
import org.treesitter.TreeSitterCSharp;
import org.treesitter.TreeSitterCpp;
import org.treesitter.TreeSitterGo;
import org.treesitter.TreeSitterJava;
import org.treesitter.TreeSitterJavascript;
import org.treesitter.TreeSitterKotlin;
import org.treesitter.TreeSitterPhp;
import org.treesitter.TreeSitterPython;
import org.treesitter.TreeSitterRuby;
import org.treesitter.TreeSitterRust;
import org.treesitter.TreeSitterTsx;
import org.treesitter.TreeSitterTypescript;

/**
 * The tree-sitter grammars, each loaded when a file of its language is first read. Where the native
 * library does not load (musl, an unusual processor) there is none of any language. Thread-safe.
 */
final class Grammars {
  private static final Logger LOG = LoggerFactory.getLogger(Grammars.class);
  private static final Map<String, Optional<TSLanguage>> LOADED = new ConcurrentHashMap<>();

  private Grammars() {}

  /** The grammar of a file; empty when there is none for its language or it does not load. */
  static Optional<TSLanguage> of(Language language, String path) {
    return switch (language) {
      case JAVA -> load("java", TreeSitterJava::new);
      case KOTLIN -> load("kotlin", TreeSitterKotlin::new);
      case JAVASCRIPT -> load("javascript", TreeSitterJavascript::new);
      case TYPESCRIPT ->
          path.endsWith(".tsx")
              ? load("tsx", TreeSitterTsx::new)
              : load("typescript", TreeSitterTypescript::new);
      case PYTHON -> load("python", TreeSitterPython::new);
      case GO -> load("go", TreeSitterGo::new);
      case RUST -> load("rust", TreeSitterRust::new);
      // A header may be of either language, and the grammar of C++ reads C as well.
      case C -> path.endsWith(".h") ? load("cpp", TreeSitterCpp::new) : load("c", TreeSitterC::new);
      case CPP -> load("cpp", TreeSitterCpp::new);
      case CSHARP -> load("c-sharp", TreeSitterCSharp::new);
      case RUBY -> load("ruby", TreeSitterRuby::new);
      case PHP -> load("php", TreeSitterPhp::new);
      case SHELL -> load("bash", TreeSitterBash::new);
      case PROSE, STYLE, MARKUP, CONFIGURATION, OTHER -> Optional.empty();
    };
  }

  private static Optional<TSLanguage> load(String name, Supplier<TSLanguage> grammar) {
    return LOADED.computeIfAbsent(
        name,
        key -> {
          try {
            TSLanguage language = grammar.get();
            try (TSParser parser = new TSParser()) {
              return parser.setLanguage(language) ? Optional.of(language) : Optional.empty();
            }
          } catch (LinkageError | RuntimeException e) {
            LOG.warn("no grammar for {}: {}", key, e.toString());
            return Optional.empty();
          }
        });
  }
}
