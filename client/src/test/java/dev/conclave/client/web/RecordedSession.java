package dev.conclave.client.web;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.discussion.SynthesisRecord;
import dev.conclave.client.session.SessionSnapshot;
import dev.conclave.client.view.Artifact;
import dev.conclave.client.view.ContextPackageView;
import dev.conclave.client.web.Sections.Section;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.host.HostServices;
import dev.conclave.workflows.kind.SessionKinds;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.session.KindSpec;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.session.SessionView;
import dev.conclave.workflows.text.WireMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** A session of {@code src/test/resources/sessions} on the host that has its documents. */
public final class RecordedSession {
  private final SessionState<?> state;
  private final SessionFiles files;
  private final Map<String, String> folder = new LinkedHashMap<>();

  /**
   * Reads a session.
   *
   * @param kind of the session; {@code kind-place} for its state at another place
   * @param text changes each text, as long as the result remains readable
   */
  public RecordedSession(String kind, UnaryOperator<String> text) throws IOException {
    this(kind, text, true);
  }

  /** Reads a session on the host that has its documents, or on another one. */
  RecordedSession(String kind, UnaryOperator<String> text, boolean here) throws IOException {
    String command = kind.replaceFirst("-.*", "");
    Map<String, String> all = new LinkedHashMap<>();
    try (ZipInputStream zip =
        new ZipInputStream(
            RecordedSession.class.getResourceAsStream("/sessions/" + command + ".zip"))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        all.put(entry.getName(), new String(zip.readAllBytes(), StandardCharsets.UTF_8));
      }
    }
    KindSpec spec =
        SessionKinds.ALL.stream().filter(one -> one.command().equals(command)).findFirst().get();
    state = read(all.get(kind.replaceFirst("\\w+", "state") + ".json"), spec.state(), text);
    Map<String, SynthesisRecord> documents = new HashMap<>();
    for (Map.Entry<String, String> one : all.entrySet()) {
      String name = one.getKey().substring(one.getKey().indexOf('/') + 1);
      if (one.getKey().startsWith("documents/")) {
        documents.put(name, read(one.getValue(), SynthesisRecord.class, text));
      } else if (name.endsWith("synthesis.json")) {
        folder.put(name, changed(one.getValue(), Artifact.class, text).toString());
      } else if (name.equals("context-package.json")) {
        folder.put(name, changed(one.getValue(), ContextPackageView.class, text).toString());
      } else if (one.getKey().startsWith("folder/")) {
        folder.put(name, text.apply(one.getValue()));
      }
    }
    files =
        new SessionFiles(
            here ? Optional.of(host(documents, folder)) : Optional.empty(),
            state.requireWorkspace().host(),
            DataFolder.of(Map.of(), Path.of("/nowhere")),
            SecretFilter.of(Configuration.load(Map.of(), Path.of("/nowhere")), Map.of()));
  }

  /** Replaces a file of the session's folder. */
  RecordedSession with(String file, String text) {
    folder.put(file, text);
    return this;
  }

  public SessionState<?> state() {
    return state;
  }

  /** Returns the session's page as a browser gets it. */
  String page(String language, String theme) {
    return page(state.view(), language, theme);
  }

  /** Returns the page while the session has this view. */
  String page(SessionView view, String language, String theme) {
    SessionSnapshot now =
        new SessionSnapshot(view, List.of(), List.of(), null, view.over() ? "completed" : null);
    List<Section> sections =
        new ArrayList<>(Sections.live(now, Optional.of("http://127.0.0.1:8233/"), Instant.now()));
    sections.add(1, GatePanel.section(view, state, null, () -> "", "form"));
    sections.addAll(KindSections.of(state, now, files, language, 0));
    Locale locale = Locale.forLanguageTag(language);
    Map<String, Object> model = new HashMap<>();
    model.put("view", view);
    model.put("closed", view.over());
    model.put("id", view.session());
    model.put("watched", view.session());
    model.put("address", "/s/" + view.session());
    model.put("sent", "");
    model.put("sections", Pages.rendered(sections, locale));
    model.put("lang", language);
    model.put("theme", theme);
    model.put("path", "/s/" + view.session());
    model.put("token", "form");
    model.put("rest", "");
    return Templates.render("session", model, locale);
  }

  SessionView view() {
    return state.view();
  }

  String export(SessionExport.Format format, int round) {
    SessionSnapshot now = new SessionSnapshot(state.view(), List.of(), List.of(), null, null);
    return SessionExport.of(state, now, files, format, round, "en");
  }

  private static HostServices host(
      Map<String, SynthesisRecord> documents, Map<String, String> folder) {
    return (HostServices)
        Proxy.newProxyInstance(
            RecordedSession.class.getClassLoader(),
            new Class<?>[] {HostServices.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "round" ->
                      Optional.ofNullable(documents.get(((DocumentRef) arguments[0]).digest()))
                          .map(record -> record.whole((DocumentRef) arguments[0]));
                  case "export" -> write(folder, (Path) arguments[2]);
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private static List<String> write(Map<String, String> folder, Path to) throws IOException {
    for (Map.Entry<String, String> file : folder.entrySet()) {
      Path path = to.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.getValue());
    }
    return List.of();
  }

  private static <T> T read(String json, Class<T> type, UnaryOperator<String> text)
      throws IOException {
    return WireMapper.get().treeToValue(changed(json, type, text), type);
  }

  /** Changes the texts of a document; other strings, such as times, stay. */
  private static JsonNode changed(String json, Class<?> type, UnaryOperator<String> text)
      throws IOException {
    JsonNode before = WireMapper.get().readTree(json);
    JsonNode after = changed(before, text);
    while (true) {
      try {
        WireMapper.get().treeToValue(after, type);
        return after;
      } catch (JsonMappingException e) {
        JsonPointer at = WireMapper.pointer(e);
        while (before.at(at).isMissingNode()) {
          at = at.head();
        }
        put(after, at, before.at(at));
      }
    }
  }

  private static void put(JsonNode tree, JsonPointer at, JsonNode value) {
    JsonNode parent = tree.at(at.head());
    if (parent instanceof ArrayNode array) {
      array.set(at.last().getMatchingIndex(), value.deepCopy());
    } else {
      ((ObjectNode) parent).set(at.last().getMatchingProperty(), value.deepCopy());
    }
  }

  private static JsonNode changed(JsonNode node, UnaryOperator<String> text) {
    JsonNode copy = node.deepCopy();
    change(copy, text);
    return copy;
  }

  private static void change(JsonNode node, UnaryOperator<String> text) {
    if (node instanceof ObjectNode object) {
      object
          .fields()
          .forEachRemaining(
              field -> {
                boolean id = List.of("session", "digest").contains(field.getKey());
                if (field.getValue().isTextual() && !id) {
                  object.put(field.getKey(), text.apply(field.getValue().asText()));
                } else {
                  change(field.getValue(), text);
                }
              });
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        if (array.get(i).isTextual()) {
          array.set(i, text.apply(array.get(i).asText()));
        } else {
          change(array.get(i), text);
        }
      }
    }
  }

  static byte[] resource(String name) {
    try (var in = PageServer.class.getResourceAsStream(name)) {
      return in == null ? new byte[0] : in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
