import process from 'node:process';
import pino, { type Logger } from 'pino';
import type { LogLevel } from '../config.ts';

const { info: INFO, error: ERROR } = pino.levels.values as { info: number; error: number };

/** Log lines for a person at a terminal: the sentence, and what belongs to it. They go to standard error. */
export function createConsoleLogger(level: LogLevel, scrub: (text: string) => string): Logger {
  return pino(
    { level, base: null, timestamp: false },
    { write: (line) => process.stderr.write(scrub(readable(line))) },
  );
}

function readable(line: string): string {
  const { level, msg, err, ...fields } = JSON.parse(line);
  if (!msg && !err) return '';
  const label = level > INFO ? `${pino.levels.labels[level]}: ` : '';
  const details = Object.entries(fields).map(([name, value]) => ` ${name}=${show(value)}`);
  return `${label}${msg}${details.join('')}${cause(err, level)}\n`;
}

/** Where it happened helps with a failure; with anything less, what happened is enough. */
function cause(err: { message: string; stack?: string } | undefined, level: number): string {
  if (!err) return '';
  return level >= ERROR ? `\n${err.stack ?? err.message}` : ` (${err.message})`;
}

function show(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
