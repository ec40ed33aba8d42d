import { ConnectorError } from '../../connectors/connector.ts';
import { StartupError } from '../../platform/errors.ts';
import { printable } from './plain-text.ts';

interface Attempt {
  place: string;
  host: string;
  account: string;
  database: string;
  hasPassword: boolean;
}

/** One sentence for the person at the terminal; what is no fault of the platform stays as it is. */
export function explainFailure(error: unknown, attempt: Attempt): unknown {
  return error instanceof ConnectorError ? new StartupError(printable(sentenceOf(error, attempt))) : error;
}

function sentenceOf({ code, message }: ConnectorError, attempt: Attempt): string {
  const { place, host, account, database, hasPassword } = attempt;
  switch (code) {
    case 'authentication':
      // Also what the server's rules of access say, which is no matter of the password.
      if (/pg_hba/.test(message)) return `${place} does not let ${account} in: ${message}.`;
      return hasPassword
        ? `${place} does not accept this password for ${account}.`
        : `${place} asks for the password of ${account}: set PGPASSWORD, or use --password-stdin.`;
    case 'unavailable':
      if (/ENOTFOUND|EAI_AGAIN/.test(message)) return `There is no host named ${host}.`;
      if (/ECONNREFUSED|ENOENT/.test(message)) return `Nothing answers at ${place}.`;
      return `${place} cannot be reached: ${message}.`;
    case 'timeout':
      return `${place} does not answer in time: ${message}.`;
    case 'invalid_settings':
      if (/does not support SSL/.test(message)) {
        return `${place} refuses TLS; --tls disable connects without it, and then anybody on the way can read along.`;
      }
      if (/certificate|altname|ERR_TLS/i.test(message)) {
        return `The certificate of ${host} cannot be verified (${message}): name who signed it with --tls-ca FILE; --tls require takes any.`;
      }
      return `${place} has no database named ${database}, or does not open it: ${message}.`;
    default:
      return `${place} cannot be scanned: ${message}.`;
  }
}
