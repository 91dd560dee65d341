package dev.conclave.client.command;

import dev.conclave.client.session.UsageException;
import dev.conclave.workflows.model.ApproverKey;
import dev.conclave.workflows.text.ExitCodes;
import dev.conclave.workflows.text.Words;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code conclave approver-key}. */
@Command(
    name = "approver-key",
    description = "Create a key that signs your answers, and print its line for approvers.",
    footer = {
      "",
      "Keep FILE private: set approver_key or CONCLAVE_APPROVER_KEY to it. The printed",
      "line belongs under approvers in the configuration of those who start sessions.",
      "",
      "Example:",
      "  conclave approver-key ~/.config/conclave/approver.key --as ada",
      "",
      "Exit codes: 0 created, 2 refused."
    })
final class ApproverKeyCommand implements Callable<Integer> {
  private final CommandContext context;

  @Parameters(paramLabel = "FILE", description = "The file to create for the private key.")
  private Path file = Path.of("");

  @Option(
      names = "--as",
      paramLabel = "NAME",
      description = "The key's owner (default: your login).")
  private String name = "";

  ApproverKeyCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    String owner = name.isBlank() ? context.user() : name;
    if (!ApproverKey.isName(owner)) {
      throw new UsageException("--as takes 1-40 letters, digits and . _ -");
    }
    ApproverKey.Pair pair = ApproverKey.make(owner);
    Path place = context.directory().resolve(file).toAbsolutePath();
    try {
      Files.createDirectories(Objects.requireNonNull(place.getParent()));
      Files.createFile(
          place,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(place, pair.file() + "\n");
    } catch (FileAlreadyExistsException e) {
      throw new UsageException(
          Words.shell("" + place) + " already exists: choose another file.", e);
    } catch (IOException e) {
      throw new UsageException("Cannot write %s: %s.".formatted(place, e.getMessage()), e);
    }
    context.say("Add this line under approvers in the configuration of those who start sessions:");
    context.output().result("  %s: %s".formatted(owner, pair.publicKey()));
    return ExitCodes.DONE;
  }
}
