import { once } from 'node:events';
import { unlinkSync } from 'node:fs';
import { open, readFile, rename } from 'node:fs/promises';
import process from 'node:process';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { readAddress, type ScanAddress } from '../connectors/scan/scan-address.ts';
import { type Scan, scanPlatform } from '../connectors/scan/scan-platform.ts';
import { StartupError } from '../platform/errors.ts';
import { explainFailure } from './scan/explain-failure.ts';
import { type Findings, knowledge } from './scan/findings.ts';
import { printable } from './scan/plain-text.ts';
import { showScanProgress } from './scan/scan-progress.ts';
import { writeCsv } from './scan/write-csv.ts';
import { writeHtml } from './scan/write-html.ts';
import { writeJson } from './scan/write-json.ts';
import { writeTable } from './scan/write-table.ts';

interface Options {
  limit?: number;
  json?: true;
  csv?: true;
  html?: string;
  passwordStdin?: true;
  tls?: string;
  tlsCa?: string;
  databases?: string[];
  logPath?: string;
}

const TABLE_LIMIT = 20;
const HTML_LIMIT = 1000;
const CALL_TIMEOUT_MS = 120_000;
const PAGE_SIZE = 1000;
/** As a shell says it of a program that was interrupted. */
const INTERRUPTED = 130;

export function register(command: Command): void {
  command
    .argument('<url>', 'such as postgres://USER@HOST:5432/DATABASE; without a password')
    .option(
      '--limit <number>',
      `how many; ${TABLE_LIMIT} in the table and all in JSON and CSV when left out`,
      count,
    )
    .addOption(new Option('--json', 'one object for scripts').conflicts(['csv', 'html']))
    .addOption(new Option('--csv', 'a table for spreadsheets').conflicts(['json', 'html']))
    .addOption(new Option('--html <file>', 'one file to look at, and to hand on').conflicts(['json', 'csv']))
    .option('--password-stdin', 'read the password from standard input; otherwise it is PGPASSWORD')
    .addOption(
      new Option(
        '--tls <mode>',
        'only verify-full, the default, proves that the server is the right one',
      ).choices(['disable', 'require', 'verify-full']),
    )
    .option('--tls-ca <file>', 'PEM of the authority to trust; the public ones when left out')
    .option('--databases <names>', 'only these, with commas between them', list)
    .option(
      '--log-path <path>',
      "the server's csvlog or jsonlog, a file or a directory, if it can be read here",
    )
    .action(async (text: string, options: Options) => {
      const { address, url } = readAddress(text);
      const password = await readPassword(options);
      const settings = readSettings(address, address.settingsOf(url), {
        options,
        password,
        ca: await readCa(options),
      });
      await scan(address, settings, options);
    });
}

function count(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('expected a number from 1.');
  return Number(text);
}

const list = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

async function readPassword({ passwordStdin }: Options): Promise<string | null> {
  if (!passwordStdin) return process.env.PGPASSWORD || null;
  let text = '';
  for await (const chunk of process.stdin) text += String(chunk);
  const password = text.replace(/\r?\n$/, '');
  if (password === '') throw new StartupError('Standard input holds no password.');
  return password;
}

async function readCa({ tlsCa }: Options): Promise<string | null> {
  if (tlsCa === undefined) return null;
  return readFile(tlsCa, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(`${tlsCa} cannot be read (${error.code}).`);
  });
}

type Settings = Record<string, unknown> & { host: string; port: number; user: string; database: string };

function readSettings(
  { type }: ScanAddress,
  fromUrl: Record<string, unknown>,
  { options, password, ca }: { options: Options; password: string | null; ca: string | null },
): Settings {
  const read = type.readSettings({
    ...fromUrl,
    timeout_ms: CALL_TIMEOUT_MS,
    page_size: PAGE_SIZE,
    ...(password === null ? {} : { password }),
    ...(options.tls === undefined ? {} : { tls: options.tls }),
    ...(ca === null ? {} : { tls_ca: ca }),
    ...(options.databases === undefined ? {} : { databases: options.databases }),
    ...(options.logPath === undefined ? {} : { log_path: options.logPath }),
  });
  if ('settings' in read) return read.settings as Settings;
  throw new StartupError(`${read.faults.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ')}.`);
}

