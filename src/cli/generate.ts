import path from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Writable } from 'node:stream';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { StartupError } from '../platform/errors.ts';
import { writeNdjson } from '../synthetic/ndjson.ts';
import {
  directoryText,
  eventText,
  grantsMax,
  type OrganisationOptions,
  organisation,
} from '../synthetic/organisation.ts';
import { rewrittenLine } from './rewritten-line.ts';

type Terminal = Writable & { isTTY?: boolean };

/** Where the command writes; a test brings its own. */
export interface GenerateStreams {
  stdout: Terminal;
  stderr: Terminal;
}

interface GenerateOptions extends OrganisationOptions {
  /** `undefined`: standard output. */
  out?: string;
  events?: string;
}

export function register(command: Command): void {
  registerOn(command, process);
}

export function registerOn(command: Command, streams: GenerateStreams): void {
  command
    .addOption(number('--seed <n>', 'the same seed gives the same organisation', 1, 0, 2 ** 32 - 1))
    .addOption(number('--principals <n>', 'users, service accounts and groups', 1_000, 1, 10_000_000))
    .addOption(number('--assets <n>', 'databases, tables and workspaces', 200, 1, 10_000_000))
    .addOption(number('--grants <n>', 'direct, held by groups, and inherited', 10_000, 0, 100_000_000))
    .addOption(number('--days <n>', 'days of use before today', 180, 0, 3_650))
    .option('--now <instant>', 'the instant to count back from (ISO 8601; default: the clock)', instant)
    .option('--out <file>', 'the file for the directory (default: standard output)')
    .option('--events <file>', 'a file for the uses; without it none are written')
    .action(async (given: Omit<GenerateOptions, 'now'> & { now?: Date }) => {
      const options = { ...given, now: given.now ?? new Date() };
      checkTogether(command, options);
      await generate(options, streams);
    });
}

async function generate(options: GenerateOptions, streams: GenerateStreams): Promise<void> {
  const started = performance.now();
  const { lines, events } = organisation(options);
  const write = <T>(part: Part<T>): Promise<string | null> => writePart(part, streams);

  const written = [
    await write({
      what: 'lines',
      records: lines(),
      toText: directoryText,
      option: '--out',
      file: options.out,
    }),
    options.events === undefined
      ? null
      : await write({
          what: 'events',
          records: events(),
          toText: eventText,
          option: '--events',
          file: options.events,
        }),
  ].filter((part) => part !== null);
  if (written.length === 0) return;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  streams.stderr.write(`Wrote ${written.join(' and ')} in ${seconds} s (seed ${options.seed}).\n`);
}

interface Part<T> {
  what: string;
  records: Iterable<T>;
  toText: (record: T) => string;
  option: string;
  file: string | undefined;
}

/** Says what was written, or null when the reader went away before the end. */
async function writePart<T>(part: Part<T>, streams: GenerateStreams): Promise<string | null> {
  const { what, records, toText, option, file } = part;
  const place = file ?? 'standard output';
  const progress = rewrittenLine(streams.stderr);
  // Nobody could read a counter in the middle of the output.
  const isShown = file !== undefined || !streams.stdout.isTTY;
  const show = ({ lines }: { lines: number }): void => {
    if (isShown) progress.show(() => `${lines.toLocaleString('en')} ${what}`);
  };
  try {
    const { lines } = await writeNdjson(records, toText, file ?? streams.stdout, show);
    return `${lines.toLocaleString('en')} ${what} to ${place}`;
  } catch (error) {
    // Whoever reads, such as `head`, has seen enough.
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') return null;
    throw new StartupError(`${option}: cannot write ${place}: ${(error as Error).message}.`);
  } finally {
    progress.clear();
  }
}

function checkTogether(command: Command, options: GenerateOptions): void {
  const { principals, assets, grants } = options;
  if (grants > grantsMax(principals, assets)) {
    command.error(
      `error: option '--grants <n>' is ${grants}; ` +
        `${principals} principals and ${assets} assets have room for ${grantsMax(principals, assets)}`,
    );
  }
  const isSameFile =
    options.events && options.out && path.resolve(options.events) === path.resolve(options.out);
  if (isSameFile) {
    command.error(`error: option '--events <file>' must name another file than '--out'`);
  }
}

function number(flags: string, description: string, fallback: number, min: number, max: number): Option {
  return new Option(flags, description).default(fallback).argParser((value: string) => {
    const parsed = Number(value);
    if (/^\d+$/.test(value) && parsed >= min && parsed <= max) return parsed;
    throw new InvalidArgumentError(`Expected a whole number from ${min} to ${max}.`);
  });
}

function instant(value: string): Date {
  const isInstant = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z)?$/.test(value);
  const parsed = new Date(value);
  if (isInstant && !Number.isNaN(parsed.getTime())) return parsed;
  throw new InvalidArgumentError('Expected an instant in UTC such as 2026-03-01T00:00:00Z.');
}
