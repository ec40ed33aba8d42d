import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { inPlace, makeDirectory, readOrCreateFile } from '@lapse/embedded-postgres';
import { StartupError } from '../errors.ts';

const KEY_BYTES = 32;

/** The key that encrypts secrets at rest, made once for a data directory. Losing it loses what it encrypted. */
export async function readOrCreateSecretsKey(dataDir: string): Promise<Buffer> {
  const directory = path.join(dataDir, 'keys');
  const file = path.join(directory, 'secrets.key');
  const contents = await inPlace(dataDir, async () => {
    await makeDirectory(directory, 0o700);
    return readOrCreateFile(file, () => `${randomBytes(KEY_BYTES).toString('base64')}\n`);
  });
  const key = Buffer.from(contents, 'base64');
  if (key.length === KEY_BYTES) return key;
  throw new StartupError(
    `${file} does not hold a key of ${KEY_BYTES} bytes: restore it from a backup; a new one could not read what was encrypted with the old one.`,
  );
}
