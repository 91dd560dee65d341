package dev.conclave.client.web;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.client.session.Session;
import dev.conclave.client.session.SessionLine;
import dev.conclave.client.session.SessionSnapshot;
import dev.conclave.client.session.Sessions.Listing;
import dev.conclave.client.session.Sessions.Standing;
import dev.conclave.client.session.UsageException;
import dev.conclave.client.view.DecisionLine;
import dev.conclave.client.web.GatePanel.Draft;
import dev.conclave.client.web.Sections.Section;
import dev.conclave.client.web.SessionExport.Format;
import dev.conclave.client.web.WebHost.CommandResult;
import dev.conclave.workflows.gate.Answer;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.AnswerReply;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.gate.GateForm;
import dev.conclave.workflows.host.PlanPreview;
import dev.conclave.workflows.kind.SessionKinds;
import dev.conclave.workflows.session.ExecutionLine;
import dev.conclave.workflows.session.KindSpec;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.session.SessionView;
import dev.conclave.workflows.temporal.ServerException;
import dev.conclave.workflows.text.Digests;
import dev.conclave.workflows.text.Language;
import dev.conclave.workflows.text.WireMapper;
import dev.conclave.workflows.text.Words;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Serves the pages and processes their forms. */
final class Pages {
  /** A live worker accepts an answer at once; its workspace check may take 10 s. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final int LARGEST_TABLE = 128 << 10;

  private final WebHost host;
  private final Updates updates;
  private final BrowserAccess access;

  Pages(WebHost host, Updates updates, BrowserAccess access) {
    this.host = host;
    this.updates = updates;
    this.access = access;
  }

  /** Replies to an authenticated browser. */
  void answer(Request request) throws IOException {
    String path = request.path();
    String rest = path.substring(path.indexOf('/', 1) + 1);
    try {
      if (request.isPost()) {
        post(request, path, rest);
      } else if (!List.of("GET", "HEAD").contains(request.method())) {
        request.setHeader("Allow", "GET, HEAD, POST");
        request.text(405, "Method not allowed. Use GET, HEAD or POST.");
      } else if (chooses(request)) {
        return;
      } else if (path.equals("/")) {
        inbox(request);
      } else if (path.equals("/new")) {
        start(request, request.query("kind").orElse("plan"), request.queries(), "", null);
      } else if (path.equals("/events")) {
        updates.open(request);
      } else if (path.startsWith("/s/")) {
        Session session = updates.find(rest);
        session(request, 200, session, updates.snapshot(session), null);
      } else if (path.startsWith("/export/")) {
        export(request, updates.find(rest));
      } else if (path.startsWith("/file/")) {
        file(request, updates.find(rest), request.query("name").orElse(""));
      } else if (path.startsWith("/live/")) {
        live(request, updates.find(rest));
      } else {
        refuse(request, 404, "error.no-page");
      }
    } catch (UsageException e) {
      error(request, 404, String.valueOf(e.getMessage()));
    } catch (ServerException e) {
      if (!request.isPost()) {
        request.setHeader("Refresh", "3"); // the server may be back by then
      }
      error(request, 503, String.valueOf(e.getMessage()));
    }
  }

  /** Whether a link sets the language or theme; if so, stores it in a cookie. */
  private static boolean chooses(Request request) throws IOException {
    Map<String, List<String>> choices =
        Map.of("lang", Language.TAGS, "theme", List.of("light", "dark", "system"));
    for (Map.Entry<String, List<String>> choice : choices.entrySet()) {
      Optional<String> chosen = request.query(choice.getKey()).filter(choice.getValue()::contains);
      if (chosen.isPresent()) {
        request.addCookie(
            "conclave-" + choice.getKey(), chosen.get(), "Max-Age=31536000; SameSite=Strict");
        String rest = rest(request);
        request.redirect(
            request.exchange().getRequestURI().getRawPath() + (rest.isEmpty() ? "" : "?" + rest));
        return true;
      }
    }
    return false;
  }

