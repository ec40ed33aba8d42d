import type { SettingField } from '../connector.ts';

export interface PostgresSettings {
  host: string;
  port: number;
  user: string;
  password: string | null;
  remediation_user: string | null;
  remediation_password: string | null;
  database: string;
  /** Empty: all that allow connections. */
  databases: string[];
  tls: 'disable' | 'require' | 'verify-full';
  tls_ca: string | null;
  service_accounts: string[];
  log_path: string | null;
  timeout_ms: number;
  lock_timeout_ms: number;
  page_size: number;
}

export const isOurRole = ({ user, remediation_user }: PostgresSettings, role: string): boolean =>
  role === user || role === remediation_user;

export const isWatchedDatabase = ({ databases }: PostgresSettings, database: string): boolean =>
  databases.length === 0 || databases.includes(database);

/** May be left out, is no secret and has no default, unless it says more. */
const setting = (
  name: keyof PostgresSettings,
  type: SettingField['type'],
  description: string,
  more: Partial<SettingField> = {},
): SettingField => ({ name, type, required: false, secret: false, default: null, description, ...more });

export const POSTGRES_SETTING_FIELDS: readonly SettingField[] = [
  setting('host', 'text', 'Name or address of the server, or the directory of its socket.', {
    required: true,
    reaches: 'host',
  }),
  setting('port', 'integer', 'Its port.', { min: 1, max: 65_535, default: 5432 }),
  setting(
    'user',
    'text',
    'Login role that reads: member of pg_monitor, with CONNECT on every database. Needs no access to data.',
    { required: true },
  ),
  setting('password', 'text', 'Its password.', { secret: true }),
  setting('remediation_user', 'text', 'Login role that revokes and restores; the reading one when absent.'),
  setting('remediation_password', 'text', 'Its password.', { secret: true }),
  setting(
    'database',
    'text',
    'Database for what concerns the whole server; best the one with pg_stat_statements.',
    { default: 'postgres' },
  ),
  setting('databases', 'text_list', 'Databases to watch. All that allow connections when empty.', {
    default: [],
  }),
  setting('tls', 'text', 'Only verify-full proves that the server is the right one. Not used on a socket.', {
    one_of: ['disable', 'require', 'verify-full'],
    default: 'verify-full',
  }),
  setting('tls_ca', 'text', 'PEM of the authority to trust; the public ones when absent.', { pem: true }),
  setting(
    'service_accounts',
    'text_list',
    'Names of login roles that are programs; * stands for anything. Other login roles are users.',
    { default: ['svc_*', '*_svc', 'app_*', '*_app', 'etl_*', '*_etl'] },
  ),
  setting(
    'log_path',
    'text',
    'A csvlog or jsonlog file of the server, or the directory of such files, readable here; for pgaudit and log_connections.',
    { reaches: 'file' },
  ),
  setting('timeout_ms', 'integer', 'The longest that one call may take.', {
    min: 10,
    max: 600_000,
    default: 30_000,
  }),
  setting(
    'lock_timeout_ms',
    'integer',
    'The longest that a change waits for a lock: the work of others goes first.',
    { min: 1, max: 60_000, default: 3000 },
  ),
  setting('page_size', 'integer', 'Objects per page of a listing.', { min: 1, max: 10_000, default: 500 }),
];
