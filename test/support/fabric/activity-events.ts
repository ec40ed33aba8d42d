import type { ScriptedAnswer, SeenRequest } from '../scripted-server.ts';
import { type FabricServer, fabricError } from './fabric-server.ts';
import type { Row } from './fabric-tenant.ts';

const PATH = '/v1.0/myorg/admin/activityevents';

/** Power BI's activity log: quoted times of one UTC day, and an empty page before the others. */
export function answerActivity(server: FabricServer, { method, path }: SeenRequest): ScriptedAnswer {
  const { pathname, search: asked } = new URL(path, server.url);
  const search = asked.replaceAll('%27', "'");
  if (method !== 'GET' || pathname !== PATH) {
    server.unknown.push(`${method} ${path}`);
    return fabricError(404, 'EntityNotFound', 'No such call.');
  }
  const token = /^\?continuationToken='([^']+)'$/.exec(search)?.[1];
  const times = /^\?startDateTime='([^']+)'&endDateTime='([^']+)'$/.exec(search);
  const [from = '', to = '', at = -1] = token
    ? (JSON.parse(Buffer.from(decodeURIComponent(token), 'base64').toString('utf8')) as [
        string,
        string,
        number,
      ])
    : [times?.[1], times?.[2]];
  if (!from.endsWith('Z') || !to.endsWith('Z') || from.slice(0, 10) !== to.slice(0, 10) || from > to) {
    return { status: 400, json: { error: { code: 'InvalidRequest', message: 'One UTC day at a time.' } } };
  }
  const rows = server.tenant.activity.filter(({ CreationTime }) => {
    const instant = `${String(CreationTime)}.000Z`;
    return instant >= from && instant <= to;
  });
  const next = at + (at === -1 ? 1 : server.paging.activities);
  const found = at === -1 ? [] : rows.slice(at, next);
  const isLast = next >= rows.length;
  const continuation = Buffer.from(JSON.stringify([from, to, next])).toString('base64');
  const encoded = encodeURIComponent(`${continuation}==`);
  const { foreign_links } = server.paging;
  const base = foreign_links ? 'https://wabi-west.analysis.example' : server.url;
  return {
    json: {
      activityEventEntities: found,
      continuationUri: isLast ? null : `${base}${PATH}?continuationToken='${encoded}'`,
      continuationToken: isLast ? null : encoded,
      lastResultSet: isLast,
    },
  };
}

/** `at` without a zone, as the log writes it. */
export const activity = (id: string, { at, ...row }: Row & { at: string }): Row => ({
  Id: id,
  RecordType: 20,
  CreationTime: at,
  Operation: 'ViewReport',
  Activity: 'ViewReport',
  UserType: 0,
  Workload: 'PowerBI',
  ClientIP: '203.0.113.7',
  IsSuccess: true,
  ...row,
});
