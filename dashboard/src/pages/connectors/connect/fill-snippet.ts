import type { Values } from '../connector-settings.ts';

const QUOTED: Record<string, (text: string) => string> = {
  plain: (text) => text,
  identifier: (text) => `"${text.replaceAll('"', '""')}"`,
  literal: (text) => `'${text.replaceAll("'", "''")}'`,
  backtick: (text) => `\`${text.replaceAll('`', '``')}\``,
  shell: (text) => `'${text.replaceAll("'", "'\\''")}'`,
  url: encodeURIComponent,
};

/** What is copied, with what was typed in its places, quoted as each wants it: `{{user|identifier}}`. */
export function fillSnippet(text: string, values: Values): string {
  return text.replace(/\{\{(\w+)\|(\w+)\}\}/g, (_, name: string, quoting: string) => {
    const value = values[name];
    const isKnown = typeof value === 'string' && value !== '';
    const shown = isKnown ? value : `<${name.replaceAll('_', ' ')}>`;
    const quote = isKnown || quoting !== 'url' ? QUOTED[quoting] : QUOTED.plain;
    return (quote as (text: string) => string)(shown);
  });
}
