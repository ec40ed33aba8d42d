import { type ConnectorType, initialValues, type Setting, type Values } from '../connector-settings.ts';

export type Step = ConnectorType['steps'][number];

type Part = Step['snippets'][number]['parts'][number];

export const isForRemovals = ({ needed_for }: Step): boolean => needed_for === 'revoke';

/** The standard of each setting, and what the steps suggest for those that are needed. */
export function firstValues(type: ConnectorType): Values {
  const suggested = type.steps
    .filter((step) => !isForRemovals(step))
    .flatMap(({ settings }) =>
      settings.flatMap(({ name, suggestion }) => (suggestion ? [[name, suggestion]] : [])),
    );
  return { ...initialValues(type), ...Object.fromEntries(suggested) };
}

/** What is sent: without what was typed for removals, when they are left out. */
export function chosenValues(type: ConnectorType, values: Values, withRemovals: boolean): Values {
  if (withRemovals) return values;
  const left = type.steps.filter(isForRemovals).flatMap(({ settings }) => settings.map(({ name }) => name));
  const standard = initialValues(type);
  return { ...values, ...Object.fromEntries(left.map((name) => [name, standard[name] ?? ''])) };
}

/** Settings that no step tells. */
export function untoldSettings({ settings, steps }: ConnectorType): Setting[] {
  const told = new Set(steps.flatMap((step) => step.settings.map(({ name }) => name)));
  return settings.filter(({ name }) => !told.has(name));
}

/** What Lapse will reach, as far as it is typed. */
export function hostsOf({ settings }: ConnectorType, values: Values): string[] {
  const hosts = settings.flatMap(({ name, reaches }) => {
    const value = values[name];
    if (typeof value !== 'string' || value === '') return [];
    if (reaches === 'host') return value.startsWith('/') ? [] : [value];
    return reaches === 'url' && URL.canParse(value) ? [new URL(value).hostname] : [];
  });
  return [...new Set(hosts)];
}

/** What is copied: how a value is quoted where it goes is the service's to say. */
export function fillSnippet(parts: Part[], values: Values): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      const value = values[part.setting];
      if (typeof value !== 'string' || value === '') return part.unknown;
      const written = part.percent_encoded
        ? encodeURIComponent(value)
        : Array.from(value, (character) => part.escapes[character] ?? character).join('');
      return `${part.before}${written}${part.after}`;
    })
    .join('');
}
