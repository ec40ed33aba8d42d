import { Command } from 'commander';
import { expect, vi } from 'vitest';
import { register } from '../../src/cli/scan.ts';

export interface ScanRun {
  out: string;
  err: string;
  error: string | null;
}

/** `lapse scan` in this process, with these variables of the environment. None of the secrets may come out of it. */
export async function runScan(
  args: string[],
  { env = {}, secrets = [] }: { env?: Record<string, string>; secrets?: string[] } = {},
): Promise<ScanRun> {
  let out = '';
  let err = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text);
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    err += String(text);
    return true;
  });
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const command = new Command('scan').exitOverride().configureOutput({ writeErr: () => {} });
  register(command);
  const error = await command.parseAsync(args, { from: 'user' }).then(
    () => null,
    (reason: Error) => reason.message,
  );
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  for (const text of [out, err, error ?? ''])
    for (const secret of secrets) expect(text).not.toContain(secret);
  return { out, err, error };
}
