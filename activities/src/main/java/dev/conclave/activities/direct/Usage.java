package dev.conclave.activities.direct;

import java.util.List;

/**
 * Which files use a place, as far as lines show it; what they leave open is said by neither list.
 *
 * @param sources other files than tests that name the symbol, or import the file where there is
 *     none; the nearest first
 * @param tests that name or import it, or are called like its file
 * @param guards those of the tests that call the symbol by its name, at that line: to import guards
 *     nothing
 * @param unnamed whether no test says the name in its code at all
 * @param uncalled whether no test may call it by its name
 */
record Usage(
    List<Place.Use> sources,
    List<Place.Use> tests,
    List<Place.Use> guards,
    boolean unnamed,
    boolean uncalled) {}
