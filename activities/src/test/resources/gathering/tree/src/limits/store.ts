import { settings } from "../settings";

/** Counters in memory; they are lost with the process. */
export class Store {
  private counts = new Map<string, number>();

  get(client: string, otherwise: number): number {
    return this.counts.get(client) ?? otherwise ?? settings.size;
  }

  set(client: string, count: number): void {
    this.counts.set(client, count);
  }
}
