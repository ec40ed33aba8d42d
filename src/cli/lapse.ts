import process from 'node:process';
import { Command } from 'commander';
import { LapseError, StartupError } from '../platform/errors.ts';
import { VERSION } from '../platform/version.ts';
import { COMMANDS } from './commands.ts';
import type { WithDatabase } from './tenant.ts';

const program = new Command('lapse')
  .description('Access that is not used should lapse.')
  .version(VERSION)
  .showHelpAfterError()
  .configureHelp({ subcommandTerm: (command) => COMMANDS[command.name()]?.term ?? command.name() });

/** Only the command that is asked for is loaded; the others are known by what the list says of them. */
async function registerCommands(args: readonly string[]): Promise<void> {
  const words = args.filter((arg) => !arg.startsWith('-'));
  const wanted = words[0] === 'help' ? words[1] : words[0];
  const withDatabase: WithDatabase = async (work) =>
    (await import('./database-config.ts')).withConfiguredDatabase(work);
  for (const [name, { description, load }] of Object.entries(COMMANDS)) {
    const command = program.command(name).description(description);
    if (name === wanted) (await load()).register(command, withDatabase);
  }
}

// A reader that goes away (`lapse … | head`) is no failure.
process.stdout.on('error', () => {});

try {
  await registerCommands(process.argv.slice(2));
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`lapse: ${await explain(error as Error)}\n`);
  process.exitCode = 1;
}

async function explain(error: Error): Promise<string> {
  if (error instanceof StartupError || error instanceof LapseError) return error.message;
  const { EmbeddedPostgresError } = await import('@lapse/embedded-postgres');
  if (error instanceof EmbeddedPostgresError) return error.message;
  const { readEnv } = await import('../platform/config/read-env.ts');
  const isDetailWanted = /debug|trace/.test(readEnv(process.env, process.cwd()).LOG_LEVEL ?? '');
  if (isDetailWanted) return error.stack ?? error.message;
  return `Something unexpected went wrong: ${error.message} (LOG_LEVEL=debug shows where).`;
}
