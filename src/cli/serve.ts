import { type Command, Option } from 'commander';
import type { ServiceRole } from '../main.ts';
import { runService } from './run-service.ts';

export function register(command: Command): void {
  command
    .addOption(
      new Option('--role <role>', 'answer requests, apply events, or both in one program')
        .choices(['all', 'gateway', 'worker'])
        .default('all'),
    )
    .action((options: { role: ServiceRole }) => runService('serve', options.role));
}
