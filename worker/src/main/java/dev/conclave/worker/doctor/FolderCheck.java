package dev.conclave.worker.doctor;

import dev.conclave.worker.stack.DiskSpace;
import dev.conclave.worker.stack.FolderTrouble;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.DataDisk;
import dev.conclave.workflows.temporal.ShellWord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The data folder: there, writable, with room. */
record FolderCheck(DataFolder folder) implements Check {
  private static final String SUBJECT = "data folder";

  @Override
  public String subject() {
    return SUBJECT;
  }

  @Override
  public List<Diagnosis> examine() throws IOException {
    List<Diagnosis> found = new ArrayList<>();
    found.add(writable());
    long free = new DataDisk(folder).free();
    if (free < DiskSpace.LITTLE) {
      found.add(Diagnosis.of(little(free)));
    }
    return found;
  }

  private Finding little(long free) {
    String detail = "%s free for %s".formatted(DiskSpace.human(free), folder.root());
    String fix = "free some space, or set CONCLAVE_HOME to a folder elsewhere";
    return free < DataDisk.LEAST
        ? Finding.missing("disk", detail, fix)
        : Finding.doubtful("disk", detail, fix);
  }

  private Diagnosis writable() throws IOException {
    Path root = folder.root();
    if (!Files.exists(root)) {
      return absent();
    }
    try {
      Files.delete(Files.createTempFile(root, "doctor", ".tmp"));
      Optional<Path> foreign = foreign();
      if (foreign.isPresent()) {
        return foreign(foreign.get());
      }
      DiskSpace space = DiskSpace.of(folder);
      return Diagnosis.of(
          Finding.ok(
              SUBJECT,
              "%s, %s used, %s free"
                  .formatted(root, DiskSpace.human(space.used()), DiskSpace.human(space.free()))));
    } catch (IOException e) {
      return unusable(FolderTrouble.explain(e));
    }
  }

  /** A folder in it that we cannot use: a file in its place, or one that root made. */
  private Optional<Path> foreign() {
    return folder.folders().stream()
        .filter(Files::exists)
        .filter(path -> !Files.isDirectory(path) || !Files.isWritable(path))
        .findFirst();
  }

  private static Diagnosis foreign(Path path) {
    return Diagnosis.of(
        Files.isDirectory(path)
            ? Finding.missing(
                SUBJECT,
                path + " belongs to somebody else",
                "sudo chown -R \"$USER\" " + ShellWord.of(path.toString()))
            : Finding.missing(
                SUBJECT,
                path + " is a file where a folder is needed",
                "mv %1$s %1$s.old".formatted(ShellWord.of(path.toString()))));
  }

  /** It is made when it is first needed, if it can be. */
  private Diagnosis absent() {
    Path root = folder.root();
    Path parent = root;
    while (parent.getParent() != null && !Files.exists(parent)) {
      parent = parent.getParent();
    }
    if (!Files.isDirectory(parent) || !Files.isWritable(parent)) {
      return unusable(
          "it cannot be made in "
              + parent
              + ": make that writable, or set"
              + " CONCLAVE_HOME to another folder");
    }
    Finding finding =
        new Finding(
            SUBJECT,
            Finding.State.OK,
            root + ", made when it is first needed",
            Optional.empty(),
            true);
    return new Diagnosis(
        finding,
        Optional.of(
            () -> {
              folder.create();
              return "Made the data folder " + root + ".";
            }));
  }

  private Diagnosis unusable(String why) {
    return Diagnosis.of(
        Finding.missing(
            SUBJECT,
            folder.root() + ": " + why,
            "make it writable, or set CONCLAVE_HOME to another folder"));
  }
}
