import { ConnectorError } from '../../connectors/connector.ts';
import { ScanRefusal } from '../../connectors/scan/scan-platform.ts';
import { StartupError } from '../../platform/errors.ts';
import { printable } from './plain-text.ts';

interface Attempt {
  platform: string;
  title: string;
  place: string;
  account: string;
  settings: Readonly<Record<string, unknown>>;
}

/** What the person at the terminal can do; what is no fault of the platform stays as it is. */
export function explainFailure(error: unknown, attempt: Attempt): unknown {
  if (error instanceof ScanRefusal) {
    return new StartupError(
      error.lines.map((line, i) => `${i === 0 ? '' : '  - '}${printable(line)}`).join('\n'),
    );
  }
  if (!(error instanceof ConnectorError)) return error;
  const sentence = attempt.platform === 'postgres' ? ofPostgres(error, attempt) : ofOthers(error, attempt);
  return new StartupError(printable(sentence));
}

function ofOthers({ code, message }: ConnectorError, { title, place, account }: Attempt): string {
  const why = message.replace(/\.$/, '');
  switch (code) {
    case 'authentication':
      return `${title} does not accept ${account}: ${why}. Is the secret the right one, and still valid?`;
    case 'permission':
      return `${account} may not read ${place}: ${why}.`;
    case 'unavailable':
    case 'throttled':
      return `${title} cannot be read now: ${why}.`;
    case 'timeout':
      return `${title} does not answer in time: ${why}.`;
    case 'invalid_settings':
      return `A setting is wrong: ${why}.`;
    default:
      return `${place} cannot be scanned: ${why}.`;
  }
}

function ofPostgres({ code, message }: ConnectorError, attempt: Attempt): string {
  const { place, account, settings } = attempt;
  const { host, database, password } = settings;
  switch (code) {
    case 'authentication':
      // Also what the server's rules of access say, which is no matter of the password.
      if (/pg_hba/.test(message)) return `${place} does not let ${account} in: ${message}.`;
      return password !== null
        ? `${place} does not accept this password for ${account}.`
        : `${place} asks for the password of ${account}: set PGPASSWORD, or use --password-file.`;
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
