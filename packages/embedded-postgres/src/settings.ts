import { SERVER_ROLES } from './credentials.ts';
import { SOCKET_PORT } from './socket-directory.ts';

/**
 * The settings of the embedded server: a laptop's, not a database machine's. Nothing here may weaken durability
 * (fsync, synchronous_commit and full_page_writes stay on, and Lapse checks the first two at every start).
 */
export function serverSettings(files: { hba_file: string; socket_directory: string }): string {
  return configFile({
    hba_file: files.hba_file,
    // No network at all: only who can enter the socket's directory can even try a password.
    listen_addresses: '',
    port: SOCKET_PORT,
    // The value is a list, in which double quotes keep a comma or a space in its place.
    unix_socket_directories: `"${files.socket_directory.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    password_encryption: 'scram-sha-256',

    max_connections: 100,
    shared_buffers: '256MB',
    effective_cache_size: '1GB',
    maintenance_work_mem: '128MB',
    work_mem: '16MB',
    shared_preload_libraries: '',
    // Solid-state disks: reading here and there costs little more than reading in a row.
    random_page_cost: 1.1,
    jit: 'off',

    // Nobody replicates from this server.
    wal_level: 'minimal',
    max_wal_senders: 0,
    max_logical_replication_workers: 0,
    // This build has only pglz, which takes longer to compress a page than the disk takes to write it.
    wal_compression: 'off',
    // Every page is written whole once per checkpoint. These bound the disk used and the time that recovery takes.
    max_wal_size: '4GB',
    min_wal_size: '80MB',
    checkpoint_timeout: '15min',
    checkpoint_completion_target: 0.9,

    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    // What the server does goes to its log. What a statement did wrong goes to Lapse, which logs it.
    log_min_messages: 'log',
    log_checkpoints: 'off',
  });
}

/**
 * Every session proves that it knows a password. The superuser could read every file of the user who runs the server, the key of all
 * secrets among them, so nobody enters as it: it has done its part before the server first listens.
 */
export function hostBasedAuthentication({ admits_superuser }: { admits_superuser: boolean }): string {
  const everybody = 'local all all scram-sha-256';
  return configHeader(
    admits_superuser ? everybody : `local all ${SERVER_ROLES.superuser} reject\n${everybody}`,
  );
}

function configFile(settings: Record<string, string | number>): string {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${quoted(String(value))}`);
  return configHeader(lines.join('\n'));
}

function configHeader(body: string): string {
  return `# Written by Lapse at every start; changes are lost.\n${body}\n`;
}

function quoted(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll('\n', '\\n')}'`;
}
