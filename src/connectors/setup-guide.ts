import type { Health } from './connector.ts';

type Ability = Health['missing'][number]['ability'];

/** One thing to do on a platform before it can be connected, by somebody who has never done it. */
export interface SetupStep {
  title: string;
  /** What does not work without it: `discover` is everything, `revoke` only removing and restoring. */
  needed_for: Ability;
  /** Sentences, in order. */
  instructions: string[];
  /** By the names that the platform and the test of a connector give them. */
  permissions: { name: string; purpose: string; ability: Ability }[];
  snippets: Snippet[];
  /** Settings whose values this step tells. */
  settings: { name: string; suggestion: string | null }[];
}

/** What can be copied. */
export interface Snippet {
  /** Where it is entered. */
  title: string;
  language: 'sql' | 'shell' | 'url';
  /** With places for settings, such as `{{user|identifier}}`: see fillSnippet. */
  text: string;
}

const QUOTED: Record<string, (text: string) => string> = {
  plain: (text) => text,
  identifier: (text) => `"${text.replaceAll('"', '""')}"`,
  literal: (text) => `'${text.replaceAll("'", "''")}'`,
  backtick: (text) => `\`${text.replaceAll('`', '``')}\``,
  shell: (text) => `'${text.replaceAll("'", "'\\''")}'`,
  url: encodeURIComponent,
};

const PLACE = /\{\{(\w+)\|(\w+)\}\}/g;

/** With the values that are known, quoted as their place wants it; of the others it says what belongs there. */
export function fillSnippet(text: string, values: Readonly<Record<string, unknown>>): string {
  return text.replace(PLACE, (_, name: string, quoting: string) => {
    const value = values[name];
    const isKnown = typeof value === 'string' && value !== '';
    if (!isKnown && (quoting === 'plain' || quoting === 'url')) return `<${name.replaceAll('_', ' ')}>`;
    const quote = QUOTED[quoting] as (text: string) => string;
    return quote(isKnown ? value : `<${name.replaceAll('_', ' ')}>`);
  });
}
