package com.example;

import java.util.List;
import static java.util.Objects.requireNonNull;

/**
 * class notCode { void notCode() {} }
 */
public final class TokenBucket<T extends Comparable<T>> implements Limiter {
  private static final int MAX_TOKENS = 10;
  private static final String TEXT = "class inString { }";
  private final List<T> waiting;

  public TokenBucket(List<T> waiting) {
    this.waiting = requireNonNull(waiting);
  }

  interface Clock {
    long now();
  }

  record Window(long start, long end) {
    static Window of(long start) {
      return new Window(start, start + 1);
    }
  }

  @Override
  public <R> Map<String, List<R>> acquire(int permits) throws InterruptedException {
    if (permits > MAX_TOKENS) {
      throw new IllegalArgumentException("too many");
    }
    Thread.sleep(10);
    System.out.println("x");
    return refill(permits);
  }

  private int refill(
      int permits) {
    return permits;
  }
}
