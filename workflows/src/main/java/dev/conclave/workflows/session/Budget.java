package dev.conclave.workflows.session;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.model.BudgetLimits;
import dev.conclave.workflows.model.Receipt;
import dev.conclave.workflows.text.Words;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Limits and spending of a session. Expected costs are reserved before each call and reconciled
 * after it, so that parallel calls cannot exceed a limit together.
 */
@JsonAutoDetect(
    fieldVisibility = Visibility.ANY,
    getterVisibility = Visibility.NONE,
    isGetterVisibility = Visibility.NONE)
public final class Budget {
  /** USD assumed for a call of unknown cost. */
  public static final double ASSUMED_USD = 0.25;

  private static final long FIRST_CALL_TOKENS = 30_000;

  private BudgetLimits limits;
  private int calls;
  private long tokens;
  private double usd;
  private int unpriced;
  private final TreeMap<String, Double> spentUsd = new TreeMap<>();
  private final TreeMap<String, Integer> callsBy = new TreeMap<>();
  private final transient Map<String, Double> reservedUsd = new TreeMap<>();
  private final transient Map<String, Long> reservedTokens = new TreeMap<>();

  @JsonCreator
  public Budget(@JsonProperty("limits") BudgetLimits limits) {
    this.limits = limits;
  }

  public BudgetLimits limits() {
    return limits;
  }

  public int calls() {
    return calls;
  }

  public long tokens() {
    return tokens;
  }

  public double usd() {
    return usd;
  }

  public int unpriced() {
    return unpriced;
  }

  /** Returns the remaining budget, as limits of a session that continues this one. */
  public BudgetLimits left() {
    return new BudgetLimits(
        limits.usd().map(most -> Math.max(0, most - estimatedUsd())),
        limits.calls().map(most -> Math.max(0, most - calls)),
        limits.tokens().map(most -> Math.max(0, most - tokens)));
  }

  /** Returns what counts against the limit, in USD: known and assumed costs. */
  public double estimatedUsd() {
    return usd + unpriced * ASSUMED_USD;
  }

  /** Reserves the expected cost of a call; returns false when that would exceed a limit. */
  public boolean reserve(String callId, String agent) {
    if (agent.equals(AgentStatus.DIRECT)) {
      return true;
    }
    boolean allowed = needed(agent).isEmpty();
    if (allowed) {
      reservedUsd.put(callId, expectedUsd(agent));
      reservedTokens.put(callId, expectedTokens());
    }
    return allowed;
  }

  /** Returns the limits required for an agent's next call; empty when none is in the way. */
  public BudgetLimits needed(String agent) {
    int callsThen = calls + reservedUsd.size() + 1;
    double usdThen =
        estimatedUsd()
            + reservedUsd.values().stream().mapToDouble(Double::doubleValue).sum()
            + expectedUsd(agent);
    long tokensThen =
        tokens
            + reservedTokens.values().stream().mapToLong(Long::longValue).sum()
            + expectedTokens();
    return new BudgetLimits(
        limits.usd().filter(max -> usdThen > max).map(max -> cents(usdThen)),
        limits.calls().filter(max -> callsThen > max).map(max -> callsThen),
        limits.tokens().filter(max -> tokensThen > max).map(max -> tokensThen));
  }

  /** Returns the limits required for an agent's next call and {@code more} like it. */
  public BudgetLimits enough(String agent, int more) {
    BudgetLimits least = needed(agent);
    return new BudgetLimits(
        least.usd().map(then -> cents(then + more * expectedUsd(agent))),
        least.calls().map(then -> then + more),
        least.tokens().map(then -> then + more * expectedTokens()));
  }

  /** Rounds up to cents, never below the value. */
  private static double cents(double usd) {
    double least = Math.ceil(usd * 100) / 100;
    return least < usd ? least + 0.01 : least;
  }

  /** Releases a reservation and adds the actual cost of the call. */
  public void reconcile(String callId, String agent, @Nullable Receipt spent) {
    reservedTokens.remove(callId);
    if (reservedUsd.remove(callId) == null || spent == null) {
      return;
    }
    calls++;
    unpriced += spent.costUsd().isPresent() ? 0 : 1;
    tokens += spent.tokensIn() + spent.tokensOut();
    usd += spent.costUsd().orElse(0.0);
    // While the agent's cost is unknown, its expected cost remains the assumed one.
    spentUsd.merge(agent, spent.costUsd().orElse(ASSUMED_USD), Double::sum);
    callsBy.merge(agent, 1, Integer::sum);
  }

  /**
   * Adds another session's spending.
   *
   * @param times 1, or -1 to subtract an earlier value
   */
  public void add(Budget other, int times) {
    calls += times * other.calls;
    unpriced += times * other.unpriced;
    tokens += times * other.tokens;
    usd += times * other.usd;
    other.spentUsd.forEach((agent, spent) -> spentUsd.merge(agent, times * spent, Double::sum));
    other.callsBy.forEach((agent, made) -> callsBy.merge(agent, times * made, Integer::sum));
  }

  public void raise(BudgetLimits raise) {
    limits = limits.raised(raise);
  }

  /** Returns the spending and limits, in a sentence that is part of a gate's digest. */
  public String sentence() {
    return "spent so far: "
        + (Words.counted(calls, "call") + of(limits.calls().map(String::valueOf)))
        + (reservedUsd.isEmpty() ? "" : " (" + reservedUsd.size() + " more running)")
        + (tokens == 0 && calls > 0 && limits.tokens().isEmpty()
            ? ", tokens not reported"
            : ", " + tokens + " tokens" + of(limits.tokens().map(String::valueOf)))
        + (usd == 0 && unpriced > 0 && limits.usd().isEmpty()
            ? ""
            : ", USD " + Words.decimal(usd, 2) + of(limits.usd().map(m -> Words.decimal(m, 2))))
        + (unpriced == 0
            ? ""
            : ", the cost of %s not reported, assumed to be USD %s each"
                .formatted(Words.counted(unpriced, "call"), Words.decimal(ASSUMED_USD, 2)));
  }

  private static String of(Optional<String> limit) {
    return limit.map(" of "::concat).orElse("");
  }

  private double expectedUsd(String agent) {
    int made = callsBy.getOrDefault(agent, 0);
    return made == 0 ? ASSUMED_USD : spentUsd.getOrDefault(agent, 0.0) / made;
  }

  private long expectedTokens() {
    return calls == 0 ? FIRST_CALL_TOKENS : tokens / calls;
  }
}
