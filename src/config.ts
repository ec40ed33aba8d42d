import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { NEARBY_NETWORKS, proxyFault } from './domain/client-address.ts';
import type { ConnectorReach } from './domain/connector-reach.ts';
import { StartupError } from './domain/errors.ts';
import type { ReportBucket } from './domain/report-bucket.ts';
import { networkFault, type WebhookProxy, type WebhookReach } from './domain/webhook-reach.ts';
import { RETRY_SCHEDULE_SECONDS } from './domain/webhook-schedule.ts';

/** As many attempts as are kept with a delivery. */
const RETRIES_MAX = 20;

export type Mode = 'start' | 'serve';

export interface RateLimit {
  per_minute: number;
  burst: number;
}

export const RATE_CATEGORIES = ['reads', 'writes', 'reports', 'bulk', 'sign_in'] as const;
export type RateCategory = (typeof RATE_CATEGORIES)[number];
/** Of a tenant; those who sign in have none yet and count by address. `null` means the category is not limited. */
export type RateLimits = Readonly<Record<RateCategory, RateLimit | null>>;

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
  readonly auth_disabled: boolean;
  readonly demo_data: boolean;
  readonly oidc: {
    readonly issuer: string;
    readonly audience: string;
    readonly jwks_uri: string | null;
    /** `null`: nobody signs in with a browser. */
    readonly client: OidcClient | null;
  } | null;
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
  readonly log_level: LogLevel;
  /** `null`: made once in the data directory (embedded server only). */
  readonly secrets_key: Buffer | null;
  /** Said at every start, because the setting that causes it must never go unnoticed. */
  readonly warnings: readonly string[];
}

/** Lapse as the identity provider knows it, for people who sign in with a browser. */
export interface OidcClient {
  readonly client_id: string;
  /** `null`: a public client, which PKCE alone protects. */
  readonly client_secret: string | null;
  /** `null`: what the issuer needs. */
  readonly scope: string | null;
}

/** Metrics are had on a port of their own, or from the gateway by those who have the token; where there is one, both ask for it. */
export interface MetricsConfig {
  readonly host: string;
  readonly port: number | null;
  readonly token: string | null;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export type Env = Readonly<Record<string, string | undefined>>;

const DEFAULT_RATE_LIMITS: Record<RateCategory, string> = {
  reads: '300/50',
  writes: '100/20',
  reports: '10/2',
  bulk: '20/5',
  sign_in: '120/60',
};

const LOOPBACK_HOSTS = /^(localhost|127(\.\d{1,3}){3}|::1)$/;

/** Raised once with every wrong setting in it, so that one restart is enough. */
class Faults {
  readonly lines: string[] = [];

