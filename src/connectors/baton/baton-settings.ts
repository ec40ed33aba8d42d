import type { Fault } from '../../platform/errors.ts';
import type { SettingField } from '../connector.ts';
import type { ConnectorReach } from '../reach.rules.ts';
import { rowOf } from '../rows.ts';
import { namesFile } from './names-file.ts';
import { valueReachFault } from './value-reach.ts';

export interface BatonSettings {
  program: string;
  variables: string[] | null;
  secret_variables: string | null;
  own_account: string | null;
  use_feed: 'partial' | 'complete';
  timeout_ms: number;
  settle_ms: number;
  page_size: number;
}

const OPTIONAL = { required: false, secret: false, default: null, type: 'text' } as const;

export const BATON_SETTING_FIELDS: readonly SettingField[] = [
  {
    ...OPTIONAL,
    name: 'program',
    required: true,
    description:
      'Which connector, such as baton-okta: the name of a file in the directory that the operator of Lapse offers.',
  },
  {
    ...OPTIONAL,
    name: 'variables',
    type: 'text_list',
    description: 'Its settings as its own documentation names them, each as BATON_NAME=value. No secrets.',
  },
  {
    ...OPTIONAL,
    name: 'secret_variables',
    secret: true,
    description:
      'Its secret settings: BATON_NAME=value, one in each line, or a JSON object such as {"BATON_TOKEN": "…"}.',
  },
  {
    ...OPTIONAL,
    name: 'own_account',
    description:
      'Id, login or e-mail address of the account that the connector signs in with. Its access is never removed.',
  },
  {
    ...OPTIONAL,
    name: 'use_feed',
    one_of: ['partial', 'complete'],
    default: 'partial',
    description:
      'complete: its event feed reports every use of everything that it lists, so what it does not report was not used.',
  },
  {
    ...OPTIONAL,
    name: 'timeout_ms',
    type: 'integer',
    min: 10,
    max: 600_000,
    default: 120_000,
    description: 'The longest that one call may take.',
  },
  {
    ...OPTIONAL,
    name: 'settle_ms',
    type: 'integer',
    min: 0,
    max: 120_000,
    default: 12_000,
    description: 'The longest that a change is waited for until the connector shows it.',
  },
  {
    ...OPTIONAL,
    name: 'page_size',
    type: 'integer',
    min: 1,
    max: 250,
    default: 100,
    description:
      'Objects per page of a listing, where the connector heeds it; the protocol has no more than 250.',
  },
];

export interface Variables {
  plain: Record<string, string>;
  secret: Record<string, string>;
}

const VARIABLE = /^BATON_[A-Z][A-Z0-9_]{0,99}$/;
/** These make it write, listen or run something else than what it is run for. */
const RESERVED =
  /^BATON_(CONNECTOR_SERVICE|PROVISIONING$|FILE$|LOG_PATH$|C1Z_|OTEL_|HEALTH_CHECK|LAMBDA_|EXTERNAL_RESOURCE_|CREATE_ACCOUNT_|DELETE_RESOURCE|GRANT_ENTITLEMENT$|REVOKE_GRANT$|ROTATE_CREDENTIALS)/;

/** What the connector is given, or every fault; a fault never repeats a value. */
export function readVariables(
  { variables, secret_variables }: BatonSettings,
  reach: Pick<ConnectorReach, 'hosts'>,
): { variables: Variables } | { faults: Fault[] } {
  const faults: Fault[] = [];
  const read = (field: string, lines: readonly string[]): Record<string, string> => {
    const values: Record<string, string> = {};
    for (const line of lines) {
      const at = line.indexOf('=');
      const name = line.slice(0, at).trim();
      const value = line.slice(at + 1);
      const fault =
        at === -1 || !VARIABLE.test(name)
          ? 'expected each as BATON_NAME=value, the name in capital letters, digits and underscores'
          : (nameFault(name) ?? valueFault(name, value, reach));
      if (fault) faults.push({ loc: [field], msg: fault, type: 'variable' });
      else values[name] = value;
    }
    return values;
  };
  const plain = read('variables', variables ?? []);
  const secret = read('secret_variables', secretLines(secret_variables ?? '', faults));
  const twice = Object.keys(secret).filter((name) => Object.hasOwn(plain, name));
  if (twice.length > 0)
    faults.push({
      loc: ['variables'],
      msg: `has ${twice.join(', ')}, which is among the secret ones, too`,
      type: 'variable',
    });
  return faults.length > 0 ? { faults } : { variables: { plain, secret } };
}

function secretLines(text: string, faults: Fault[]): string[] {
  if (!text.trimStart().startsWith('{')) return text.split(/\r?\n/).filter((line) => line.trim() !== '');
  try {
    const entries = Object.entries(rowOf(JSON.parse(text)));
    if (entries.every(([, value]) => typeof value === 'string'))
      return entries.map(([name, value]) => `${name}=${value}`);
  } catch {
    // Said below; what the parser says would repeat some of it.
  }
  faults.push({
    loc: ['secret_variables'],
    msg: 'expected a JSON object whose values are texts, or lines of BATON_NAME=value',
    type: 'variable',
  });
  return [];
}

const nameFault = (name: string): string | null =>
  RESERVED.test(name) ? `${name} cannot be set here: it changes how the connector is run` : null;

function valueFault(name: string, value: string, reach: Pick<ConnectorReach, 'hosts'>): string | null {
  if (value.includes('\0')) return `${name} expected text without null characters`;
  if (namesFile(value))
    return `${name} expected a value that is no path: files of this machine cannot be named here`;
  const fault = valueReachFault(value, reach);
  return fault === null ? null : `${name} ${fault}`;
}
