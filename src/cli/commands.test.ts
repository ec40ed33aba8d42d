import { Command } from 'commander';
import { expect, test } from 'vitest';
import { COMMANDS } from './commands.ts';

test.each(Object.entries(COMMANDS))('%s is listed as it is', async (name, { term, description, load }) => {
  const program = new Command('lapse');
  (await load()).register(program, () => Promise.reject(new Error('not in this test')));
  const [command] = program.commands;
  expect(program.commands).toHaveLength(1);
  const help = program.createHelp();
  expect([name, term, description]).toEqual([
    command?.name(),
    // Commander counts a command of commands as one with options of its own only when it has some.
    help.subcommandTerm(command as Command),
    command?.description(),
  ]);
});
