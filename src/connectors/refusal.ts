import type { NotPossible, NotPossibleReason } from './connector.ts';

/** An answer rather than a failure. */
export class Refusal extends Error {
  readonly answer: NotPossible;

  constructor(reason: NotPossibleReason, message: string, details?: Record<string, unknown>) {
    super(message);
    this.answer = { outcome: 'not_possible', reason, message, ...(details ? { details } : {}) };
  }
}

export async function orRefusal<T>(work: () => Promise<T>): Promise<T | NotPossible> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) return error.answer;
    throw error;
  }
}
