import type { Tracing } from './tracing.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** By the variables that OpenTelemetry knows; unlike there, nothing is sent anywhere unless one of them says where. */
export function isTracingOn(env: Env): boolean {
  if (env.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return false;
  const exporters = (env.OTEL_TRACES_EXPORTER ?? '').split(',').map((name) => name.trim().toLowerCase());
  if (exporters.includes('none')) return false;
  if (exporters.includes('otlp') || exporters.includes('console')) return true;
  return Boolean(env.OTEL_EXPORTER_OTLP_ENDPOINT || env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT);
}

export interface TracingOptions {
  env: Env;
  version: string;
  /** Told when traces were asked for and cannot be had; the service goes on without. */
  onTrouble: (sentence: string) => void;
}

/** The SDK is loaded only here and only now: it takes memory and time to start, and may not even be installed. */
export async function openTracing({ env, version, onTrouble }: TracingOptions): Promise<Tracing | null> {
  if (!isTracingOn(env)) return null;
  try {
    const { startOpenTelemetry } = await import('./open-telemetry.ts');
    return startOpenTelemetry({ version, onTrouble, to_console: env.OTEL_TRACES_EXPORTER === 'console' });
  } catch (error) {
    onTrouble(`Traces were asked for, but cannot be made: ${(error as Error).message}.`);
    return null;
  }
}
