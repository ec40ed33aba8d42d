import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { connectorSetup } from './open-connectors.ts';
import { ANYTHING } from './reach.rules.ts';

const types = [...connectorSetup(Buffer.alloc(32), ANYTHING).types.values()];
const documents = readFileSync(
  path.resolve(import.meta.dirname, '../../docs/connectors.md'),
  'utf8',
).toLowerCase();

describe.each(types)('the steps of $platform', ({ settings, steps }) => {
  test('tell every setting without which it cannot be connected, and no setting that it does not have', () => {
    const told = steps.flatMap((step) => step.settings.map(({ name }) => name));
    expect(told).toEqual(
      expect.arrayContaining(settings.filter(({ required }) => required).map(({ name }) => name)),
    );
    expect(settings.map(({ name }) => name)).toEqual(expect.arrayContaining(told));
    expect(new Set(told).size).toBe(told.length);
  });

  test('say what each ability takes, and which steps are for removals only', () => {
    const abilities = steps.flatMap(({ permissions }) => permissions.map(({ ability }) => ability));
    expect(new Set(abilities)).toEqual(new Set(['discover', 'read_use', 'revoke']));
    expect(steps[0]?.needed_for).toBe('discover');
    const removing = steps.flatMap(({ permissions, needed_for }) =>
      permissions.filter(({ ability }) => ability === 'revoke').map(() => needed_for),
    );
    expect(removing.length).toBeGreaterThan(0);
    expect(new Set(removing)).toEqual(new Set(['revoke']));
  });

  test('name only permissions that the documents name', () => {
    for (const { name } of steps.flatMap((step) => step.permissions))
      expect(documents).toContain(name.toLowerCase());
  });

  test('have places for settings only, never for a secret', () => {
    const open = new Set(
      settings.filter(({ secret, type }) => !secret && type === 'text').map(({ name }) => name),
    );
    const parts = steps.flatMap((step) => step.snippets).flatMap((snippet) => snippet.parts);
    for (const part of parts) if (typeof part !== 'string') expect(open).toContain(part.setting);
  });
});
