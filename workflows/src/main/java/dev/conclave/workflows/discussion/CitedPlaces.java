package dev.conclave.workflows.discussion;

import java.util.List;

/**
 * What became of the places that the analyses of a round cite, each place counted once.
 *
 * @param cited in all; a file that is to be created is none
 * @param missing those that are not in the tree: no such file, or no such line of it
 * @param first some of the missing ones as {@code path:line}, bounded
 */
public record CitedPlaces(int cited, int missing, List<String> first) {
  /** Nothing was cited, or nobody counted. */
  public static final CitedPlaces NONE = new CitedPlaces(0, 0, List.of());
}
