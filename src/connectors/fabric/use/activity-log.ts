import { type ConnectorClock, ConnectorError } from '../../connector.ts';
import { createBudget } from '../../http/budget.ts';
import { createHttpClient, type HttpClient } from '../../http/http-client.ts';
import { type Application, openLogin, secretsOf } from '../../microsoft/application.ts';
import { type Row, rowsOf, textOf } from '../../rows.ts';
import type { FabricSettings } from '../fabric-settings.ts';

const REQUESTS_PER_HOUR = 200;
const HOUR_MS = 3_600_000;
const PATH = '/v1.0/myorg/admin/activityevents';

/** Power BI's activity events of the whole tenant. */
export interface ActivityLog {
  /** A page of a stretch within one UTC day, both ends included; `token` is where it goes on. */
  page(
    stretch: { from: string; to: string },
    token: string | null,
    signal: AbortSignal,
  ): Promise<{ rows: Row[]; token: string | null }>;
  /** Asks for one minute. */
  probe(now: Date, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

export function openActivityLog(
  settings: FabricSettings,
  application: Application,
  clock: ConnectorClock,
): ActivityLog {
  const login = openLogin(settings, application, clock);
  const http: HttpClient = createHttpClient({
    base_url: settings.powerbi_url,
    name: 'Power BI',
    tokens: login.tokensFor(settings.powerbi_scope),
    secrets: secretsOf(application),
    budget: createBudget({ requests: REQUESTS_PER_HOUR, window_ms: HOUR_MS, now: clock.now }),
    ...clock,
  });

  const page: ActivityLog['page'] = async ({ from, to }, token, signal) => {
    const path =
      token === null
        ? `${PATH}?startDateTime='${from}'&endDateTime='${to}'`
        : `${PATH}?continuationToken='${encodedOnce(token)}'`;
    const { body } = await http.send<Row | null>({ path, signal });
    if (!Array.isArray(body?.activityEventEntities)) {
      throw new ConnectorError('protocol', 'Power BI sent a list of activity events without rows');
    }
    return { rows: rowsOf(body?.activityEventEntities), token: tokenOf(body as Row, http) };
  };

  return {
    page,
    async probe(now, signal) {
      // Within one day, just after midnight too.
      const minute = new Date(Math.floor(now.getTime() / 60_000) * 60_000).toISOString();
      await page({ from: minute, to: minute.replace(':00.000Z', ':59.999Z') }, null, signal);
    },
    async close() {
      await Promise.all([login.close(), http.close()]);
    },
  };
}

/** The address of the next page may name a regional host, which is never called: its token is good here as well. */
function tokenOf(body: Row, http: HttpClient): string | null {
  const token = textOf(body.continuationToken);
  const link = textOf(body.continuationUri);
  if (token !== null || link === null) return token;
  const found = /[?&]continuationToken='?([^'&]+)/i.exec(http.pathOf(link))?.[1];
  if (found === undefined) throw new ConnectorError('protocol', 'Power BI continues a list without a token');
  return found;
}

/** It comes encoded already; what else it may hold would end the parameter. */
const encodedOnce = (token: string): string =>
  /%[0-9a-f]{2}/i.test(token)
    ? token.replace(/[^\w.~!*()%-]/g, encodeURIComponent)
    : encodeURIComponent(token);