  /** Returns the query without choices, as the start of a query string. */
  private static String rest(Request request) {
    return Stream.ofNullable(request.exchange().getRequestURI().getRawQuery())
        .flatMap(query -> Stream.of(query.split("&")))
        .filter(pair -> !pair.matches("|(lang|theme|sent|gate)=.*"))
        .map(pair -> pair + "&")
        .collect(Collectors.joining());
  }

  private void post(Request request, String path, String rest) throws IOException {
    Map<String, List<String>> form = request.form();
    if (!access.isForm(first(form, "form"))) {
      refuse(request, 403, "error.form");
    } else if (path.equals("/new")) {
      start(request, form);
    } else if (path.startsWith("/answer/")) {
      answer(request, updates.find(rest), form);
    } else if (path.startsWith("/cancel/")) {
      Session session = updates.find(rest);
      session.cancel(host.user());
      request.redirect(address(session.id()) + "?sent=cancel");
    } else {
      refuse(request, 404, "error.no-page");
    }
  }

  private static String first(Map<String, List<String>> form, String name) {
    return form.getOrDefault(name, List.of("")).get(0);
  }

  private static String address(String session) {
    return "/s/" + URLEncoder.encode(session, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** A session in a list, with its open gate. */
  record Row(SessionLine line, String kind, Optional<Gate> gate) {}

  /** One page of the sessions of a standing. */
  record Part(Standing standing, List<Row> rows, boolean more, int page, boolean known) {}

  private void inbox(Request request) throws IOException {
    int version = updates.version(); // read before the lists, which may change meanwhile
    Map<String, String> wanted = new LinkedHashMap<>();
    for (String name : List.of("standing", "kind", "phase", "repository", "words")) {
      request
          .query(name)
          .map(String::strip)
          .filter(one -> !one.isEmpty())
          .ifPresent(one -> wanted.put(name, one));
    }
    int page =
        request
            .query("page")
            .filter(one -> one.matches("[1-9]\\d{0,5}"))
            .map(Integer::parseInt)
            .orElse(1);
    List<Section> sections = new ArrayList<>();
    for (Standing standing : Standing.values()) {
      if (wanted.getOrDefault("standing", Words.of(standing)).equals(Words.of(standing))) {
        Map<String, Object> model = new HashMap<>();
        model.put("part", part(standing, wanted, page));
        model.put("wanted", wanted);
        model.put("name", Words.of(standing));
        model.put("query", query(wanted));
        sections.add(new Section("sessions", Words.of(standing), model));
      }
    }
    Map<String, Object> model = new HashMap<>();
    model.put("version", version);
    model.put("sections", rendered(sections, language(request)));
    model.put("wanted", wanted);
    model.put("kinds", SessionKinds.ALL.stream().map(KindSpec::command).toList());
    model.put("standings", List.of(Standing.values()).stream().map(Words::of).toList());
    page(request, 200, "inbox", model);
  }

  /** Returns the filters as the start of a query string, for links between pages of a list. */
  private static String query(Map<String, String> wanted) {
    return wanted.entrySet().stream()
        .filter(one -> !one.getKey().equals("standing"))
        .map(
            one ->
                one.getKey()
                    + "="
                    + URLEncoder.encode(one.getValue(), StandardCharsets.UTF_8)
                    + "&")
        .collect(Collectors.joining());
  }

  private Part part(Standing standing, Map<String, String> wanted, int page) {
    Optional<KindSpec> kind =
        SessionKinds.ALL.stream()
            .filter(one -> one.command().equals(wanted.get("kind")))
            .findFirst();
    Predicate<SessionLine> filter =
        line ->
            wanted.getOrDefault("repository", "" + line.repository()).equals("" + line.repository())
                && ("" + line.phase()).startsWith(wanted.getOrDefault("phase", ""))
                && names(line, wanted.getOrDefault("words", ""));
    Optional<Listing> listing =
        host.sessions().standing(standing, kind.orElse(null), filter, page, Updates.ROWS);
    List<SessionLine> lines = listing.map(Listing::lines).orElse(List.of());
    List<Row> rows =
        lines.parallelStream()
            .map(
                line ->
                    new Row(
                        line,
                        SessionKinds.ofId(line.id()).command(),
                        standing == Standing.AWAITING ? updates.gate(line) : Optional.empty()))
            .toList();
    return new Part(
        standing, rows, listing.filter(Listing::more).isPresent(), page, listing.isPresent());
  }

  /** Whether each word occurs in the session's details. */
  private static boolean names(SessionLine line, String words) {
    String all =
        String.join(
                " ",
                line.id(),
                line.handle(),
                "" + line.task(),
                "" + line.repository(),
                "" + line.by())
            .toLowerCase(Locale.ROOT);
    return List.of(words.toLowerCase(Locale.ROOT).split("\\s+")).stream().allMatch(all::contains);
  }

  private void session(
      Request request, int status, Session session, SessionSnapshot seen, @Nullable Draft draft)
      throws IOException {
    SessionState<?> state = updates.state(session);
    SessionSnapshot now = now(state, seen);
    Optional<Session> asked =
        now.view().waitsFor().filter(other -> !now.isClosed()).map(host.sessions()::get);
    SessionSnapshot shown = asked.isPresent() ? now.withGateOf(asked.get().state()) : now;
    List<Section> all = new ArrayList<>(live(session, shown));
    SessionView view = shown.isClosed() ? shown.view().withGate(Optional.empty()) : shown.view();
    all.add(1, GatePanel.section(view, state, draft, () -> table(view), access.form()));
    List<Linked> linked = linked(view);
    if (!linked.isEmpty()) {
      all.add(1, new Section("linked", Map.of("linked", linked, Section.LISTED, false)));
    }
    Map<String, Object> model = new HashMap<>();
    model.put("view", view);
    model.put("closed", shown.isClosed());
    model.put("address", address(session.id()));
    model.put("id", session.id());
    model.put(
        "watched",
        Stream.of(Optional.of(session.id()), asked.map(Session::id), view.then())
            .flatMap(Optional::stream)
            .collect(Collectors.joining("\n")));
    String sent = request.query("sent").filter(one -> one.matches("[a-z]+")).orElse("");
    boolean next =
        view.gate()
            .filter(gate -> request.query("gate").filter(it -> !it.equals(gate.id())).isPresent())
            .isPresent();
    model.put("sent", sent.equals("accepted") && next ? "next" : sent);
    Locale language = language(request);
    int round = round(request);
    List<Map<String, String>> sections = new ArrayList<>(rendered(all, language));
    sections.addAll(
        updates.rendered(
            state,
            language + " " + round,
            () ->
                rendered(
                    KindSections.of(state, now, host.files(), language.getLanguage(), round),
                    language)));
    model.put("sections", sections);
    page(request, status, "session", model);
  }

  /** Another session that belongs to this one, and how. */
  record Linked(String how, String address, SessionView view) {}

  /** Returns the execution of a plan, or the plan of an execution, while the server knows it. */
  private List<Linked> linked(SessionView view) {
    ExecutionLine execution = view.execution();
    String how = execution == null ? "execution" : "plan";
    Optional<String> id =
        execution == null ? view.then() : Optional.of(execution.of()).filter(of -> !of.isEmpty());
    try {
      return id
          .map(host.sessions()::get)
          .map(other -> new Linked(how, address(other.id()), updates.snapshot(other).view()))
          .stream()
          .toList();
    } catch (UsageException | ServerException e) {
      return List.of(); // the server has deleted it
    }
  }

  /** Returns the snapshot, with the final state if the session has closed. */
  private static SessionSnapshot now(SessionState<?> state, SessionSnapshot seen) {
    return seen.closed() == null ? seen : SessionSnapshot.ofClosed(state.view(), seen.closed());
  }

  private static int round(Request request) {
    return request
        .query("round")
        .filter(one -> one.matches("[1-9]\\d{0,3}"))
        .map(Integer::parseInt)
        .orElse(0);
  }

  /** Replies with the session as a document. */
  private void export(Request request, Session session) throws IOException {
    Format format =
        Words.parse(Format.class, request.query("format").orElse("")).orElse(Format.HTML);
    int round = round(request);
    SessionSnapshot seen = updates.snapshot(session);
    SessionState<?> state = updates.state(session);
    SessionSnapshot now = now(state, seen);
    String text =
        SessionExport.of(state, now, host.files(), format, round, language(request).getLanguage());
    String name =
        state.handle().replace('/', '-')
            + (round > 0 ? "-round-" + round : "")
            + "."
            + Words.of(format);
    request.setHeader(
        "Content-Disposition",
        "attachment; filename*=UTF-8''"
            + URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20"));
    request.reply(200, format.type(), text.getBytes(StandardCharsets.UTF_8));
  }

  /** Replies with a file of the session's folder. */
  private void file(Request request, Session session, String name) throws IOException {
    Optional<String> text = host.files().of(updates.state(session)).text(name);
    if (text.isPresent()) {
      request.reply(200, "text/plain; charset=utf-8", text.get().getBytes(StandardCharsets.UTF_8));
    } else {
      refuse(request, 404, "error.no-page");
    }
  }

  private List<Section> live(Session session, SessionSnapshot now) {
    return Sections.live(
        now, host.temporal().map(pages -> pages.session(session.id())), Instant.now());
  }

  /** Replies with the sections that change over time, for an open page. */
  private void live(Request request, Session session) throws IOException {
    SessionSnapshot now = updates.recent(session);
    page(request, 200, "live", Map.of("sections", rendered(live(session, now), language(request))));
  }

  /** Returns the task table from the session folder; empty if not readable on this host. */
  private String table(SessionView view) {
    try {
      Path file = Path.of(view.folder().orElse(""), "tasks.csv");
      return view.host().filter(host.hostId()::equals).isPresent()
              && Files.size(file) <= LARGEST_TABLE
          ? Files.readString(file)
          : "";
    } catch (IOException e) {
      return ""; // the gate names the file
    }
  }

  private void answer(Request request, Session session, Map<String, List<String>> form)
      throws IOException {
    SessionSnapshot now = updates.snapshot(session);
    AnswerKind kind =
        Words.parse(AnswerKind.class, first(form, "kind"))
            .orElseThrow(() -> new UsageException("Unknown kind of answer."));
    String id = first(form, "gate");
    Session asking = session.answerTarget();
    SessionView view = asking.state();
    Optional<Gate> gate = view.gate().filter(open -> open.id().equals(id));
    String refusal;
    if (gate.isEmpty()) {
      refusal =
          asking.answered(id).map(DecisionLine::sentence).orElse("Gate " + id + " is closed") + ".";
    } else {
      try {
        GateAnswer answer = read(gate.get(), kind, first(form, "digest"), form);
        AnswerReply reply = asking.answer(answer, host.key().get(), PATIENCE);
        request.redirect(
            address(session.id()) + "?sent=" + Words.of(reply.outcome()) + "&gate=" + id);
        return;
      } catch (UsageException | ServerException | IllegalArgumentException e) {
        refusal = String.valueOf(e.getMessage());
      }
    }
    session(request, 422, session, now, new Draft(id, kind, form, refusal));
  }

  private GateAnswer read(
      Gate gate, AnswerKind kind, String digest, Map<String, List<String>> form) {
    GateAnswer answer = GateForm.of(kind, gate).read(gate.id(), digest, host.user(), form);
    JsonNode clean = WireMapper.mapTexts(answer.json(), host.withoutSecrets());
    return GateAnswer.read(clean).withBody(absolute(answer.body()));
  }

  /** Resolves the path of an export against the directory in which the page was started. */
  private Answer absolute(Answer body) {
    return body instanceof Answer.Export export
        ? new Answer.Export(host.directory().resolve(export.target()).normalize().toString())
        : body;
  }

  private void start(Request request, Map<String, List<String>> form) throws IOException {
    String kind = first(form, "kind");
    List<String> arguments = new ArrayList<>(form(kind).arguments(form));
    boolean previews = first(form, "action").equals("preview");
    arguments.addAll(1, List.of(previews ? "--dry-run" : "--detach", "--json"));
    CommandResult ran = host.command().apply(arguments);
    JsonNode document = json(ran.out());
    if (ran.code() != 0) {
      start(request, kind, form, document.path("error").asText(ran.out()), null);
    } else if (previews) {
      start(request, kind, form, "", preview(document));
    } else {
      request.redirect(address(document.path("session").asText()));
    }
  }

  /** Returns what a session would send, and to whom; null if only a remote worker knows. */
  private static @Nullable PlanPreview preview(JsonNode document) {
    return WireMapper.get().convertValue(document.path("preview"), PlanPreview.class);
  }

  private static JsonNode json(String text) {
    try {
      return WireMapper.get().readTree(text);
    } catch (JsonProcessingException e) {
      return WireMapper.get().createObjectNode();
    }
  }

  private StartForm form(String kind) {
    return host.start().stream()
        .filter(one -> one.command().equals(kind))
        .findFirst()
        .orElseThrow(() -> new UsageException("Unknown kind of session."));
  }

  private void start(
      Request request,
      String kind,
      Map<String, List<String>> sent,
      String refusal,
      @Nullable PlanPreview preview)
      throws IOException {
    Map<String, Object> model = new HashMap<>();
    model.put("forms", host.start());
    model.put("form", form(kind));
    model.put("directory", host.directory().toString());
    model.put(
        "sent",
        sent.entrySet().stream()
            .collect(
                Collectors.toMap(Map.Entry::getKey, one -> String.join("\n", one.getValue()))));
    model.put(
        "more", form(kind).more().stream().anyMatch(one -> !first(sent, one.name()).isBlank()));
    model.put("refusal", refusal);
    model.put("preview", preview);
    page(request, refusal.isEmpty() ? 200 : 422, "new", model);
  }

  /** Renders the sections as HTML, each with its name. */
  static List<Map<String, String>> rendered(List<Section> sections, Locale language) {
    return sections.stream()
        .map(
            section -> {
              String html =
                  Templates.render("sections/" + section.template(), section.model(), language);
              return Map.of(
                  "name",
                  section.name(),
                  "html",
                  html,
                  "version",
                  Digests.sha256(html).substring(0, 16),
                  Section.LISTED,
                  String.valueOf(section.model().getOrDefault(Section.LISTED, true)));
            })
        .toList();
  }

  private static Locale language(Request request) {
    return Locale.forLanguageTag(request.language().tag());
  }

  private void refuse(Request request, int status, String message) throws IOException {
    error(request, status, request.language().message(message));
  }

  void error(Request request, int status, String sentence) throws IOException {
    page(request, status, "error", Map.of("sentence", sentence));
  }

  private void page(Request request, int status, String template, Map<String, Object> model)
      throws IOException {
    Map<String, Object> whole = new HashMap<>(model);
    Locale language = language(request);
    whole.put("lang", language.getLanguage());
    whole.put("theme", request.cookie("conclave-theme").orElse("system"));
    whole.put("path", request.exchange().getRequestURI().getRawPath());
    whole.put("rest", rest(request));
    whole.put("token", access.form());
    request.html(status, Templates.render(template, whole, language));
  }
}
