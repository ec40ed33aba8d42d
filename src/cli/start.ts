import type { Command } from 'commander';
import { runService } from './run-service.ts';

export function register(command: Command): void {
  command.action(() => runService('start'));
}
