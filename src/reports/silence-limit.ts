import { LapseError } from '../platform/errors.ts';

/** Breaks something off that says nothing for too long while it is waited for; between waits there is no limit. */
export class SilenceLimit {
  readonly #ms: number;
  readonly #aborting = new AbortController();

  constructor(ms: number) {
    this.#ms = ms;
  }

  get signal(): AbortSignal {
    return this.#aborting.signal;
  }

  async during<T>(waiting: Promise<T>): Promise<T> {
    const silent = new LapseError(
      'unavailable',
      `The bucket of reports has sent nothing for ${this.#ms / 1000} s.`,
    );
    const timer = setTimeout(() => this.#aborting.abort(silent), this.#ms);
    try {
      return await waiting;
    } finally {
      clearTimeout(timer);
    }
  }

  end(): void {
    this.#aborting.abort();
  }
}
