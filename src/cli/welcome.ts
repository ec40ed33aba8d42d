import type { Config } from '../config.ts';
import { VERSION } from '../platform/version.ts';

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
