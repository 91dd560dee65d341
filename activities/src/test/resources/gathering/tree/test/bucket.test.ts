import { TokenBucket } from "../src/limits/bucket";
import { Store } from "../src/limits/store";

test("a bucket is empty after its size", () => {
  const bucket = new TokenBucket(new Store(), 1);
  expect(bucket.take("a")).toBe(true);
  expect(bucket.take("a")).toBe(false);
});
