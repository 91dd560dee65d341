package dev.conclave.activities.discussion.similarity.statement;

/**
 * What a sentence says a number is: so much, at most or at least so much.
 *
 * @param bound which side of the number is meant
 */
record Range(double value, Bound bound) {
  /** Which side of a number is meant. */
  enum Bound {
    EXACT,
    UP_TO,
    ABOVE
  }

  /** Whether the one bounds from above and the other from below. */
  boolean faces(Range other) {
    return bound != Bound.EXACT && other.bound != Bound.EXACT && bound != other.bound;
  }

  /** Whether the two face each other and leave each other alone: above 60, up to 30. */
  boolean apartFrom(Range other) {
    return faces(other) && (bound == Bound.UP_TO ? value <= other.value : other.value <= value);
  }

  /** Whether both can be said of one thing: the same number, or two sides of it. */
  boolean fits(Range other) {
    return value == other.value || faces(other);
  }
}
