import type { SettingField } from '../connector.ts';
import { APPLICATION_FIELDS, type ApplicationSettings, LOGIN_FIELD } from '../microsoft/application.ts';

export interface EntraSettings extends ApplicationSettings {
  graph_url: string;
  graph_scope: string | null;
  last_sign_in: 'on' | 'off';
  timeout_ms: number;
  settle_ms: number;
  page_size: number;
}

const OPTIONAL = { required: false, secret: false, default: null, type: 'text' } as const;

export const ENTRA_SETTING_FIELDS: readonly SettingField[] = [
  ...APPLICATION_FIELDS,
  {
    ...OPTIONAL,
    name: 'graph_url',
    default: 'https://graph.microsoft.com',
    reaches: 'url',
    description: 'Address of Microsoft Graph; another one in a sovereign cloud or behind a proxy.',
  },
  LOGIN_FIELD,
  {
    ...OPTIONAL,
    name: 'graph_scope',
    description:
      'Scope of tokens, such as https://graph.microsoft.us/.default; that of graph_url when absent.',
  },
  {
    ...OPTIONAL,
    name: 'last_sign_in',
    one_of: ['on', 'off'],
    default: 'on',
    description:
      'Whether to list the last sign-in of each user: it takes a minute for every 5,000 users. Sign-in logs are read in any case.',
  },
  {
    ...OPTIONAL,
    name: 'timeout_ms',
    type: 'integer',
    min: 10,
    max: 600_000,
    default: 60_000,
    description: 'The longest that one call may take.',
  },
  {
    ...OPTIONAL,
    name: 'settle_ms',
    type: 'integer',
    min: 0,
    max: 120_000,
    default: 12_000,
    description: 'The longest that a change is waited for until Entra ID shows it.',
  },
  {
    ...OPTIONAL,
    name: 'page_size',
    type: 'integer',
    min: 1,
    max: 999,
    default: 999,
    description: 'Objects per page of a listing; Microsoft Graph gives no more than 999.',
  },
];
