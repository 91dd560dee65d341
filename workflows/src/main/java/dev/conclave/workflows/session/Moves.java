package dev.conclave.workflows.session;

/**
 * How a session came from host to host.
 *
 * @param made how often it moved in this run of it
 * @param rounds so many of its rounds are older than the last move: their documents are on hosts
 *     that are gone
 */
public record Moves(int made, int rounds) {
  /** More is no accident: something about the repository or the hosts has to be mended. */
  public static final int MOST = 5;

  /** Where it began. */
  public static final Moves NONE = new Moves(0, 0);

  /** After one more, of which nothing is known yet but that it was begun. */
  public Moves another() {
    return new Moves(made + 1, rounds);
  }

  /** On a host that holds no document of the rounds so far. */
  public Moves after(int roundsOver) {
    return new Moves(made, roundsOver);
  }

  /** For a session that a human resumes: counted anew. */
  public Moves resumed() {
    return new Moves(0, rounds);
  }
}
