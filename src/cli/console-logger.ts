import process from 'node:process';
import pino, { type Logger } from 'pino';
import type { LogLevel } from '../config.ts';

/** Log lines for a person at a terminal: the sentence, and what belongs to it. They go to standard error. */
export function createConsoleLogger(level: LogLevel): Logger {
  return pino(
    { level, base: null, timestamp: false },
    { write: (line) => process.stderr.write(readable(line)) },
  );
}

function readable(line: string): string {
  const { level, msg, err, ...fields } = JSON.parse(line);
  if (!msg && !err) return '';
  const label = level > pino.levels.values.info! ? `${pino.levels.labels[level]}: ` : '';
  const details = Object.entries(fields).map(([name, value]) => ` ${name}=${show(value)}`);
  const trace = err ? `\n${err.stack ?? err.message}` : '';
  return `${label}${msg}${details.join('')}${trace}\n`;
}

function show(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
