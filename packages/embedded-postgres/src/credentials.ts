import { randomBytes } from 'node:crypto';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { readOrCreateFile } from './private-file.ts';

/**
 * `superuser` prepares the cluster, `owner` owns the database and migrates it, `application` serves requests and
 * is bound by row-level security.
 */
export const SERVER_ROLES = {
  superuser: 'lapse_superuser',
  owner: 'lapse_owner',
  application: 'lapse_app',
} as const;
export type ServerRole = keyof typeof SERVER_ROLES;
export type Credentials = Readonly<Record<ServerRole, string>>;

export async function readOrCreateCredentials(file: string): Promise<Credentials> {
  return parseCredentials(await readOrCreateFile(file, makeCredentials), file);
}

export function parseCredentials(contents: string, file: string): Credentials {
  try {
    const found = JSON.parse(contents);
    if (Object.keys(SERVER_ROLES).every((role) => /^[\w-]{20,}$/.test(found[role]))) return found;
  } catch {
    // Said below, as for a file that is JSON but not ours.
  }
  throw new EmbeddedPostgresError(
    `${file} does not hold the passwords of the embedded PostgreSQL: restore it from a backup.`,
  );
}

function makeCredentials(): string {
  const password = () => randomBytes(24).toString('base64url');
  const credentials: Credentials = { superuser: password(), owner: password(), application: password() };
  return `${JSON.stringify(credentials)}\n`;
}
