import { expect, test } from 'vitest';
import * as reference from '../../../../../src/connectors/setup-guide.ts';
import { fillSnippet } from './fill-snippet.ts';

const PLACES = ['plain', 'url', 'shell', 'literal', 'identifier', 'backtick'].map(
  (quoting) => `{{user|${quoting}}} and {{tenant_id|${quoting}}};\n{{user|${quoting}}}`,
);

test.each(['', 'lapse_reader', `a"b'c\`d$(e) f/g`, '{{user|plain}}', "$& $1 $'"])(
  'fills what can be copied as the service does: %j',
  (user) => {
    for (const text of PLACES) {
      expect(fillSnippet(text, { user })).toBe(reference.fillSnippet(text, { user }));
      expect(fillSnippet(text, { user, tenant_id: user })).toBe(
        reference.fillSnippet(text, { user, tenant_id: user }),
      );
    }
  },
);
