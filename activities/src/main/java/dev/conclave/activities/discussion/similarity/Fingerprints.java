package dev.conclave.activities.discussion.similarity;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Sentences reduced to what similarity needs, so that a later round can tell whether a finding is
 * new without history carrying every text: four characters a word. Opaque to everybody else.
 */
public final class Fingerprints {
  private static final List<Integer> TERMS_KEPT = List.of(24, 16, 12, 8);
  private static final int CODE = 4;
  private static final int LINE_LIMIT = 9;

  private Fingerprints() {}

  /**
   * The fingerprints that fit.
   *
   * @param leftOut how many sentences did not fit, counted from the end
   */
  public record Fitted(List<String> fingerprints, int leftOut) {}

  /**
   * Fingerprints of sentences, the most important first, in at most so many bytes. When they do not
   * fit, words are left out of each before sentences are.
   */
  public static Fitted of(List<String> sentences, int maxBytes) {
    List<Features> features = sentences.stream().map(Features::of).toList();
    List<String> written = List.of();
    for (int kept : TERMS_KEPT) {
      written = features.stream().map(one -> write(one, kept)).distinct().toList();
      if (bytes(written) <= maxBytes) {
        return new Fitted(written, 0);
      }
    }
    List<String> fitting = new ArrayList<>();
    int bytes = 0;
    for (String fingerprint : written) {
      bytes += fingerprint.length() + 3;
      if (bytes > maxBytes) {
        break;
      }
      fitting.add(fingerprint);
    }
    return new Fitted(List.copyOf(fitting), written.size() - fitting.size());
  }

  /** Those of the sentences that have no counterpart among earlier fingerprints. */
  public static List<String> unknown(Collection<String> sentences, List<String> earlier) {
    List<Features> known =
        earlier.stream().map(Fingerprints::read).flatMap(Optional::stream).toList();
    List<Features> all = new ArrayList<>(known);
    sentences.forEach(sentence -> all.add(Features.of(sentence)));
    Similarity similarity = Similarity.over(all);
    return sentences.stream()
        .filter(
            sentence -> {
              Features features = Features.of(sentence);
              return known.stream()
                  .noneMatch(one -> similarity.between(one, features) >= Similarity.SAME);
            })
        .toList();
  }

  /** As JSON has them: with quotes and a comma each. */
  private static int bytes(List<String> written) {
    return written.stream().mapToInt(one -> one.length() + 3).sum();
  }

  private static String write(Features features, int terms) {
    return codes(features.terms(), terms)
        + "."
        + codes(features.symbols(), terms)
        + "."
        + features.places().stream()
            .limit(4)
            .map(place -> code(place.file()) + Integer.toString(place.line(), 36))
            .collect(Collectors.joining(","));
  }

  private static String codes(Set<Integer> hashes, int limit) {
    return hashes.stream().limit(limit).map(Fingerprints::code).collect(Collectors.joining());
  }

  private static String code(int hash) {
    String digits = Integer.toString(hash & 0xFFFFF, 36);
    return "0".repeat(CODE - digits.length()) + digits;
  }

  /** Empty for a string that no version of this program wrote. */
  private static Optional<Features> read(String fingerprint) {
    String[] parts = fingerprint.split("\\.", -1);
    if (parts.length != 3) {
      return Optional.empty();
    }
    try {
      Set<Features.Place> places = new TreeSet<>();
      for (String place : parts[2].isEmpty() ? new String[0] : parts[2].split(",", -1)) {
        String line = place.substring(CODE, Math.min(place.length(), CODE + LINE_LIMIT));
        places.add(new Features.Place(hash(place.substring(0, CODE)), Integer.parseInt(line, 36)));
      }
      return Optional.of(new Features(hashes(parts[0]), hashes(parts[1]), places));
    } catch (NumberFormatException | IndexOutOfBoundsException foreign) {
      return Optional.empty();
    }
  }

  private static Set<Integer> hashes(String codes) {
    Set<Integer> hashes = new TreeSet<>();
    for (int at = 0; at + CODE <= codes.length(); at += CODE) {
      hashes.add(hash(codes.substring(at, at + CODE)));
    }
    return hashes;
  }

  private static int hash(String code) {
    return Integer.parseInt(code, 36);
  }
}
