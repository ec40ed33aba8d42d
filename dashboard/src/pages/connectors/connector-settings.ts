import type { Answer, Item } from '@lapse/client';

export type Connector = Item<'/v1/connectors'>;
export type ConnectorType = Answer<'/v1/connectors/types', 'get'>['items'][number];
export type Setting = ConnectorType['settings'][number];

/** As it stands in a form: text, a number, or a list of texts; empty text is nothing. */
export type Value = string | number | string[];
export type Values = Record<string, Value>;

export function initialValues(type: ConnectorType, connector?: Connector): Values {
  return Object.fromEntries(
    type.settings.map(({ name, type: kind, secret, default: standard }) => {
      const given = secret ? undefined : (connector?.settings[name] ?? standard);
      if (kind === 'text_list') return [name, Array.isArray(given) ? given.map(String) : []];
      return [name, typeof given === 'number' || typeof given === 'string' ? given : ''];
    }),
  );
}

/**
 * What is sent: of a new connector what differs from the standard, of one that is changed what differs from before. A secret
 * only when it was typed.
 */
export function changedSettings(
  type: ConnectorType,
  values: Values,
  connector?: Connector,
): Record<string, unknown> {
  const before = initialValues(type, connector);
  return Object.fromEntries(
    type.settings.flatMap(({ name, secret, required }) => {
      const value = values[name] ?? '';
      if (secret) return value === '' ? [] : [[name, value]];
      const isNew = connector === undefined;
      if (isNew && required) return [[name, value]];
      if (JSON.stringify(value) === JSON.stringify(before[name])) return [];
      return [[name, value === '' ? null : value]];
    }),
  );
}
