export { SERVER_ROLES, type ServerRole } from './credentials.ts';
export { requireFreeDataDir } from './data-dir-lock.ts';
export { EmbeddedPostgresError } from './embedded-postgres-error.ts';
export {
  attachEmbeddedServer,
  type EmbeddedConnections,
  type EmbeddedServer,
  type EmbeddedServerOptions,
  type ServerConnection,
  startEmbeddedServer,
} from './embedded-server.ts';
export { inPlace, placeTrouble } from './file-errors.ts';
export { makeDirectory } from './make-directory.ts';
export { readOrCreateFile } from './private-file.ts';
export { processStart } from './processes.ts';
export { findServerHome } from './server-home.ts';
export type { ServerLog } from './server-log.ts';
