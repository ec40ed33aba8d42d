import { readFile } from 'node:fs/promises';
import type { SettingField } from '../../connectors/connector.ts';
import { StartupError } from '../../platform/errors.ts';
import { ask, type Terminal } from '../settings/ask.ts';
import { type Settings, typed } from '../settings/complete-settings.ts';

export const askFor = async (terminal: Terminal, question: string): Promise<string> =>
  (await ask(question, { hidden: false }, terminal)).trim();

/** Enter alone is what stands in capitals. */
export async function askYesNo(terminal: Terminal, question: string, usual: boolean): Promise<boolean> {
  for (;;) {
    const answer = (await askFor(terminal, `${question} ${usual ? '[Y/n]' : '[y/N]'} `)).toLowerCase();
    if (answer === '') return usual;
    if (/^y(es)?$/.test(answer)) return true;
    if (/^no?$/.test(answer)) return false;
  }
}

/** One setting. Secrets are not shown, certificates and keys are files; what is wrong is asked again. */
export async function askSetting(
  terminal: Terminal,
  field: SettingField,
  suggestion: string | null = null,
): Promise<unknown> {
  const { name, description, secret, pem, required } = field;
  const usual =
    suggestion ??
    (typeof field.default === 'string' || typeof field.default === 'number' ? String(field.default) : null);
  const hint = usual !== null ? ` [${usual}]` : required || secret ? '' : ' (Enter leaves it out)';
  const what = pem ? `${name}, as the name of a file` : name;
  terminal.output.write(`\n  ${description}\n`);
  for (;;) {
    const text = await ask(`  ${what}${hint}: `, { hidden: secret && !pem }, terminal);
    if (text.trim() === '') {
      if (suggestion !== null) return suggestion;
      if (!required || usual !== null) return null;
      continue;
    }
    try {
      return pem ? await readFile(text.trim(), 'utf8') : typed(field, text);
    } catch (error) {
      const why = error instanceof StartupError ? error.message : `${text.trim()} cannot be read.`;
      terminal.output.write(`  ${why}\n`);
    }
  }
}

/** A certificate is another way than a secret: whoever gave one is not asked for the other. */
export function isSpared({ name, pem }: SettingField, settings: Settings): boolean {
  if (!pem || !/_(certificate|key)$/.test(name)) return false;
  const whose = name.replace(/_(certificate|key)$/, '');
  return Object.keys(settings).some((other) => other.startsWith(whose) && other.endsWith('_secret'));
}
