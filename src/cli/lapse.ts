import process from 'node:process';
import { Command } from 'commander';
import { readEnv } from '../config/read-env.ts';
import { LapseError, StartupError } from '../domain/errors.ts';
import { VERSION } from '../version.ts';
import { register as registerAudit } from './audit.ts';
import { withConfiguredDatabase } from './database-config.ts';
import { register as registerDoctor } from './doctor.ts';
import { register as registerGenerate } from './generate.ts';
import { register as registerImport } from './import.ts';
import { register as registerMigrate } from './migrate.ts';
import { register as registerReport } from './report.ts';
import { register as registerServe } from './serve.ts';
import { register as registerStart } from './start.ts';
import { register as registerTenant } from './tenant.ts';

const program = new Command('lapse')
  .description('Access that is not used should lapse.')
  .version(VERSION)
  .showHelpAfterError();

for (const register of [registerStart, registerServe, registerMigrate, registerGenerate, registerDoctor])
  register(program);
for (const register of [registerImport, registerTenant, registerAudit, registerReport])
  register(program, withConfiguredDatabase);

// A reader that goes away (`lapse … | head`) is no failure.
process.stdout.on('error', () => {});

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`lapse: ${explain(error as Error)}\n`);
  process.exitCode = 1;
}

function explain(error: Error): string {
  if (error instanceof StartupError || error instanceof LapseError) return error.message;
  const isDetailWanted = /debug|trace/.test(readEnv(process.env, process.cwd()).LOG_LEVEL ?? '');
  if (isDetailWanted) return error.stack ?? error.message;
  return `Something unexpected went wrong: ${error.message} (LOG_LEVEL=debug shows where).`;
}
