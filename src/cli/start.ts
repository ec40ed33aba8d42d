import type { Command } from 'commander';
import { runService } from './run-service.ts';

export function register(program: Command): void {
  program
    .command('start')
    .description('try Lapse on this machine: embedded PostgreSQL, demo data, nobody signs in')
    .action(() => runService('start'));
}
