import { type Command, InvalidArgumentError, Option } from 'commander';
import type { SettingField } from '../../connectors/connector.ts';

type Value = string | number | boolean | string[];

/** A secret in an argument is shown to everybody on the machine, so the argument names where it stands. */
const isFile = ({ secret, pem }: SettingField): boolean => secret || pem === true;

const flagOf = (field: SettingField): string => {
  const name = field.name.replaceAll('_', '-');
  return field.secret ? `--${name}-file` : `--${name}`;
};

export const variableOf = (platform: string, { name }: SettingField): string =>
  `LAPSE_${platform}_${name}`.toUpperCase();

const PLACEHOLDERS = { text: '<text>', integer: '<number>', flag: '<true|false>', text_list: '<names>' };

function optionOf(field: SettingField): Option {
  const { description, one_of, type, secret } = field;
  const more =
    type === 'text_list' ? ' With commas between them.' : secret ? ' A file; - reads standard input.' : '';
  const option = new Option(
    `${flagOf(field)} ${isFile(field) ? '<file>' : PLACEHOLDERS[type]}`,
    `${description}${more}`,
  );
  if (isFile(field)) return option;
  if (one_of) return option.choices(one_of);
  return option.argParser((text: string) => {
    const value = settingOf(field, text);
    if (value === null) throw new InvalidArgumentError(expected(field));
    return value;
  });
}

export function addSettingOptions(command: Command, platform: string, fields: readonly SettingField[]): void {
  for (const field of fields) command.addOption(optionOf(field));
  command.option('--settings <file>', 'a JSON object of settings, for those that are given nowhere else');
  const [example] = fields.filter(({ required }) => required);
  if (!example) return;
  command.addHelpText(
    'after',
    `
Every setting may stand in the environment instead: ${flagOf(example)} as
${variableOf(platform, example)}. What is missing is asked for on a terminal.`,
  );
}

export interface GivenOption {
  field: SettingField;
  value: Value;
  /** The value is the name of a file that holds it. */
  is_file: boolean;
}

export const givenOptions = (
  fields: readonly SettingField[],
  options: Readonly<Record<string, unknown>>,
): GivenOption[] =>
  fields.flatMap((field) => {
    const value = options[optionOf(field).attributeName()] as Value | undefined;
    return value === undefined ? [] : [{ field, value, is_file: isFile(field) }];
  });

/** How it can be given without anybody asking for it. */
export const waysOf = (platform: string, field: SettingField): string =>
  `${flagOf(field)}${isFile(field) ? ' FILE' : ''}, or ${variableOf(platform, field)}`;

/** `null`: the text is no such value. */
export function settingOf({ type }: SettingField, text: string): Value | null {
  switch (type) {
    case 'integer':
      return /^-?\d{1,15}$/.test(text) ? Number(text) : null;
    case 'flag':
      return text === 'true' ? true : text === 'false' ? false : null;
    case 'text_list':
      return text
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '');
    case 'text':
      return text;
  }
}

export const expected = ({ type }: SettingField): string =>
  type === 'integer'
    ? 'expected an integer.'
    : type === 'flag'
      ? 'expected true or false.'
      : 'expected text.';
