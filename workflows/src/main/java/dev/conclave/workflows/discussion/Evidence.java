package dev.conclave.workflows.discussion;

/** What was found at a cited place. Whether the claim itself is true is for the analysts to say. */
public enum Evidence {
  /** The file is there and has the line. */
  THERE("there"),
  /** There is no such file, or no such line in it. */
  MISSING("missing");

  private final String shown;

  Evidence(String shown) {
    this.shown = shown;
  }

  /** The word at people's pages; files and messages have the constant's. */
  public String shown() {
    return shown;
  }
}