  add(name: string, message: string): null {
    this.lines.push(`${name}: ${message}`);
    return null;
  }
}

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

export function loadConfig(mode: Mode, env: Env): Config {
  const faults = new Faults();
  const get = (name: string): string | null => env[name]?.trim() || null;
  const isTutorial = mode === 'start';

  const host = get('HOST') ?? '127.0.0.1';
  const databaseUrl = postgresUrl(faults, 'DATABASE_URL', get('DATABASE_URL'));
  const authDisabled = flag(faults, 'AUTH_DISABLED', get('AUTH_DISABLED'), isTutorial);
  const warnings: string[] = [];
  if (authDisabled) {
    const allowInsecure = flag(faults, 'ALLOW_INSECURE', get('ALLOW_INSECURE'), false);
    if (env.NODE_ENV === 'production') {
      faults.add(
        'AUTH_DISABLED',
        'must not be true when NODE_ENV is production; configure OIDC_ISSUER instead',
      );
    } else if (!LOOPBACK_HOSTS.test(host)) {
      if (allowInsecure) {
        warnings.push(
          `Authentication is OFF and ${host} is not loopback (ALLOW_INSECURE=true): anyone who can reach this address is an administrator.`,
        );
      } else {
        faults.add(
          'AUTH_DISABLED',
          `must not be true when HOST (${host}) is not a loopback address; use HOST=127.0.0.1, or ALLOW_INSECURE=true outside production`,
        );
      }
    }
  }

  const config: Config = {
    mode,
    host,
    port: integer(faults, 'PORT', get('PORT'), { fallback: 8000, min: 0, max: 65_535 }),
    data_dir: path.resolve(get('DATA_DIR') ?? defaultDataDir(env)),
    database_url: databaseUrl,
    migrations_database_url: postgresUrl(faults, 'MIGRATIONS_DATABASE_URL', get('MIGRATIONS_DATABASE_URL')),
    database_pool_size: integer(faults, 'DATABASE_POOL_SIZE', get('DATABASE_POOL_SIZE'), {
      fallback: 10,
      min: 2,
      max: 500,
    }),
    auth_disabled: authDisabled,
    demo_data: flag(faults, 'DEMO_DATA', get('DEMO_DATA'), isTutorial),
    oidc: oidcSettings(faults, get, authDisabled),
    tenants: tenantIds(faults, get('TENANTS')),
    rate_limits: rateLimits(faults, get),
    trusted_proxies: trustedProxies(faults, get('TRUSTED_PROXIES')),
    ingest_backlog_max: integer(faults, 'INGEST_BACKLOG_MAX', get('INGEST_BACKLOG_MAX'), {
      fallback: 1_000_000,
      min: 1,
      max: 1_000_000_000,
    }),
    connector_reach: connectorReach(faults, get, authDisabled),
    webhook_reach: webhookReach(faults, get, authDisabled),
    webhook_retry_schedule: retrySchedule(faults, get('WEBHOOK_RETRY_SCHEDULE')),
    webhook_timeout_ms:
      1_000 *
      integer(faults, 'WEBHOOK_TIMEOUT_SECONDS', get('WEBHOOK_TIMEOUT_SECONDS'), {
        fallback: 15,
        min: 1,
        max: 60,
      }),
    public_url: httpUrl(faults, 'PUBLIC_URL', get('PUBLIC_URL'))?.replace(/\/+$/, '') ?? null,
    metrics: metricsSettings(faults, get),
    report_bucket: reportBucket(faults, get),
    log_level: oneOf(faults, 'LOG_LEVEL', get('LOG_LEVEL') ?? 'info', LOG_LEVELS),
    secrets_key: secretsKey(faults, get('SECRETS_KEY'), databaseUrl !== null),
    warnings,
  };

  if (faults.lines.length > 0) {
    throw new StartupError(
      `The configuration is not usable:\n${faults.lines.map((line) => `  - ${line}`).join('\n')}`,
    );
  }
  return Object.freeze(config);
}

/** Where a user's data belongs on this system; root's is not under /root, which the server's user cannot enter. */
export function defaultDataDir(env: Env): string {
  if (process.getuid?.() === 0) return '/var/lib/lapse';
  const home = env.HOME || homedir();
  if (process.platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'lapse');
  return path.join(env.XDG_DATA_HOME || path.join(home, '.local', 'share'), 'lapse');
}

function flag(faults: Faults, name: string, value: string | null, fallback: boolean): boolean {
  if (value === null) return fallback;
  if (/^(true|1|yes|on)$/i.test(value)) return true;
  if (/^(false|0|no|off)$/i.test(value)) return false;
  faults.add(name, `is "${value}"; expected true or false`);
  return fallback;
}

function integer(
  faults: Faults,
  name: string,
  value: string | null,
  { fallback, min, max }: { fallback: number; min: number; max: number },
): number {
  if (value === null) return fallback;
  const number = Number(value);
  if (/^\d+$/.test(value) && number >= min && number <= max) return number;
  faults.add(name, `is "${value}"; expected a whole number from ${min} to ${max}`);
  return fallback;
}

function oneOf<T extends string>(faults: Faults, name: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === value.toLowerCase());
  if (found) return found;
  faults.add(name, `is "${value}"; expected one of ${allowed.join(', ')}`);
  return allowed[0] as T;
}

function postgresUrl(faults: Faults, name: string, value: string | null): string | null {
  if (value === null) return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url && /^postgres(ql)?:$/.test(url.protocol)) return value;
  return faults.add(
    name,
    'is not a PostgreSQL address; expected postgres://user:password@host:5432/database',
  );
}

function httpUrl(faults: Faults, name: string, value: string | null): string | null {
  if (value === null) return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !/^https?:$/.test(url.protocol)) {
    return faults.add(name, `is "${value}"; expected an https:// address`);
  }
  if (url.protocol === 'http:' && !LOOPBACK_HOSTS.test(url.hostname.replace(/^\[|\]$/g, ''))) {
    return faults.add(name, `is "${value}"; http is accepted for loopback only, expected https://`);
  }
  return value;
}

