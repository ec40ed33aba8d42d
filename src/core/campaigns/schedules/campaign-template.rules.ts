/** What the name and the description of a schedule may contain, each in braces. */
export const PLACEHOLDERS = ['date', 'month', 'quarter', 'year'] as const;
type Placeholder = (typeof PLACEHOLDERS)[number];

const IN_BRACES = /\{([^{}]*)\}/g;
const LIST = PLACEHOLDERS.map((name) => `{${name}}`).join(', ');

/** What is wrong with a template, or null. */
export function templateFault(template: string): string | null {
  const isPlaceholder = (name: string): boolean => PLACEHOLDERS.includes(name as Placeholder);
  const others = [...template.matchAll(IN_BRACES)].filter(([, name]) => !isPlaceholder(name as string));
  const hasLooseBrace = /[{}]/.test(template.replace(IN_BRACES, ''));
  return others.length > 0 || hasLooseBrace ? `expected no braces but those of ${LIST}` : null;
}

/** The text of a campaign: of the day on which it is due, in the time zone of its schedule. */
export function fillTemplate(template: string, at: number, timeZone: string): string {
  const part = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat('en-US', { ...options, calendar: 'gregory', timeZone }).format(at);
  const [year, month] = [part({ year: 'numeric' }), part({ month: '2-digit' })];
  const values: Record<Placeholder, string> = {
    date: `${year}-${month}-${part({ day: '2-digit' })}`,
    month: part({ month: 'long' }),
    quarter: `Q${Math.ceil(Number(month) / 3)}`,
    year,
  };
  return template.replace(IN_BRACES, (_, name: Placeholder) => values[name]);
}
