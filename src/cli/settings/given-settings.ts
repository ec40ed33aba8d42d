import { readFile, stat } from 'node:fs/promises';
import process from 'node:process';
import type { SettingField } from '../../connectors/connector.ts';
import type { Env } from '../../platform/config/read-env.ts';
import { StartupError } from '../../platform/errors.ts';
import { expected, givenOptions, settingOf, variableOf } from './setting-options.ts';

export interface SettingSources {
  platform: string;
  /** Those that count here. */
  fields: readonly SettingField[];
  options: Readonly<Record<string, unknown>> & { settings?: string };
  env: Env;
  /** What is known beforehand, such as from a URL: options win over it, and it over everything else. */
  known?: Record<string, unknown>;
  warn: (text: string) => void;
}

/** Settings from options, then the environment, then a file. Nothing is judged yet but what cannot be read. */
export async function givenSettings(sources: SettingSources): Promise<Record<string, unknown>> {
  const { fields, options, known = {} } = sources;
  const fromOptions: Record<string, unknown> = {};
  let isInputRead = false;
  for (const { field, value, is_file } of givenOptions(fields, options)) {
    if (!is_file) {
      fromOptions[field.name] = value;
      continue;
    }
    const file = String(value);
    if (file === '-' && isInputRead) throw new StartupError('Only one setting can come from standard input.');
    isInputRead ||= file === '-';
    fromOptions[field.name] = await contentOf(file, field);
  }
  return { ...(await fromFile(sources)), ...fromEnvironment(sources), ...known, ...fromOptions };
}

async function contentOf(file: string, { name, pem }: SettingField): Promise<string> {
  const text = file === '-' ? await standardInput() : await textOf(file);
  const content = pem ? text : text.replace(/\r?\n$/, '');
  if (content === '')
    throw new StartupError(`${file === '-' ? 'Standard input' : file} is empty; expected ${name}.`);
  return content;
}

async function standardInput(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin) text += String(chunk);
  return text;
}

const textOf = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(`${file} cannot be read (${error.code}).`);
  });

function fromEnvironment({ platform, fields, env }: SettingSources): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  for (const field of fields) {
    const text = env[variableOf(platform, field)];
    if (text === undefined || text === '') continue;
    const value = settingOf(field, text);
    if (value === null) throw new StartupError(`${variableOf(platform, field)}: ${expected(field)}`);
    given[field.name] = value;
  }
  return given;
}

async function fromFile({ fields, options, warn }: SettingSources): Promise<Record<string, unknown>> {
  const file = options.settings;
  if (file === undefined) return {};
  const settings = objectOf(file, await textOf(file));
  const hasSecret = fields.some(({ name, secret }) => secret && name in settings);
  const { mode } = await stat(file);
  if (hasSecret && process.platform !== 'win32' && (mode & 0o044) !== 0) {
    warn(`${file} holds a secret, and others on this machine can read it: chmod 600 ${file}`);
  }
  return settings;
}

function objectOf(file: string, text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (value !== null && typeof value === 'object' && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // What JSON says of it may repeat a secret.
  }
  throw new StartupError(`${file} holds no JSON object; expected one such as {"name": "value"}.`);
}
