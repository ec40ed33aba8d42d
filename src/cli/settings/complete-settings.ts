import type { ConnectorType, SettingField } from '../../connectors/connector.ts';
import { type Fault, StartupError } from '../../platform/errors.ts';
import { expected, settingOf, waysOf } from './setting-options.ts';

export type Settings = Record<string, unknown>;

export interface Completion {
  /** What is wrong with the settings by the platform's own rules; nothing, when they will do. */
  judge: (settings: Settings) => Promise<Fault[]>;
  /** The value of one setting, from whoever is at the terminal; `null`: there is nobody to ask. */
  askSetting: ((field: SettingField) => Promise<unknown>) | null;
}

/** Settings that will do. What is missing is asked for once, where somebody can answer. */
export async function completeSettings(
  type: Pick<ConnectorType, 'platform' | 'title'>,
  fields: readonly SettingField[],
  given: Settings,
  { judge, askSetting }: Completion,
): Promise<Settings> {
  const settings = { ...given };
  const asked = new Set<string>();
  for (;;) {
    const faults = await judge(settings);
    if (faults.length === 0) return settings;
    const missing = faults.flatMap((fault) => {
      const field = fields.find(({ name }) => name === fault.loc[0]);
      return field && fault.type === 'required' && !asked.has(field.name) ? [field] : [];
    });
    if (askSetting === null || missing.length === 0) throw faultsError(type, fields, faults);
    for (const field of missing) {
      asked.add(field.name);
      const value = await askSetting(field);
      if (value !== null) settings[field.name] = value;
    }
  }
}

/** What was typed, as the setting has it; `null`: nothing was. */
export function typed(field: SettingField, text: string): unknown {
  if (text.trim() === '') return null;
  const value = settingOf(field, field.secret ? text : text.trim());
  if (value === null) throw new StartupError(`${field.name}: ${expected(field)}`);
  return value;
}

function faultsError(
  { platform, title }: Pick<ConnectorType, 'platform' | 'title'>,
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
