import type { ConnectorClock } from '../connector.ts';
import { createHttpClient } from '../http/http-client.ts';
import { PlatformError } from '../http/platform-error.ts';
import { type Application, openLogin, secretsOf } from '../microsoft/application.ts';
import { guidOf, type Row, rowsOf, textOf } from '../rows.ts';
import type { FabricSettings } from './fabric-settings.ts';

export interface Profile {
  name: string | null;
  sign_in_name: string | null;
}

/** Names and ids as Microsoft Graph knows them. */
export interface People {
  /** OneLake knows people by their object ids, the log by their names. */
  isNeeded: boolean;
  /** Object ids by sign-in name or application id, in lower case. Who is not known is left out. */
  idsOf(names: readonly string[], signal: AbortSignal): Promise<Map<string, string>>;
  /** By object id, as far as the application may look. */
  profilesOf(
    ids: Readonly<Record<Kind, readonly string[]>>,
    signal: AbortSignal,
  ): Promise<Map<string, Profile>>;
  probe(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

const KINDS = ['users', 'groups', 'servicePrincipals'] as const;
type Kind = (typeof KINDS)[number];

/** As many as one filter of Graph may name. */
const NAMES_PER_REQUEST = 15;
const REMEMBERED_MAX = 50_000;

export function openPeople(
  settings: FabricSettings,
  application: Application,
  clock: ConnectorClock,
): People {
  const login = openLogin(settings, application, clock);
  const http = createHttpClient({
    base_url: settings.graph_url,
    name: 'Microsoft Graph',
    tokens: login.tokensFor(settings.graph_scope),
    secrets: secretsOf(application),
    ...clock,
  });
  const remembered = new Map<string, string | null>();

  const refused = new Set<Kind>();

  const rowsIn = async (
    set: Kind,
    field: string,
    { values, select }: { values: readonly string[]; select: string },
    signal: AbortSignal,
  ): Promise<Row[]> => {
    const quoted = values.map((value) => `'${value.replaceAll("'", "''")}'`).join(',');
    const filter = encodeURIComponent(`${field} in (${quoted})`);
    const { body } = await http.send<Row | null>({
      path: `/v1.0/${set}?$filter=${filter}&$select=${select}`,
      signal,
    });
    return rowsOf(body?.value);
  };

  const ask = async (set: Kind, field: string, names: string[], signal: AbortSignal): Promise<void> => {
    for (const row of await rowsIn(set, field, { values: names, select: `id,${field}` }, signal)) {
      const [name, id] = [textOf(row[field])?.toLowerCase(), guidOf(row.id)];
      if (name !== undefined && id !== undefined) remembered.set(name, id);
    }
    for (const name of names) if (!remembered.has(name)) remembered.set(name, null);
  };

  return {
    isNeeded: settings.onelake_roles === 'on',

    async idsOf(names, signal) {
      if (remembered.size > REMEMBERED_MAX) remembered.clear();
      const asked = [...new Set(names.map((name) => name.toLowerCase()))];
      const unknown = asked.filter((name) => !remembered.has(name));
      for (const [set, field, some] of [
        ['users', 'userPrincipalName', unknown.filter((name) => guidOf(name) === undefined)],
        ['servicePrincipals', 'appId', unknown.filter((name) => guidOf(name) !== undefined)],
      ] as const) {
        for (let at = 0; at < some.length; at += NAMES_PER_REQUEST) {
          await ask(set, field, some.slice(at, at + NAMES_PER_REQUEST), signal);
        }
      }
      return new Map(
        asked.flatMap((name) => {
          const id = remembered.get(name) ?? null;
          return id === null ? [] : [[name, id] as const];
        }),
      );
    },

    async profilesOf(ids, signal) {
      const found = new Map<string, Profile>();
      for (const set of KINDS.filter((one) => !refused.has(one))) {
        const select = set === 'users' ? 'id,displayName,userPrincipalName' : 'id,displayName';
        for (let at = 0; at < ids[set].length; at += NAMES_PER_REQUEST) {
          const values = ids[set].slice(at, at + NAMES_PER_REQUEST);
          try {
            for (const row of await rowsIn(set, 'id', { values, select }, signal)) {
              const profile = { name: textOf(row.displayName), sign_in_name: textOf(row.userPrincipalName) };
              found.set(guidOf(row.id) ?? '', profile);
            }
          } catch (error) {
            if (!(error instanceof PlatformError) || error.retryable) throw error;
            refused.add(set);
            break;
          }
        }
      }
      return found;
    },

    async probe(signal) {
      for (const set of ['users', 'servicePrincipals']) {
        await http.send({ path: `/v1.0/${set}?$top=1&$select=id`, signal });
      }
    },
    async close() {
      await Promise.all([login.close(), http.close()]);
    },
  };
}
