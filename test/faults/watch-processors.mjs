import { spawn } from 'node:child_process';
import os from 'node:os';
import readline from 'node:readline';

/** Milliseconds of a clock that all processes share. */
export const clock = () => Number(process.hrtime.bigint()) / 1e6;

/**
 * Runs a program on each processor, ahead of everything else there, and tells the two numbers of every line that it prints. Without the
 * right to run ahead of others none is printed.
 */
export function watchProcessors(program, onLine) {
  return os.cpus().map((_, processor) => {
    const args = ['--fifo', '1', 'taskset', '--cpu-list', String(processor), process.execPath, program];
    const watcher = spawn('chrt', args, { stdio: ['ignore', 'pipe', 'ignore'] });
    watcher.on('error', () => {});
    readline.createInterface({ input: watcher.stdout }).on('line', (line) => {
      const [first, second] = line.split(' ').map(Number);
      onLine(first, second);
    });
    return watcher;
  });
}
