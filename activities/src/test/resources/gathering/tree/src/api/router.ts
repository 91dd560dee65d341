import { TokenBucket } from "../limits/bucket";
import { Store } from "../limits/store";
import { login } from "./login";

const bucket = new TokenBucket(new Store(), 5);

export function route(client: string, path: string): number {
  if (!bucket.take(client)) {
    return 429;
  }
  return path === "/login" ? login(client) : 200;
}