async function scan(address: ScanAddress, settings: Settings, options: Options): Promise<void> {
  const { host, port, user, database } = settings;
  const place = host.startsWith('/')
    ? `${host}:${port}`
    : `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const subject = { title: address.type.title, platform: address.type.platform, place, account: user };
  const progress = showScanProgress();
  const interrupt = (): void => {
    progress.stop();
    if (options.html !== undefined) discard(partOf(options.html));
    process.stderr.write('lapse: Stopped; nothing was changed.\n');
    // At once: what the server is still busy with was only reading.
    process.exit(INTERRUPTED);
  };
  process.once('SIGINT', interrupt);
  const connector = address.type.connect(settings, { now: () => new Date(), read_only: true });
  try {
    const found = await scanPlatform(connector, {
      account_key: address.accountKey(settings),
      now: () => Date.now(),
      timeout_ms: CALL_TIMEOUT_MS,
      refusal: (missing) => address.refusal(missing, user),
      onProgress: progress.update,
    });
    progress.done();
    await write({ subject, scan: found }, options);
  } catch (error) {
    progress.stop();
    throw explainFailure(error, {
      place,
      host,
      account: user,
      database,
      hasPassword: settings.password !== null,
    });
  } finally {
    process.removeListener('SIGINT', interrupt);
    await connector.close().catch(() => {});
  }
}

async function write(findings: Findings, options: Options): Promise<void> {
  const all = Number.POSITIVE_INFINITY;
  if (options.json) return print(writeJson(findings, options.limit ?? all));
  if (options.csv) {
    // A table for programs has no place above it.
    for (const text of knowledge(findings)) process.stderr.write(`${printable(text)}\n`);
    return print(writeCsv(findings, options.limit ?? all));
  }
  if (options.html !== undefined) {
    await writeFile(options.html, writeHtml(findings, options.limit ?? HTML_LIMIT));
    process.stdout.write(
      `Wrote ${shownCount(findings.scan, options.limit ?? HTML_LIMIT)} to ${options.html}.\n`,
    );
    return;
  }
  const { columns, isTTY } = process.stdout;
  const terminal = {
    columns: isTTY ? (columns ?? 80) : null,
    colours: isTTY === true && !process.env.NO_COLOR,
  };
  await print(writeTable(findings, { limit: options.limit ?? TABLE_LIMIT, terminal }));
}

function shownCount({ access }: Scan, limit: number): string {
  const { grants } = access.counts();
  return grants <= limit ? `all ${grants} grants` : `the stalest ${limit} of ${grants} grants`;
}

/** Ends quietly when the reader goes away. */
async function print(parts: Iterable<string>): Promise<void> {
  const out = process.stdout;
  for (const part of parts) {
    if (out.destroyed) return;
    if (out.write(part) || !out.writableNeedDrain) continue;
    const isGone = await once(out, 'drain').then(
      () => false,
      () => true,
    );
    if (isGone) return;
  }
}

const partOf = (file: string): string => `${file}.part`;

function discard(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // It was not there yet.
  }
}

/** Beside it first, so that nobody takes a part for the whole. Names of people and tables are not for everybody. */
async function writeFile(file: string, parts: Iterable<string>): Promise<void> {
  const part = partOf(file);
  try {
    const handle = await open(part, 'w', 0o600);
    try {
      let text = '';
      for (const piece of parts) {
        text += piece;
        if (text.length < 65_536) continue;
        await handle.write(text);
        text = '';
      }
      await handle.write(text);
    } finally {
      await handle.close();
    }
    await rename(part, file);
  } catch (error) {
    discard(part);
    throw new StartupError(`${file} cannot be written (${(error as NodeJS.ErrnoException).code}).`);
  }
}