function oidcSettings(
  faults: Faults,
  get: (name: string) => string | null,
  authDisabled: boolean,
): Config['oidc'] {
  const issuer = httpUrl(faults, 'OIDC_ISSUER', get('OIDC_ISSUER'));
  const audience = get('OIDC_AUDIENCE');
  const jwksUri = httpUrl(faults, 'OIDC_JWKS_URI', get('OIDC_JWKS_URI'));
  if (authDisabled) return null;
  if (!get('OIDC_ISSUER')) {
    faults.add(
      'OIDC_ISSUER',
      "is missing; expected the address of the identity provider that signs the callers' tokens",
    );
  }
  if (!audience) {
    faults.add('OIDC_AUDIENCE', 'is missing; expected the `aud` that tokens for this service carry');
  }
  const client = oidcClient(faults, get);
  return issuer && audience ? { issuer, audience, jwks_uri: jwksUri, client } : null;
}

function oidcClient(faults: Faults, get: (name: string) => string | null): OidcClient | null {
  const clientId = get('OIDC_CLIENT_ID');
  const scope = get('OIDC_SCOPE');
  if (clientId === null) {
    const stray = ['OIDC_CLIENT_SECRET', 'OIDC_SCOPE'].find((name) => get(name) !== null);
    if (stray)
      faults.add(
        'OIDC_CLIENT_ID',
        `is missing; expected the id of Lapse at the identity provider, because ${stray} is set`,
      );
    return null;
  }
  if (get('PUBLIC_URL') === null)
    faults.add(
      'PUBLIC_URL',
      'is missing; expected the address that browsers open, because OIDC_CLIENT_ID is set',
    );
  if (scope !== null && !scope.split(/\s+/).includes('openid'))
    faults.add('OIDC_SCOPE', `is "${scope}"; expected scopes with spaces between, openid among them`);
  return { client_id: clientId, client_secret: get('OIDC_CLIENT_SECRET'), scope };
}

