import type { SetupStep } from '../../connectors/setup-guide.ts';
import { fillSnippet } from '../../connectors/snippets.ts';
import { printable, wrapped } from '../scan/plain-text.ts';

export interface Page {
  width: number;
  bold: (text: string) => string;
  dim: (text: string) => string;
}

const FOR = { discover: '', read_use: ' (to see use)', revoke: ' (only to remove and restore)' };

export const paragraph = (text: string, { width }: Page, indent = '  ', first = indent): string =>
  wrapped(printable(text), width - indent.length)
    .map((line, i) => `${i === 0 ? first : indent}${line}\n`)
    .join('');

/** A step as it is done on the platform; what can be copied is never broken into lines. */
export function showStep(
  { title, needed_for, instructions, permissions, snippets }: SetupStep,
  place: { number: number; of: number },
  values: Readonly<Record<string, unknown>>,
  page: Page,
): string {
  let text = `\n${page.bold(`Step ${place.number} of ${place.of}: ${title}${FOR[needed_for]}`)}\n`;
  for (const [i, sentence] of instructions.entries())
    text += paragraph(sentence, page, '     ', `  ${i + 1}. `);
  for (const { name, purpose } of permissions)
    text += paragraph(`${name}  ${purpose}`, page, '       ', '     - ');
  for (const { title: where, parts } of snippets) {
    text += `\n${page.dim(paragraph(`${where}:`, page))}`;
    const lines = fillSnippet(parts, values).split('\n');
    text += lines.map((line) => `    ${printable(line)}\n`).join('');
  }
  return text;
}
