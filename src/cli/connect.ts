import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { type Command, Option } from 'commander';
import type { ConnectorType } from '../connectors/connector.ts';
import { connectorTypes } from '../connectors/open-connectors.ts';
import { readEnv } from '../platform/config/read-env.ts';
import { StartupError } from '../platform/errors.ts';
import { connectPlatform } from './connect/connect-platform.ts';
import { lapseApi } from './connect/lapse-api.ts';
import { askFor } from './connect/questions.ts';
import { printable } from './scan/plain-text.ts';
import { canAsk, INTERRUPTED, theTerminal } from './settings/ask.ts';
import { givenSettings } from './settings/given-settings.ts';
import { addSettingOptions } from './settings/setting-options.ts';

interface Options extends Record<string, unknown> {
  url?: string;
  tokenFile?: string;
  name?: string;
  settings?: string;
  steps?: true;
}

const DEFAULT_URL = 'http://127.0.0.1:8000';

const EXAMPLES = `
Examples:
  lapse connect                      asks which platform, and goes through the steps
  lapse connect databricks --steps   prints what to do there, and connects nothing
  lapse connect postgres --host db.example.com --user lapse_reader \\
    --password-file secret.txt --name Shop

Lapse is the one at --url, with the token of an admin in LAPSE_TOKEN. A new connector
only plans: it removes nothing until an admin turns that on.`;

export function register(command: Command): void {
  command.usage('[platform] [options]').addHelpText('after', EXAMPLES);
  withLapseOptions(command).action(async (options: Options) => run(await choosePlatform(), options));
  for (const type of connectorTypes()) {
    const connect = command.command(type.platform).description(type.title);
    withLapseOptions(connect)
      .option('--name <name>', 'what the connector is called; asked for when left out')
      .option('--steps', 'only say what to do on the platform before');
    addSettingOptions(connect, type.platform, type.settings);
    // `lapse connect --url … databricks`: what was said before the name of the platform counts, too.
    connect.action((options: Options) => run(type, { ...command.opts<Options>(), ...options }));
  }
}

const withLapseOptions = (command: Command): Command =>
  command
    .addOption(new Option('--url <address>', `where Lapse runs; LAPSE_URL, or ${DEFAULT_URL}`))
    .option('--token-file <file>', 'holds the token of an admin; otherwise it is LAPSE_TOKEN');

async function choosePlatform(): Promise<ConnectorType> {
  const types = connectorTypes();
  const terminal = theTerminal(stopped);
  const names = types.map(({ platform }) => platform).join(', ');
  if (!canAsk(terminal)) throw new StartupError(`Which platform? Expected one of ${names}.`);
  process.stderr.write('Which platform is to be connected?\n');
  for (const [i, { title, platform }] of types.entries())
    process.stderr.write(`  ${i + 1}  ${title} (${platform})\n`);
  const answer = await askFor(terminal, 'Number or name: ');
  const type = types[Number(answer) - 1] ?? types.find(({ platform }) => platform === answer);
  if (!type) throw new StartupError(`There is no platform "${printable(answer)}"; expected one of ${names}.`);
  return type;
}

async function run(type: ConnectorType, options: Options): Promise<void> {
  const env = readEnv(process.env, process.cwd());
  const api = lapseApi(
    options.url ?? env.LAPSE_URL ?? DEFAULT_URL,
    await readToken(options, env.LAPSE_TOKEN),
  );
  const given = await givenSettings({
    platform: type.platform,
    fields: type.settings,
    options,
    env,
    warn: (text) => process.stderr.write(`${printable(text)}\n`),
  });
  const terminal = theTerminal(stopped);
  process.once('SIGINT', stopped);
  try {
    await connectPlatform(type, given, {
      api,
      name: options.name ?? null,
      onlySteps: options.steps === true,
      terminal: canAsk(terminal) ? terminal : null,
      // From then on a Ctrl-C only ends the watching.
      onSaved: (name) => {
        saved = name;
      },
    });
  } finally {
    process.removeListener('SIGINT', stopped);
  }
}

let saved: string | null = null;

function stopped(): void {
  const what = saved === null ? 'nothing was saved' : `${saved} is connected, and Lapse reads it on`;
  process.stderr.write(`\nlapse: Stopped; ${what}.\n`);
  process.exit(INTERRUPTED);
}

async function readToken({ tokenFile }: Options, fromEnv: string | undefined): Promise<string | null> {
  if (tokenFile === undefined) return fromEnv || null;
  const text = await readFile(tokenFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(`${tokenFile} cannot be read (${error.code}).`);
  });
  if (text.trim() === '') throw new StartupError(`${tokenFile} is empty; expected a token.`);
  return text.trim();
}
