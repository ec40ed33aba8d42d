import type { ConnectorType, SettingField } from '../../connectors/connector.ts';
import { type Fault, StartupError } from '../../platform/errors.ts';
import { expected, settingOf, waysOf } from './setting-options.ts';

export type Settings = Record<string, unknown>;

/** Asks for one setting; `null`: there is nobody to ask. */
export type AskSetting = ((field: SettingField) => Promise<string>) | null;

/** Settings that the platform's own rules accept. What is missing is asked for once, where somebody can answer. */
export async function completeSettings(
  type: ConnectorType,
  fields: readonly SettingField[],
  given: Settings,
  askSetting: AskSetting,
): Promise<Settings> {
  const settings = { ...given };
  const asked = new Set<string>();
  for (;;) {
    const read = type.readSettings(settings);
    if ('settings' in read) return read.settings as Settings;
    const missing = read.faults.flatMap((fault) => {
      const field = fields.find(({ name }) => name === fault.loc[0]);
      return field && fault.type === 'required' && !asked.has(field.name) ? [field] : [];
    });
    if (askSetting === null || missing.length === 0) throw faultsError(type, fields, read.faults);
    for (const field of missing) {
      asked.add(field.name);
      const text = await askSetting(field);
      const value = settingOf(field, text);
      if (value === null) throw new StartupError(`${field.name}: ${expected(field)}`);
      if (text !== '') settings[field.name] = value;
    }
  }
}

function faultsError(
  { platform, title }: ConnectorType,
  fields: readonly SettingField[],
  faults: Fault[],
): Error {
  const lines = faults.map(({ loc, msg, type }) => {
    const field = fields.find(({ name }) => name === loc[0]);
    const ways = field && type === 'required' ? ` (${waysOf(platform, field)})` : '';
    return `${loc.join('.')}: ${msg}${ways}`;
  });
  if (lines.length === 1) return new StartupError(`${lines[0]}.`);
  return new StartupError(
    `The settings of ${title} are not complete.\n${lines.map((line) => `  ${line}`).join('\n')}`,
  );
}
