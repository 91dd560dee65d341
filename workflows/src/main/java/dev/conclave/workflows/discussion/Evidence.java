package dev.conclave.workflows.discussion;

/** What was found at a cited place. Whether the claim itself is true is not looked into. */
public enum Evidence {
  /** The place is there, and a word of the claim stands near it. */
  VERIFIED("found there"),
  /** The place is there or out of range, and nothing near it speaks of the claim. */
  UNSUPPORTED("nothing said of it there"),
  /** There is no such file. */
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
