import { ConnectorError } from '../connector.ts';

/** Requests that may be sent within a stretch of time: for interfaces that count by the hour. */
export interface Budget {
  /** Spends one. Throws `throttled` when none is left, with the time until one is. */
  spend(): void;
}

export function createBudget({
  requests,
  window_ms,
  now,
}: {
  requests: number;
  window_ms: number;
  now: () => Date;
}): Budget {
  const spent: number[] = [];
  return {
    spend() {
      const at = now().getTime();
      while (spent.length > 0 && (spent[0] as number) <= at - window_ms) spent.shift();
      if (spent.length >= requests) {
        const waitMs = (spent[0] as number) + window_ms - at;
        throw new ConnectorError('throttled', `the budget of ${requests} requests is spent`, {
          retry_after: Math.ceil(waitMs / 1000),
        });
      }
      spent.push(at);
    },
  };
}
