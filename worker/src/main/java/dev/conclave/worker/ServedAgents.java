package dev.conclave.worker;

import dev.conclave.activities.document.AtomicFiles;
import dev.conclave.workflows.config.DataFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The agents that a host has served, so that one who was taken out of the configuration is served
 * on: a call that waited in its queue meanwhile is then told so, and its session asks the next,
 * where it would wait for ever for somebody to take it.
 */
record ServedAgents(DataFolder folder) {
  private static final Logger LOG = LoggerFactory.getLogger(ServedAgents.class);

  /** Instead of the day on which an agent was first missing from the configuration. */
  private static final String CONFIGURED = "configured";

  /** No call waits that long while a worker of its host is there. */
  private static final int DAYS = 90;

  /** The agents to serve: those that are configured, and those that were. */
  SortedSet<String> with(SortedSet<String> configured, LocalDate today) {
    TreeMap<String, LocalDate> missing = read(today);
    missing.keySet().removeAll(configured);
    TreeMap<String, String> lines = new TreeMap<>();
    missing.forEach((agent, since) -> lines.put(agent, since.toString()));
    configured.forEach(agent -> lines.put(agent, CONFIGURED));
    try {
      String text =
          lines.entrySet().stream()
              .map(entry -> entry.getValue() + " " + entry.getKey() + "\n")
              .collect(Collectors.joining());
      AtomicFiles.writeIfDifferent(file(), text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      LOG.warn("cannot keep which agents are served", e);
    }
    return lines.navigableKeySet();
  }

  /** All that were served not too long ago, with the day on which each was first missing. */
  private TreeMap<String, LocalDate> read(LocalDate today) {
    TreeMap<String, LocalDate> served = new TreeMap<>();
    try {
      if (Files.exists(file())) {
        for (String line : Files.readAllLines(file())) {
          String[] parts = line.split(" ", 2);
          LocalDate since = parts[0].equals(CONFIGURED) ? today : LocalDate.parse(parts[0]);
          if (parts.length == 2 && since.isAfter(today.minusDays(DAYS))) {
            served.put(parts[1], since);
          }
        }
      }
    } catch (IOException | DateTimeParseException e) {
      LOG.warn("{} cannot be read: agents that are configured no more are forgotten", file(), e);
    }
    return served;
  }

  private Path file() {
    return folder.servedAgentsFile();
  }
}
