import { connectorStrings } from '../../strings/connectors.ts';

const { trouble: words } = connectorStrings;

/** Codes of Node.js, OpenSSL and PostgreSQL that say what to look at; whatever else is wrong is told as the service says it. */
const TROUBLES: readonly [RegExp, string][] = [
  [/timed? ?out|no answer within/i, words.noAnswer],
  [/ECONNRESET|EPIPE|terminated unexpectedly/i, words.brokenOff],
  [/28P01|28000|password authentication/i, words.password],
  [/CERT|self[- ]signed|certificate/i, words.certificate],
  [/does not support SSL/i, words.noTls],
  [/42501|permission denied/i, words.permission],
  [/53300|too many (clients|connections)/i, words.full],
];

export function troubleInWords(error: string): string | null {
  return TROUBLES.find(([pattern]) => pattern.test(error))?.[1] ?? null;
}
