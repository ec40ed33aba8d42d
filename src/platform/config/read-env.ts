import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { StartupError } from '../errors.ts';

export type Env = Readonly<Record<string, string | undefined>>;

/** The environment, over the `.env` file of the directory Lapse is started in. */
export function readEnv(processEnv: Env, directory: string): Env {
  let fromFile: Env = {};
  try {
    fromFile = parseEnv(readFileSync(path.join(directory, '.env'), 'utf8')) as Env;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      throw new StartupError(`The .env file cannot be read: ${(error as Error).message}.`);
    }
  }
  return { ...fromFile, ...processEnv };
}

/** Where a user's data belongs on this system; root's is not under /root, which the server's user cannot enter. */
export function defaultDataDir(env: Env): string {
  if (process.getuid?.() === 0) return '/var/lib/lapse';
  const home = env.HOME || homedir();
  if (process.platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'lapse');
  return path.join(env.XDG_DATA_HOME || path.join(home, '.local', 'share'), 'lapse');
}
