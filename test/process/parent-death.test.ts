import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'vitest';
import { eventually, PROGRAM, processesOf, usedDirectory } from './lapse-process.ts';

test('Lapse stops in good order when the shell that npm started it with is gone', async () => {
  const data_dir = await usedDirectory();
  // The second command keeps the shell from replacing itself with the first.
  const shell = spawn('/bin/sh', ['-c', '"$0" "$1" start; true', process.execPath, PROGRAM], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DEMO_DATA: 'false',
      DATA_DIR: data_dir,
      npm_lifecycle_event: 'start',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  shell.stdout.on('data', (chunk) => (output += chunk));
  await eventually(() => output.includes('is running'));
  const { pid } = JSON.parse(await readFile(path.join(data_dir, 'lapse.pid'), 'utf8'));
  shell.kill('SIGTERM');
  await once(shell, 'exit');

  await eventually(() => processesOf(data_dir).length === 0);
  await eventually(() => {
    try {
      return !process.kill(pid, 0);
    } catch {
      return true;
    }
  });
});
