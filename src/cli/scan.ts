import { once } from 'node:events';
import { unlinkSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import process from 'node:process';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { ConnectorError, type SettingField } from '../connectors/connector.ts';
import { type Scan, scanPlatform } from '../connectors/scan/scan-platform.ts';
import { isForScan, readAddress, type ScanTarget, scanTargets } from '../connectors/scan/scan-target.ts';
import { type Env, readEnv } from '../platform/config/read-env.ts';
import { StartupError } from '../platform/errors.ts';
import { explainFailure } from './scan/explain-failure.ts';
import { type Findings, knowledge } from './scan/findings.ts';
import { printable } from './scan/plain-text.ts';
import { showScanProgress } from './scan/scan-progress.ts';
import { writeCsv } from './scan/write-csv.ts';
import { writeHtml } from './scan/write-html.ts';
import { writeJson } from './scan/write-json.ts';
import { writeTable } from './scan/write-table.ts';
import { ask, canAsk, INTERRUPTED, theTerminal } from './settings/ask.ts';
import { type Completion, completeSettings, type Settings, typed } from './settings/complete-settings.ts';
import { givenSettings } from './settings/given-settings.ts';
import { addSettingOptions } from './settings/setting-options.ts';

interface Options extends Record<string, unknown> {
  limit?: number;
  json?: true;
  csv?: true;
  html?: string;
  settings?: string;
}

const TABLE_LIMIT = 20;
const HTML_LIMIT = 1000;
const CALL_TIMEOUT_MS = 120_000;

const EXAMPLES = `
Examples:
  lapse scan postgres://lapse_reader@db.example.com/postgres
  lapse scan databricks --workspace-url https://adb-1.7.azuredatabricks.net \\
    --client-id 0a1b… --warehouse-id 4f5e…
  lapse scan azure_ad --settings entra.json --html stale.html

lapse scan PLATFORM --help has the settings of a platform. Secrets come from the
environment or a file, or are asked for; never from an argument.`;

export function register(command: Command): void {
  // Each platform is a command of its own, so that its settings are options; what names none of them is a URL.
  command.usage('[platform | url] [options]').addHelpText('after', EXAMPLES);
  for (const target of scanTargets()) {
    const { type, url } = target;
    const fields = type.settings.filter(isForScan);
    const scan = command.command(type.platform, { isDefault: url !== null }).description(type.title);
    if (url) scan.argument('[url]', `such as ${url.example}; without a password`);
    scan
      .option(
        '--limit <number>',
        `how many; ${TABLE_LIMIT} in the table and all in JSON and CSV when left out`,
        count,
      )
      .addOption(new Option('--json', 'one object for scripts').conflicts(['csv', 'html']))
      .addOption(new Option('--csv', 'a table for spreadsheets').conflicts(['json', 'html']))
      .addOption(
        new Option('--html <file>', 'one file to look at, and to hand on').conflicts(['json', 'csv']),
      );
    addSettingOptions(scan, type.platform, fields);
    scan.action((...args: unknown[]) => {
      const [address, options] = (url ? args : [undefined, ...args]) as [string | undefined, Options];
      return address === undefined ? run(target, {}, options) : runAddress(address, options);
    });
  }
}

function count(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('expected a number from 1.');
  return Number(text);
}

function runAddress(text: string, options: Options): Promise<void> {
  const { target, settings } = readAddress(text);
  return run(target, settings, options);
}

async function run(target: ScanTarget, known: Settings, options: Options): Promise<void> {
  const { type } = target;
  const fields = type.settings.filter(isForScan);
  const env = readEnv(process.env, process.cwd());
  const given = await givenSettings({
    platform: type.platform,
    fields,
    options,
    env,
    known,
    warn: (text) => process.stderr.write(`${printable(text)}\n`),
  });
  const unread = new Set(type.settings.filter((field) => !isForScan(field)).map(({ name }) => name));
  const wanted = Object.fromEntries(Object.entries(given).filter(([name]) => !unread.has(name)));
  const terminal = theTerminal(stopped);
  const askSetting = async (field: SettingField): Promise<unknown> =>
    typed(field, await ask(`${field.description}\n${field.name}: `, { hidden: field.secret }, terminal));
  const settings = await readSettings(
    target,
    { ...passwordOf(target, env), ...wanted },
    {
      fields,
      askSetting: canAsk(terminal) ? askSetting : null,
    },
  );
  try {
    await scan(target, settings, options);
  } catch (error) {
    // A server that trusts nobody's word asks for a password only when it is spoken to.
    const password = fields.find(({ name }) => name === 'password');
    const isAsked = error instanceof ConnectorError && error.code === 'authentication';
    if (!isAsked || !password || settings.password !== null || !canAsk(terminal))
      throw explained(error, target, settings);
    const answer = await askSetting(password);
    await scan(target, { ...settings, password: answer }, options).catch((reason) => {
      throw explained(reason, target, { ...settings, password: answer });
    });
  }
}

async function readSettings(
  { type }: ScanTarget,
  given: Settings,
  { fields, askSetting }: { fields: readonly SettingField[]; askSetting: Completion['askSetting'] },
): Promise<Settings> {
  let settings: Settings = {};
  const judge = async (candidate: Settings) => {
    const read = type.readSettings(withCallLimit(type.settings, candidate));
    if ('faults' in read) return read.faults;
    settings = read.settings as Settings;
    return [];
  };
  await completeSettings(type, fields, given, { judge, askSetting });
  return settings;
}

/** As PostgreSQL's own programs take it. */
const passwordOf = ({ type }: ScanTarget, env: Env): Settings =>
  type.platform === 'postgres' && env.PGPASSWORD ? { password: env.PGPASSWORD } : {};

const withCallLimit = (fields: readonly SettingField[], settings: Settings): Settings => ({
  ...settings,
  ...(fields.some(({ name }) => name === 'timeout_ms') ? { timeout_ms: CALL_TIMEOUT_MS } : {}),
});

function stopped(): void {
  process.stderr.write('lapse: Stopped; nothing was changed.\n');
  // At once: what the server is still busy with was only reading.
  process.exit(INTERRUPTED);
}

const explained = (error: unknown, target: ScanTarget, settings: Settings): unknown =>
  explainFailure(error, {
    platform: target.type.platform,
    title: target.type.title,
    place: target.placeOf(settings),
    account: target.accountOf(settings),
    settings,
  });

async function scan(target: ScanTarget, settings: Settings, options: Options): Promise<void> {
  const { type } = target;
  const account = target.accountOf(settings);
  const subject = { title: type.title, platform: type.platform, place: target.placeOf(settings), account };
  const progress = showScanProgress();
  const interrupt = (): void => {
    progress.stop();
    if (options.html !== undefined) discard(partOf(options.html));
    stopped();
  };
  process.once('SIGINT', interrupt);
  const connector = type.connect(settings, { now: () => new Date(), read_only: true });
  try {
    const found = await scanPlatform(connector, {
      isOwn: (principal) => target.isOwn(principal, settings),
      now: () => Date.now(),
      timeout_ms: CALL_TIMEOUT_MS,
      refusal: (health) => target.refusal(health, account),
      onProgress: progress.update,
    });
    progress.done();
    await write({ subject, scan: found }, options);
  } finally {
    progress.stop();
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
