package dev.conclave.workflows.session;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.api.Receipt;
import dev.conclave.workflows.config.BudgetLimits;
import dev.conclave.workflows.temporal.Words;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a session may spend and has spent. What a call is expected to cost is reserved before it and
 * settled after it, so that calls side by side cannot pass the limit together.
 */
@JsonAutoDetect(
    fieldVisibility = Visibility.ANY,
    getterVisibility = Visibility.NONE,
    isGetterVisibility = Visibility.NONE)
public final class Budget {
  /** What a call of unknown cost is reckoned at, in USD. */
  public static final double ASSUMED_USD = 0.25;

  private static final long FIRST_CALL_TOKENS = 30_000;

  private BudgetLimits limits;
  private int calls;
  private long tokens;
  private double usd;
  private int unpriced;
  private final TreeMap<String, Double> spentUsd = new TreeMap<>();
  private final TreeMap<String, Integer> callsBy = new TreeMap<>();
  private final transient Map<String, Reservation> reserved = new LinkedHashMap<>();

  private record Reservation(double usd, long tokens) {}

  /** Nothing spent yet. */
  @JsonCreator
  public Budget(@JsonProperty("limits") BudgetLimits limits) {
    this.limits = limits;
  }

  /** The limits as they stand after raises. */
  public BudgetLimits limits() {
    return limits;
  }

  /** Calls that are over. */
  public int calls() {
    return calls;
  }

  /** Read and written. */
  public long tokens() {
    return tokens;
  }

  /** Reported, or by a price table. */
  public double usd() {
    return usd;
  }

  /** Calls whose cost nobody knows. */
  public int unpriced() {
    return unpriced;
  }

  /** What counts against a limit, in USD: what is known, and what is assumed. */
  public double reckonedUsd() {
    return usd + unpriced * ASSUMED_USD;
  }

  /** Reserves what a call is expected to cost; false when that would pass a limit. */
  public boolean reserve(String callId, String agent) {
    if (agent.equals(AgentStatus.DIRECT)) {
      return true;
    }
    if (!needed(agent).isEmpty()) {
      return false;
    }
    reserved.put(callId, expected(agent));
    return true;
  }

  /**
   * What the limits in the way of an agent's next call have to be raised to; nothing when none is.
   */
  public BudgetLimits needed(String agent) {
    Reservation wanted = expected(agent);
    int callsThen = calls + reserved.size() + 1;
    double usdThen =
        reckonedUsd()
            + reserved.values().stream().mapToDouble(Reservation::usd).sum()
            + wanted.usd();
    long tokensThen =
        tokens + reserved.values().stream().mapToLong(Reservation::tokens).sum() + wanted.tokens();
    return new BudgetLimits(
        limits.usd().filter(max -> usdThen > max).map(max -> cents(usdThen)),
        limits.calls().filter(max -> callsThen > max).map(max -> callsThen),
        limits.tokens().filter(max -> tokensThen > max).map(max -> tokensThen));
  }

  /** What opens the way for an agent's next call and for so many more like it. */
  public BudgetLimits enough(String agent, int more) {
    BudgetLimits least = needed(agent);
    Reservation each = expected(agent);
    return new BudgetLimits(
        least.usd().map(usd -> cents(usd + more * each.usd())),
        least.calls().map(callsThen -> callsThen + more),
        least.tokens().map(tokensThen -> tokensThen + more * each.tokens()));
  }

  /** Rounded up to cents, and never below what the next call is compared with. */
  private static double cents(double usd) {
    double least = Math.ceil(usd * 100) / 100;
    return least < usd ? least + 0.01 : least;
  }

  /** Gives back a reservation and counts what the call really cost. */
  public void settle(String callId, String agent, Optional<Receipt> receipt) {
    if (reserved.remove(callId) == null || receipt.isEmpty()) {
      return;
    }
    Receipt spent = receipt.get();
    double cost = spent.costUsd().orElse(0.0);
    calls++;
    unpriced += spent.costUsd().isPresent() ? 0 : 1;
    tokens += spent.tokensIn() + spent.tokensOut();
    usd += cost;
    // What is expected of the agent's next call stays an assumption while its cost is unknown.
    spentUsd.merge(agent, spent.costUsd().orElse(ASSUMED_USD), Double::sum);
    callsBy.merge(agent, 1, Integer::sum);
  }

  public void raise(BudgetLimits raise) {
    limits =
        new BudgetLimits(
            raise.usd().or(limits::usd),
            raise.calls().or(limits::calls),
            raise.tokens().or(limits::tokens));
  }

  /** What was spent of what, in a sentence. */
  public String sentence() {
    StringBuilder text = new StringBuilder("spent so far: " + calls + " calls");
    limits.calls().ifPresent(max -> text.append(" of ").append(max));
    if (!reserved.isEmpty()) {
      text.append(" (").append(reserved.size()).append(" more under way)");
    }
    text.append(", ").append(tokens).append(" tokens");
    limits.tokens().ifPresent(max -> text.append(" of ").append(max));
    // A gate shows the sentence, and its digest must not depend on who prints the numbers.
    text.append(", USD ").append(Words.decimal(usd, 2));
    limits.usd().ifPresent(max -> text.append(" of ").append(Words.decimal(max, 2)));
    if (unpriced > 0) {
      text.append(", the cost of ").append(unpriced).append(" calls unknown, reckoned at USD ");
      text.append(Words.decimal(ASSUMED_USD, 2)).append(" each");
    }
    return text.toString();
  }

  private Reservation expected(String agent) {
    int made = callsBy.getOrDefault(agent, 0);
    double expectedUsd = made == 0 ? ASSUMED_USD : spentUsd.getOrDefault(agent, 0.0) / made;
    long expectedTokens = calls == 0 ? FIRST_CALL_TOKENS : tokens / calls;
    return new Reservation(expectedUsd, expectedTokens);
  }
}
