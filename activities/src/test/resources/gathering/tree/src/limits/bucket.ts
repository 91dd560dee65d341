import { Store } from "./store";

export class TokenBucket {
  constructor(private store: Store, private size: number) {}

  /** Whether the client may send a request now. */
  take(client: string): boolean {
    const left = this.store.get(client, this.size);
    this.store.set(client, left - 1);
    return left > 0;
  }
}
