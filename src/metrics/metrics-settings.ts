import { type Faults, type Get, integer } from '../platform/config/settings.ts';

/** Metrics are had on a port of their own, or from the gateway by those who have the token; where there is one, both ask for it. */
export interface MetricsConfig {
  readonly host: string;
  readonly port: number | null;
  readonly token: string | null;
}

const METRICS_TOKEN_LENGTH_MIN = 16;

export function metricsSettings(faults: Faults, get: Get): MetricsConfig | null {
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
