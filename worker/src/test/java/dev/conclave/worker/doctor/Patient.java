package dev.conclave.worker.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.worker.HostContext;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.ConfigurationException;
import dev.conclave.workflows.config.DataFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** An empty machine in a folder, for a doctor to examine. */
final class Patient {
  final Path root;
  final DataFolder folder;

  /** Messages of the doctor. */
  final List<String> said = new ArrayList<>();

  private final Map<String, String> environment = new HashMap<>();

  Patient(Path root) {
    this.root = root;
    this.folder = new DataFolder(root.resolve("data of 张三"));
    environment.put("PATH", root.resolve("bin").toString());
    environment.put("HOME", root.resolve("home").toString());
    environment.put("TEMPORAL_ADDRESS", "127.0.0.1:9");
    environment.put("TEMPORAL_CONFIG_FILE", root.resolve("none.toml").toString());
  }

  Patient variable(String name, String value) {
    environment.put(name, value);
    return this;
  }

  Path file(String path, String content) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, content);
  }

  Path program(String name, String body) throws IOException {
    Path file = file("bin/" + name, "#!/bin/sh\n" + body + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }

  Patient configured(String yaml) throws IOException {
    return variable("CONCLAVE_CONFIG", file("config.yaml", yaml).toString());
  }

  Doctor.Report examined() {
    return doctor().examine();
  }

  Doctor.Report mended() {
    return doctor().fix();
  }

  /** Returns the finding on a subject. */
  Finding finding(String subject) {
    return of(subject, examined());
  }

  static Finding of(String subject, Doctor.Report report) {
    Map<String, Finding> found =
        report.findings().stream()
            .collect(Collectors.toMap(Finding::subject, finding -> finding, (a, b) -> b));
    assertThat(found).containsKey(subject);
    return found.get(subject);
  }

  private Doctor doctor() {
    try {
      Configuration configuration = Configuration.load(environment, root.resolve("home"));
      return doctor(configuration, Optional.empty());
    } catch (ConfigurationException e) {
      return doctor(Configuration.defaults(), Optional.ofNullable(e.getMessage()));
    }
  }

  private Doctor doctor(Configuration configuration, Optional<String> problem) {
    return new Doctor(new HostContext(environment, folder, configuration), problem, said::add);
  }
}
