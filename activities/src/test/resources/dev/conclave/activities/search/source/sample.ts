import { Clock } from './clock';
import { EventEmitter } from "events";
import './side-effect';

// class notCode {}
export interface LimiterOptions {
  rate: number;
}

export type Key = string | symbol;
export enum Mode { Strict, Loose }

export class Limiter extends EventEmitter {
  private waiting: Array<() => void> = [];

  constructor(private readonly options: LimiterOptions) {
    super();
  }

  async acquire(permits = 1): Promise<void> {
    if (permits > 1) {
      this.waiting.push(() => {});
    }
    const lazy = await import('./lazy');
  }
}

export const createLimiter = (options: LimiterOptions): Limiter => new Limiter(options);

export default function withRetry<T>(task: () => T): T {
  return task();
}
