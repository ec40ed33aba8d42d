import type { Fault } from '../../platform/errors.ts';
import type { ConnectorClock, SettingField } from '../connector.ts';
import { createHttpClient, type HttpClient } from '../http/http-client.ts';
import { createTokenSource, type TokenSource } from '../http/token-source.ts';

/** The applications that read and, if they are others, that change. */
export interface ApplicationCredentials {
  client_id: string;
  client_secret: string | null;
  client_certificate: string | null;
  client_key: string | null;
  remediation_client_id: string | null;
  remediation_client_secret: string | null;
  remediation_certificate: string | null;
  remediation_key: string | null;
}

/** The same as app registrations of a tenant. */
export interface ApplicationSettings extends ApplicationCredentials {
  tenant_id: string;
  login_url: string;
}

export interface Application {
  client_id: string;
  secret: string | null;
  certificate: string | null;
  private_key: string | null;
}

const REQUIRED = { required: true, secret: false, default: null, type: 'text' } as const;
const OPTIONAL = { required: false, secret: false, default: null, type: 'text' } as const;
const SECRET = { ...OPTIONAL, secret: true } as const;

export const APPLICATION_FIELDS: readonly SettingField[] = [
  { ...REQUIRED, name: 'tenant_id', description: 'Directory (tenant) id.' },
  {
    ...REQUIRED,
    name: 'client_id',
    description: 'Application (client) id of the app registration that reads.',
  },
  { ...SECRET, name: 'client_secret', description: 'Its secret; or a certificate instead.' },
  {
    ...OPTIONAL,
    name: 'client_certificate',
    pem: true,
    description: 'PEM of the certificate that is registered for it.',
  },
  { ...SECRET, name: 'client_key', pem: true, description: 'PEM of the RSA key of the certificate.' },
  {
    ...OPTIONAL,
    name: 'remediation_client_id',
    description: 'App registration that revokes and restores; the reading one when absent.',
  },
  { ...SECRET, name: 'remediation_client_secret', description: 'Its secret; or a certificate instead.' },
  { ...OPTIONAL, name: 'remediation_certificate', pem: true, description: 'PEM of its certificate.' },
  { ...SECRET, name: 'remediation_key', pem: true, description: 'PEM of the RSA key of its certificate.' },
];

export const LOGIN_FIELD: SettingField = {
  ...OPTIONAL,
  name: 'login_url',
  default: 'https://login.microsoftonline.com',
  reaches: 'url',
  description: 'Address that gives out tokens.',
};

export function applicationFaults(settings: ApplicationCredentials): Fault[] {
  const isComplete = ({ secret, certificate, private_key }: Application): boolean =>
    secret !== null || (certificate !== null && private_key !== null);
  const writing = writingApplication(settings);
  const wrong = [
    ...(isComplete(readingApplication(settings)) ? [] : ['client_secret']),
    ...(writing === null || isComplete(writing) ? [] : ['remediation_client_secret']),
  ];
  return wrong.map((name) => ({
    loc: [name],
    msg: 'expected a secret, or a certificate and its key',
    type: 'required',
  }));
}

export const readingApplication = (settings: ApplicationCredentials): Application => ({
  client_id: settings.client_id,
  secret: settings.client_secret,
  certificate: settings.client_certificate,
  private_key: settings.client_key,
});

/** `null`: the one that reads. */
export const writingApplication = (settings: ApplicationCredentials): Application | null =>
  settings.remediation_client_id === null
    ? null
    : {
        client_id: settings.remediation_client_id,
        secret: settings.remediation_client_secret,
        certificate: settings.remediation_certificate,
        private_key: settings.remediation_key,
      };

export const secretsOf = ({ secret, private_key }: Application): string[] =>
  [secret, private_key].filter((text) => text !== null);

/** Where an application of a tenant signs in: one token source for each interface that it calls. */
export interface MicrosoftLogin {
  tokensFor(scope: string): TokenSource;
  close(): Promise<void>;
}

export function openLogin(
  { tenant_id, login_url }: Pick<ApplicationSettings, 'tenant_id' | 'login_url'>,
  application: Application,
  clock: ConnectorClock,
): MicrosoftLogin {
  const { client_id, secret, certificate, private_key } = application;
  const http: HttpClient = createHttpClient({
    base_url: login_url,
    name: 'The Microsoft sign-in',
    secrets: secretsOf(application),
    ...clock,
  });
  const path = `/${encodeURIComponent(tenant_id)}/oauth2/v2.0/token`;
  return {
    tokensFor: (scope) =>
      createTokenSource({
        http,
        path,
        audience: `${login_url.replace(/\/+$/, '')}${path}`,
        scope,
        credentials: {
          client_id,
          secret,
          certificate: certificate !== null && private_key !== null ? { certificate, private_key } : null,
        },
        now: clock.now,
      }),
    close: () => http.close(),
  };
}
