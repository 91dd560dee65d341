package dev.conclave.activities.search;

/** A small sample project, a gateway with limits, written over several commits. */
public final class Gateway {
  private Gateway() {}

  public static Repository write(Repository repository) {
    return repository
        .write(
            "pyproject.toml",
            "[project]\nname = \"gateway\"\ndependencies = [\"flask\"]\n\n[tool.pytest]\n")
        .write(
            "src/gateway.py",
            "from limits.token_bucket import TokenBucket\nfrom limits import policy\n\n\n"
                + "class Gateway:\n    def handle(self, request):\n        return self.next(request)\n")
        .commit("Gateway that handles requests")
        .write(
            "src/limits/token_bucket.py",
            "\"\"\"A token bucket, 令牌桶, refilled by time.\"\"\"\n\n\n"
                + "class TokenBucket:\n    RATE = 10\n\n    def refill(self, now):\n"
                + "        # TODO refill by fractions\n        return now * self.RATE\n\n"
                + "    def take(self):\n        return self.refill(0) > 0\n")
        .write("src/limits/__init__.py", "")
        .write("src/limits/policy.py", "class Policy:\n    def default(self):\n        return 1\n")
        .write(
            "tests/test_token_bucket.py",
            "from limits.token_bucket import TokenBucket\n\n\n"
                + "def test_refill():\n    assert TokenBucket().refill(1) == 10\n")
        .commit("Token bucket")
        .write(
            "src/gateway.py",
            "from limits.token_bucket import TokenBucket\nfrom limits import policy\n\n\n"
                + "class Gateway:\n    def handle(self, request):\n        return self.next(request)\n\n"
                + "    def next(self, request):\n        return request\n")
        .commit("Customers were throttled at the wrong moment")
        .write("src/折扣/member prices.py", "# 会员折扣的计算\ndef discount(price):\n    return price\n")
        .write("README.md", "# Gateway\n\nA gateway with a token bucket.\n")
        .commit("Prices");
  }
}
