import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { expect, test } from 'vitest';
import { COMMANDS } from './commands.ts';

test.each(Object.entries(COMMANDS))('%s is listed as it is', async (name, { term, load }) => {
  const command = new Command(name);
  (await load()).register(command, () => Promise.reject(new Error('not in this test')));
  // Commander counts a command of commands as one with options of its own only when it has some.
  expect(term).toBe(command.createHelp().subcommandTerm(command));
});

test('the list of commands loads none of their code', () => {
  const source = fileURLToPath(new URL('lapse.ts', import.meta.url));
  const seen = new Set<string>();
  const packages = new Set<string>();
  const follow = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    // What is only a type is not loaded, nor what is imported when it is asked for.
    for (const [, from = ''] of readFileSync(file, 'utf8').matchAll(
      /^import (?!type )[^;]*?from '([^']+)';/gms,
    )) {
      if (from.startsWith('.')) follow(path.resolve(path.dirname(file), from));
      else if (!from.startsWith('node:')) packages.add(from);
    }
  };
  follow(source);
  expect([...packages]).toEqual(['commander']);
  expect([...seen].map((file) => path.basename(file)).sort()).toEqual([
    'commands.ts',
    'errors.ts',
    'lapse.ts',
    'version.ts',
  ]);
});
