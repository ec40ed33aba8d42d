import process from 'node:process';
import pino, { type Logger } from 'pino';
import { type LogLevel, loadConfig, type Mode } from '../config.ts';
import type { Service, ServiceRole } from '../main.ts';
import { type Env, readEnv } from '../platform/config/read-env.ts';
import { createScrubber } from '../platform/scrub-secrets.ts';
import { createConsoleLogger } from './console-logger.ts';
import { onParentDeath } from './parent-death.ts';
import { onStopSignals } from './stop-signals.ts';
import { welcome } from './welcome.ts';

/** A start that does not hear that it should end, because something it waits for never answers, is ended after this. */
const START_ENDS_MS_MAX = 10_000;

/** From the command line to a clean exit: everything that concerns the process and not the service. */
export async function runService(mode: Mode, role: ServiceRole = 'all'): Promise<void> {
  const env = readEnv(process.env, process.cwd());
  const config = loadConfig(mode, env);
  passOnTracingSettings(env);
  const logger = createLogger(mode, config.log_level, createScrubber(env));
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

function createLogger(mode: Mode, level: LogLevel, scrub: (text: string) => string): Logger {
  if (mode === 'start') return createConsoleLogger(level, scrub);
  return pino({ level, hooks: { streamWrite: scrub } });
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
