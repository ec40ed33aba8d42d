import type { Fault } from '../../platform/errors.ts';
import type { SettingField } from '../connector.ts';
import {
  APPLICATION_FIELDS,
  type ApplicationSettings,
  applicationFaults,
  LOGIN_FIELD,
} from '../microsoft/application.ts';
import { readSettings } from '../read-settings.ts';

type Switch = 'on' | 'off';

export interface FabricSettings extends ApplicationSettings {
  fabric_url: string;
  fabric_scope: string;
  powerbi_url: string;
  powerbi_scope: string;
  graph_url: string;
  graph_scope: string;
  admin_api: Switch;
  item_access: Switch;
  onelake_roles: Switch;
  connections: Switch;
  activity: Switch;
  timeout_ms: number;
  settle_ms: number;
}

const TEXT = { required: false, secret: false, default: null, type: 'text' } as const;
const SWITCH = { ...TEXT, one_of: ['on', 'off'] } as const;
const NUMBER = { ...TEXT, type: 'integer' } as const;

export const FABRIC_SETTING_FIELDS: readonly SettingField[] = [
  ...APPLICATION_FIELDS,
  LOGIN_FIELD,
  {
    ...TEXT,
    name: 'fabric_url',
    default: 'https://api.fabric.microsoft.com',
    reaches: 'url',
    description: 'Address of the Fabric REST interface.',
  },
  {
    ...TEXT,
    name: 'fabric_scope',
    default: 'https://api.fabric.microsoft.com/.default',
    description: 'Scope of tokens for it; another one in a sovereign cloud.',
  },
  {
    ...TEXT,
    name: 'powerbi_url',
    default: 'https://api.powerbi.com',
    reaches: 'url',
    description: 'Address of the Power BI REST interface, which tells activity.',
  },
  {
    ...TEXT,
    name: 'powerbi_scope',
    default: 'https://analysis.windows.net/powerbi/api/.default',
    description: 'Scope of tokens for it.',
  },
  {
    ...TEXT,
    name: 'graph_url',
    default: 'https://graph.microsoft.com',
    reaches: 'url',
    description: 'Address of Microsoft Graph, which tells whose names the activity log has.',
  },
  {
    ...TEXT,
    name: 'graph_scope',
    default: 'https://graph.microsoft.com/.default',
    description: 'Scope of tokens for it.',
  },
  {
    ...SWITCH,
    name: 'admin_api',
    default: 'off',
    description:
      'on: every workspace of the tenant is listed, by admin calls, of which there are 200 an hour. off: those in which the application is Member or Admin.',
  },
  {
    ...SWITCH,
    name: 'item_access',
    default: 'off',
    description:
      'Whether shares of single items are listed, by one admin call for each item. Fabric does not tell whether access comes from a share, so while they are, no score rises.',
  },
  {
    ...SWITCH,
    name: 'onelake_roles',
    default: 'on',
    description: 'Whether OneLake data access roles and their members are listed.',
  },
  {
    ...SWITCH,
    name: 'connections',
    default: 'off',
    description:
      'Whether connections to data sources, and who may use them, are listed. Fabric does not tell their use, so while they are, no score rises.',
  },
  {
    ...SWITCH,
    name: 'activity',
    default: 'on',
    description: 'Whether use is read from the activity log. Without it, use is not seen.',
  },
  {
    ...NUMBER,
    name: 'timeout_ms',
    min: 10,
    max: 600_000,
    default: 60_000,
    description: 'The longest that one call may take.',
  },
  {
    ...NUMBER,
    name: 'settle_ms',
    min: 0,
    max: 120_000,
    default: 12_000,
    description: 'The longest that a change is waited for until Fabric shows it.',
  },
];

export function readFabricSettings(input: unknown): { settings: FabricSettings } | { faults: Fault[] } {
  const read = readSettings(FABRIC_SETTING_FIELDS, input);
  if ('faults' in read) return read;
  const settings = read.settings as unknown as FabricSettings;
  const faults = applicationFaults(settings);
  if (settings.item_access === 'on' && settings.admin_api === 'off') {
    faults.push({ loc: ['admin_api'], msg: 'expected on, because item_access is on', type: 'text' });
  }
  return faults.length > 0 ? { faults } : { settings };
}