function tenantIds(faults: Faults, value: string | null): string[] {
  const ids = (value ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
  const bad = ids.find((id) => id.length > 200);
  if (bad)
    faults.add(
      'TENANTS',
      `has an id of ${bad.length} characters; expected comma-separated ids of at most 200`,
    );
  return [...new Set(ids)];
}

/** With authentication off the caller is the operator. */
function connectorReach(
  faults: Faults,
  get: (name: string) => string | null,
  authDisabled: boolean,
): ConnectorReach {
  const hosts = get('CONNECTOR_HOSTS');
  const logDir = get('CONNECTOR_LOG_DIR');
  if (logDir !== null && !path.isAbsolute(logDir))
    faults.add('CONNECTOR_LOG_DIR', `is "${logDir}"; expected an absolute path`);
  const named = (hosts ?? '')
    .toLowerCase()
    .split(',')
    .map((host) => host.trim())
    .filter((host) => host !== '');
  const isAny = named.includes('*') || (hosts === null && authDisabled);
  return {
    hosts: isAny ? null : named,
    log_dir: logDir === null ? (authDisabled ? null : '') : path.normalize(logDir),
  };
}

function webhookReach(
  faults: Faults,
  get: (name: string) => string | null,
  authDisabled: boolean,
): WebhookReach {
  const networks = list(get('WEBHOOK_ALLOWED_NETWORKS'));
  const fault = networks.map(networkFault).find((found) => found !== null);
  if (fault !== undefined) faults.add('WEBHOOK_ALLOWED_NETWORKS', `is "${networks.join(',')}"; ${fault}`);
  return {
    allow_loopback: flag(faults, 'WEBHOOK_ALLOW_LOOPBACK', get('WEBHOOK_ALLOW_LOOPBACK'), authDisabled),
    allowed_networks: networks,
    proxy: webhookProxy(faults, get),
  };
}

/** Seconds, of which tests need parts. */
function retrySchedule(faults: Faults, value: string | null): readonly number[] {
  if (value === null) return RETRY_SCHEDULE_SECONDS;
  const seconds = list(value).map((part) => (/^\d{1,6}(\.\d{1,3})?$/.test(part) ? Number(part) : Number.NaN));
  if (seconds.length > 0 && seconds.length <= RETRIES_MAX && seconds.every((part) => part > 0))
    return seconds;
  faults.add(
    'WEBHOOK_RETRY_SCHEDULE',
    `is "${value}"; expected up to ${RETRIES_MAX} numbers of seconds above 0, separated by commas, such as 5,300,1800`,
  );
  return RETRY_SCHEDULE_SECONDS;
}

/** Both spellings are usual; what the other programs of the machine read is read here too. */
function webhookProxy(faults: Faults, get: (name: string) => string | null): WebhookProxy | null {
  const either = (name: string): string | null => get(name) ?? get(name.toLowerCase());
  const resolvesNames = flag(faults, 'WEBHOOK_PROXY_RESOLVES', get('WEBHOOK_PROXY_RESOLVES'), false);
  const value = either('HTTPS_PROXY') ?? either('HTTP_PROXY');
  if (value === null) return null;
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
    return faults.add(
      'HTTPS_PROXY',
      'is not usable; expected the address of a proxy such as http://proxy:3128',
    );
  return { url: value, exceptions: list(either('NO_PROXY')), resolves_names: resolvesNames };
}

const list = (value: string | null): string[] =>
  (value ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== '');

const METRICS_TOKEN_LENGTH_MIN = 16;

function metricsSettings(faults: Faults, get: (name: string) => string | null): MetricsConfig | null {
  const given = get('METRICS_PORT');
  const token = get('METRICS_TOKEN');
  if (given === null && token === null) return null;
  const port = integer(faults, 'METRICS_PORT', given, { fallback: 0, min: 1, max: 65_535 });
  if (given !== null && given === (get('PORT') ?? '8000'))
    faults.add('METRICS_PORT', 'is the port of the gateway; expected one of its own');
  if (token !== null && (token.length < METRICS_TOKEN_LENGTH_MIN || !/^[\x21-\x7e]+$/.test(token)))
    faults.add(
      'METRICS_TOKEN',
      `cannot be used; expected at least ${METRICS_TOKEN_LENGTH_MIN} characters of ASCII without spaces, for example from: openssl rand -hex 32`,
    );
  return { host: get('METRICS_HOST') ?? '127.0.0.1', port: given === null ? null : port, token };
}

/** All of it or nothing. */
function reportBucket(faults: Faults, get: (name: string) => string | null): ReportBucket | null {
  const bucket = get('REPORTS_S3_BUCKET');
  const names = ['REPORTS_S3_ENDPOINT', 'REPORTS_S3_ACCESS_KEY_ID', 'REPORTS_S3_SECRET_ACCESS_KEY'] as const;
  if (bucket === null) {
    const stray = names.find((name) => get(name) !== null);
    if (stray)
      faults.add('REPORTS_S3_BUCKET', `is missing; expected the name of a bucket, because ${stray} is set`);
    return null;
  }
  for (const name of names) if (get(name) === null) faults.add(name, 'is required with REPORTS_S3_BUCKET');
  if (!/^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/i.test(bucket))
    faults.add('REPORTS_S3_BUCKET', `is "${bucket}"; expected the name of a bucket`);
  return {
    endpoint: httpUrl(faults, names[0], get(names[0])) ?? '',
    bucket,
    region: get('REPORTS_S3_REGION') ?? 'us-east-1',
    access_key_id: get(names[1]) ?? '',
    secret_access_key: get(names[2]) ?? '',
    path_style: flag(faults, 'REPORTS_S3_PATH_STYLE', get('REPORTS_S3_PATH_STYLE'), true),
  };
}

function rateLimits(faults: Faults, get: (name: string) => string | null): RateLimits {
  const limits = {} as Record<RateCategory, RateLimit | null>;
  for (const category of RATE_CATEGORIES) {
    const name = `RATE_LIMIT_${category.toUpperCase()}`;
    const value = get(name) ?? DEFAULT_RATE_LIMITS[category];
    limits[category] = rateLimit(faults, name, value);
  }
  return limits;
}

function trustedProxies(faults: Faults, value: string | null): readonly string[] {
  if (value === null) return NEARBY_NETWORKS;
  if (value.toLowerCase() === 'none') return [];
  const proxies = list(value);
  const fault = proxies.map(proxyFault).find((found) => found !== null);
  if (fault !== undefined) faults.add('TRUSTED_PROXIES', `is "${value}"; ${fault}`);
  return proxies;
}

function rateLimit(faults: Faults, name: string, value: string): RateLimit | null {
  if (value.toLowerCase() === 'off') return null;
  const match = /^(\d{1,9})(?:\/(\d{1,9}))?$/.exec(value);
  if (!match || Number(match[1]) < 1) {
    return faults.add(name, `is "${value}"; expected requests per minute and burst such as 300/50, or off`);
  }
  return { per_minute: Number(match[1]), burst: Number(match[2] ?? 0) };
}

function secretsKey(faults: Faults, value: string | null, isExternalDatabase: boolean): Buffer | null {
  const expected = 'expected 32 bytes in base64 or hex, for example from: openssl rand -base64 32';
  if (value === null) {
    if (isExternalDatabase) faults.add('SECRETS_KEY', `is required with DATABASE_URL; ${expected}`);
    return null;
  }
  const key = /^[0-9a-f]{64}$/i.test(value) ? Buffer.from(value, 'hex') : Buffer.from(value, 'base64');
  if (key.length === 32) return key;
  return faults.add('SECRETS_KEY', `has ${key.length} bytes; ${expected}`);
}
