package dev.conclave.workflows.discussion;

import java.util.List;

/**
 * What became of the places that the analyses of a round cite, each place counted once.
 *
 * @param cited in all; a file that an approach would touch and that names no line is none
 * @param absent those that are not in the tree: no such file, or no such line of it
 * @param unsupported those that are there, with nothing near them of what any agent says of them
 */
public record CitedPlaces(int cited, Doubted absent, Doubted unsupported) {
  /** Nothing was cited, or nobody counted. */
  public static final CitedPlaces NONE = new CitedPlaces(0, Doubted.NONE, Doubted.NONE);

  /**
   * Places that did not hold.
   *
   * @param count all of them
   * @param first some of them as {@code path:line}, bounded
   */
  public record Doubted(int count, List<String> first) {
    static final Doubted NONE = new Doubted(0, List.of());
  }
}
