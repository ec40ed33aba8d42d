import { type ConnectorClock, ConnectorError } from '../../connector.ts';
import {
  type Application,
  openLogin,
  readingApplication,
  writingApplication,
} from '../../microsoft/application.ts';
import type { DatabaseName } from '../keys.ts';
import { databasesOf, type SynapseSettings } from '../synapse-settings.ts';
import { type Credentials, openSession, type SessionOptions, type SqlSession } from './sql-session.ts';

export type Role = 'reader' | 'writer';

/** The dedicated and serverless pools of a workspace, as far as the settings name them. */
export interface SqlServers {
  databases: readonly DatabaseName[];
  /** As the settings write it; `undefined` for what they do not name. */
  find(name: DatabaseName): DatabaseName | undefined;
  session(name: DatabaseName, role: Role): SqlSession;
  close(): Promise<void>;
}

export function openSqlServers(
  settings: SynapseSettings,
  clock: ConnectorClock,
  load?: SessionOptions['load'],
): SqlServers {
  const databases = databasesOf(settings);
  const sessions = new Map<string, SqlSession>();
  const closing: (() => Promise<void>)[] = [];

  const withToken = (application: Application): Credentials => {
    const login = openLogin(settings, application, clock);
    closing.push(() => login.close());
    const tokens = login.tokensFor(settings.sql_scope);
    return { token: (signal) => tokens.get(signal), forget: (token) => tokens.forget(token) };
  };
  const withLogin = (user: string | null, password: string | null): Credentials | null =>
    user !== null && password !== null ? { user, password } : null;

  const reading =
    withLogin(settings.sql_user, settings.sql_password) ?? withToken(readingApplication(settings));
  const writer = writingApplication(settings);
  const writing =
    withLogin(settings.sql_remediation_user, settings.sql_remediation_password) ??
    (writer === null ? reading : withToken(writer));

  return {
    databases,
    find: ({ plane, database }) => databases.find((one) => one.plane === plane && one.database === database),

    session({ plane, database }, role) {
      const credentials = role === 'writer' ? writing : reading;
      const isShared = writing === reading;
      const name = `${plane}/${database}/${isShared ? 'both' : role}`;
      const known = sessions.get(name);
      if (known) return known;
      const host = plane === 'dedicated' ? settings.dedicated_host : settings.serverless_host;
      if (host === null) throw new ConnectorError('invalid_settings', `no host of the ${plane} pool is set`);
      const what =
        plane === 'dedicated' ? `The dedicated pool ${database}` : `The serverless database ${database}`;
      const session = openSession({
        what,
        host,
        port: settings.sql_port,
        database,
        ca_certificate: settings.sql_ca_certificate,
        credentials,
        load,
      });
      sessions.set(name, session);
      return session;
    },

    async close() {
      await Promise.all([...sessions.values()].map((session) => session.close()));
      await Promise.all(closing.map((close) => close()));
    },
  };
}
