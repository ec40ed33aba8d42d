import process from 'node:process';
import type { Logger } from 'pino';
import pino from 'pino';
import { type Config, type LogLevel, loadConfig, type Mode } from '../config.ts';
import type { Service, ServiceRole, Urgency } from '../main.ts';
import { type Env, readEnv } from '../platform/config/read-env.ts';
import { createScrubber } from '../platform/scrub-secrets.ts';
import { VERSION } from '../platform/version.ts';

/** A start that does not hear that it should end, because something it waits for never answers, is ended after this. */
const START_ENDS_MS_MAX = 10_000;

/** From the command line to a clean exit: everything that concerns the process and not the service. */
export async function runService(mode: Mode, role: ServiceRole = 'all'): Promise<void> {
  const env = readEnv(process.env, process.cwd());
  const config = loadConfig(mode, env);
  passOnTracingSettings(env);
  const { log_level: level } = config;
  const scrub = createScrubber(env);
  const logger =
    mode === 'start' ? createConsoleLogger(level, scrub) : pino({ level, hooks: { streamWrite: scrub } });
  endOnUnexpectedErrors(logger);

  const starting = new AbortController();
  let service: Service | undefined;
  const stop = onStopSignals((urgency) => {
    if (urgency === 'drain') logger.info('Stopping …');
    starting.abort();
    if (service) void service.stop(urgency).then(() => process.exit(0));
    else if (urgency === 'drain') setTimeout(() => process.exit(0), START_ENDS_MS_MAX).unref();
    // The embedded server ends by itself when its program is gone.
    else process.exit(0);
  });
  onParentDeath(stop);

  try {
    // Loaded only now: other commands, and a start that is refused for its settings, do without most of the program.
    const { startService } = await import('../main.ts');
    service = await startService(config, {
      role,
      logger,
      signal: starting.signal,
      onProgress: (sentence) => logger.info(sentence),
      onFailure: (error) => {
        logger.fatal(error.message);
        process.exit(1);
      },
    });
  } catch (error) {
    if (!starting.signal.aborted) throw error;
    process.exit(0);
  }
  if (mode === 'start') process.stdout.write(welcome(config, service.address));
  if (starting.signal.aborted) {
    await service.stop();
    process.exit(0);
  }
}

/** OpenTelemetry reads the environment of the process itself; what stands in `.env` counts too. */
function passOnTracingSettings(env: Env): void {
  for (const [name, value] of Object.entries(env)) if (name.startsWith('OTEL_')) process.env[name] = value;
}

/** What is not handled is a bug, and its state unknown: better to end, and be started again, than to go on. */
function endOnUnexpectedErrors(logger: Logger): void {
  const end = (error: unknown) => {
    logger.fatal({ err: error }, 'Something unexpected went wrong, so Lapse ends.');
    process.exit(1);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}

const { info: INFO, error: ERROR } = pino.levels.values as { info: number; error: number };

/** Log lines for a person at a terminal: the sentence, and what belongs to it. They go to standard error. */
export function createConsoleLogger(level: LogLevel, scrub: (text: string) => string): Logger {
  return pino(
    { level, base: null, timestamp: false },
    { write: (line) => process.stderr.write(scrub(readable(line))) },
  );
}

function readable(line: string): string {
  const { level, msg, err, ...fields } = JSON.parse(line);
  if (!msg && !err) return '';
  const label = level > INFO ? `${pino.levels.labels[level]}: ` : '';
  const details = Object.entries(fields).map(([name, value]) => ` ${name}=${show(value)}`);
  return `${label}${msg}${details.join('')}${cause(err, level)}\n`;
}

/** Where it happened helps with a failure; with anything less, what happened is enough. */
function cause(err: { message: string; stack?: string } | undefined, level: number): string {
  if (!err) return '';
  return level >= ERROR ? `\n${err.stack ?? err.message}` : ` (${err.message})`;
}

function show(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const CHECK_EVERY_MS = 250;

/**
 * npm runs a script through a shell that does not pass signals on: `kill` on `npm start` ends npm and the shell, and
 * nobody would be left to tell us. Outside of npm nothing is assumed: a daemon's parent may well go away.
 */
export function onParentDeath(act: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    act();
  }, CHECK_EVERY_MS);
  timer.unref();
}

/** npm passes on the Ctrl-C that the terminal has sent to this process already; a person takes longer than this. */
const SAME_KEYPRESS_MS = 500;
const URGENCIES: readonly Urgency[] = ['drain', 'now', 'immediate'];

/** Each further signal asks with more urgency. The returned function stands for the first one. */
export function onStopSignals(stop: (urgency: Urgency) => void): () => void {
  let count = 0;
  let last_ms = Number.NEGATIVE_INFINITY;
  const ask = () => {
    const now_ms = performance.now();
    if (now_ms - last_ms < SAME_KEYPRESS_MS) return;
    last_ms = now_ms;
    const urgency = URGENCIES[Math.min(count, URGENCIES.length - 1)] as Urgency;
    count += 1;
    stop(urgency);
  };
  process.on('SIGINT', ask);
  process.on('SIGTERM', ask);
  return () => {
    if (count === 0) ask();
  };
}

/** What a person needs to know after a start, and nothing else. */
export function welcome(config: Config, address: string): string {
  return [
    '',
    `Lapse ${VERSION} is running.`,
    '',
    `  Dashboard ${address}/`,
    `  API docs  ${address}/docs`,
    `  Data      ${config.database_url === null ? config.data_dir : 'the PostgreSQL of DATABASE_URL'}`,
    `  Access    ${access(config)}`,
    `  Try       curl ${address}/v1/principals`,
    '  Stop      Ctrl-C',
    '',
    '',
  ].join('\n');
}

function access(config: Config): string {
  if (!config.auth_disabled) return `tokens of ${config.oidc?.issuer}`;
  if (config.warnings.length > 0) return 'authentication is OFF, and not only this machine can connect';
  return 'authentication is off, so it listens on loopback only: nobody but this machine can connect';
}
