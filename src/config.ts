import path from 'node:path';
import { connectorReach } from './connectors/connector-settings.ts';
import type { ConnectorReach } from './connectors/reach.rules.ts';
import { type RateLimits, rateLimits, trustedProxies } from './gateway/limits/gateway-limits.ts';
import { type MetricsConfig, metricsSettings } from './metrics/metrics-settings.ts';
import { defaultDataDir, type Env } from './platform/config/read-env.ts';
import {
  Faults,
  flag,
  type Get,
  httpUrl,
  integer,
  oneOf,
  postgresUrl,
  secretsKey,
} from './platform/config/settings.ts';
import { StartupError } from './platform/errors.ts';
import type { LocalHosts } from './platform/network/local-host.ts';
import type { ReportBucket } from './reports/storage/bucket.rules.ts';
import { reportBucket } from './reports/storage/bucket-settings.ts';
import { authSettings, tenantIds } from './sessions/sign-in/auth-settings.ts';
import { type OidcConfig, oidcSettings } from './sessions/sign-in/oidc-settings.ts';
import type { WebhookReach } from './webhooks/reach/reach.rules.ts';
import { retrySchedule, webhookReach } from './webhooks/webhook-settings.ts';

export type Mode = 'start' | 'serve';

export interface Config {
  readonly mode: Mode;
  readonly host: string;
  readonly port: number;
  readonly data_dir: string;
  /** `null`: the embedded server. */
  readonly database_url: string | null;
  /** A role that owns the tables; when set, migrations run at start. */
  readonly migrations_database_url: string | null;
  readonly database_pool_size: number;
  /** Whether anybody may sign in to the embedded server as its superuser. */
  readonly embedded_superuser: boolean;
  readonly auth_disabled: boolean;
  /** What is served while authentication is off; `null`: any name. */
  readonly local_hosts: LocalHosts | null;
  readonly demo_data: boolean;
  readonly oidc: OidcConfig | null;
  readonly tenants: readonly string[];
  readonly rate_limits: RateLimits;
  /** Networks of those whose word is taken about the address of a client. */
  readonly trusted_proxies: readonly string[];
  /** Events of a tenant that may wait to be applied before no more are taken. */
  readonly ingest_backlog_max: number;
  readonly connector_reach: ConnectorReach;
  /** What webhooks and notifications may reach. */
  readonly webhook_reach: WebhookReach;
  /** Seconds between the attempts of one delivery. */
  readonly webhook_retry_schedule: readonly number[];
  /** Of a whole exchange with a receiver; a worker that dies keeps its deliveries for twice as long. */
  readonly webhook_timeout_ms: number;
  /** What people open, in links; `null`: where the gateway listens. */
  readonly public_url: string | null;
  /** `null`: nothing is measured. */
  readonly metrics: MetricsConfig | null;
  /** `null`: the files of reports are in the database. */
  readonly report_bucket: ReportBucket | null;
  /** Where the latest checkpoint of every tenant's audit log is kept as well; `null`: nowhere. */
  readonly audit_checkpoint_dir: string | null;
  /** How often a checkpoint is sent out: to the directory, the bucket of reports and the webhook audit.checkpoint. */
  readonly audit_checkpoint_minutes: number;
  readonly log_level: LogLevel;
  /** `null`: made once in the data directory (embedded server only). */
  readonly secrets_key: Buffer | null;
  /** Said at every start, because the setting that causes it must never go unnoticed. */
  readonly warnings: readonly string[];
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export function loadConfig(mode: Mode, env: Env): Config {
  const faults = new Faults();
  const get: Get = (name) => env[name]?.trim() || null;
  const isTutorial = mode === 'start';
  const number = (name: string, limits: { fallback: number; min: number; max: number }): number =>
    integer(faults, name, get(name), limits);
  const postgres = (name: string): string | null => postgresUrl(faults, name, get(name));

  const host = get('HOST') ?? '127.0.0.1';
  const databaseUrl = postgres('DATABASE_URL');
  const auth = authSettings(faults, get, { host, isTutorial });

  const config: Config = {
    mode,
    host,
    port: number('PORT', { fallback: 8000, min: 0, max: 65_535 }),
    data_dir: path.resolve(get('DATA_DIR') ?? defaultDataDir(env)),
    database_url: databaseUrl,
    migrations_database_url: postgres('MIGRATIONS_DATABASE_URL'),
    database_pool_size: number('DATABASE_POOL_SIZE', { fallback: 10, min: 2, max: 500 }),
    embedded_superuser: flag(faults, 'EMBEDDED_SUPERUSER', get('EMBEDDED_SUPERUSER'), false),
    auth_disabled: auth.is_disabled,
    local_hosts: auth.local_hosts,
    demo_data: flag(faults, 'DEMO_DATA', get('DEMO_DATA'), isTutorial),
    oidc: oidcSettings(faults, get, auth.is_disabled),
    tenants: tenantIds(faults, get('TENANTS')),
    rate_limits: rateLimits(faults, get),
    trusted_proxies: trustedProxies(faults, get('TRUSTED_PROXIES')),
    ingest_backlog_max: number('INGEST_BACKLOG_MAX', { fallback: 1_000_000, min: 1, max: 1_000_000_000 }),
    connector_reach: connectorReach(faults, get, auth.is_disabled),
    webhook_reach: webhookReach(faults, get, auth.is_disabled),
    webhook_retry_schedule: retrySchedule(faults, get('WEBHOOK_RETRY_SCHEDULE')),
    webhook_timeout_ms: 1_000 * number('WEBHOOK_TIMEOUT_SECONDS', { fallback: 15, min: 1, max: 60 }),
    public_url: httpUrl(faults, 'PUBLIC_URL', get('PUBLIC_URL'))?.replace(/\/+$/, '') ?? null,
    metrics: metricsSettings(faults, get),
    report_bucket: reportBucket(faults, get),
    audit_checkpoint_minutes: number('AUDIT_CHECKPOINT_MINUTES', { fallback: 60, min: 1, max: 10_080 }),
    audit_checkpoint_dir: absolutePath(get('AUDIT_CHECKPOINT_DIR')),
    log_level: oneOf(faults, 'LOG_LEVEL', get('LOG_LEVEL') ?? 'info', LOG_LEVELS),
    secrets_key: secretsKey(faults, get('SECRETS_KEY'), databaseUrl !== null),
    warnings: auth.warnings,
  };

  if (faults.lines.length > 0) {
    throw new StartupError(
      `The configuration is not usable:\n${faults.lines.map((line) => `  - ${line}`).join('\n')}`,
    );
  }
  return Object.freeze(config);
}

const absolutePath = (place: string | null): string | null => (place === null ? null : path.resolve(place));

/** Where the audit log remembers, outside the database, what was signed last: beside the key, and where the user wants it. */
export function checkpointDirectories(
  config: Pick<Config, 'data_dir' | 'database_url' | 'audit_checkpoint_dir'>,
): string[] {
  const own = config.database_url === null ? [path.join(config.data_dir, 'keys', 'audit')] : [];
  return config.audit_checkpoint_dir === null ? own : [...own, config.audit_checkpoint_dir];
}
