import type { Command } from 'commander';
import { runService } from './run-service.ts';

export function register(program: Command): void {
  program
    .command('serve')
    .description('run the service for others: callers sign in, settings come from the environment')
    .action(() => runService('serve'));
}
