import fc from 'fast-check';

/** What ends a quotation, a statement or a line somewhere, and characters that take several bytes. */
const PIECES = [
  ...`"'\\\`$[]{}();:,.-/#%&<>|*?!~= \n\r\tabé漢𝄞`,
  ...[
    '--',
    '/*',
    '$$',
    '$(',
    "''",
    '""',
    '``',
    ']]',
    "\\'",
    "E'",
    '{{user|plain}}',
    "'; DROP TABLE owned; --",
  ],
];

/** Text that somebody may type into a field, never empty. */
export const HOSTILE_TEXT = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).filter((text) => !text.includes('\0')),
);
