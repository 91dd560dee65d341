package dev.conclave.client.command;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code conclave completion}. */
@Command(
    name = "completion",
    description = "Print what a shell needs to complete commands, options and sessions.",
    footer = {
      "",
      "Examples, each a line for the start-up file of the shell:",
      "  source <(conclave completion bash)      # ~/.bashrc",
      "  source <(conclave completion zsh)       # ~/.zshrc, after compinit",
      "  conclave completion fish | source       # ~/.config/fish/config.fish"
    })
public final class CompletionCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "SHELL",
      completionCandidates = CompletionCommand.Shells.class,
      description = "${COMPLETION-CANDIDATES}.")
  private Shell shell = Shell.BASH;

  /** Shells that we can help. */
  public enum Shell {
    BASH,
    ZSH,
    FISH
  }

  /** Their words. */
  static final class Shells extends Candidates {
    Shells() {
      super(WordConverter.words(Shell.class));
    }
  }

  @Override
  public Integer call() {
    CommandLine root = spec.parent().commandLine();
    PrintWriter out = spec.commandLine().getOut();
    out.print(shell == Shell.FISH ? FishCompletion.script(root) : BashCompletion.script(root));
    out.flush();
    return 0;
  }
}
