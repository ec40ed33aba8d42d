import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { actOf, callerOf } from '../../gateway/authentication.ts';
import { findCallerPrincipal } from '../../gateway/caller-principal.sql.ts';
import { Named } from '../../gateway/common.schema.ts';
import { type RouteContext, routeOf, type TypedApp } from '../../gateway/route-context.ts';
import type { Querier } from '../../platform/database/database.ts';
import { LapseError, required } from '../../platform/errors.ts';
import { findPerson } from '../send/work.sql.ts';
import { changeNotificationSettings } from './change-settings.ts';
import { ALWAYS_AT_ONCE, DEFAULT_SETTINGS, URGENT_OCCASIONS } from './settings.rules.ts';
import { NotificationSettings, SettingsBody, SettingsParams } from './settings.schema.ts';
import { findSettings, occasionsSent } from './settings.sql.ts';

const route = routeOf('notifications');

export function settingsRoutes(app: TypedApp, { db }: Pick<RouteContext, 'db'>): void {
  app.addSchema(NotificationSettings);

  app.get(
    '/v1/notifications/settings',
    route({
      summary: 'Get your notification settings',
      description:
        'When and of what you are told by e-mail, or by an app of Slack. 404 for callers who are nobody of the directory.',
      response: { 200: Named(NotificationSettings) },
    }),
    async (request) => {
      const q = db.tenant(callerOf(request).tenant_id);
      return shown(q, await requireMe(q, request));
    },
  );

  app.put(
    '/v1/notifications/settings',
    route({
      summary: 'Change your notification settings',
      description:
        'All of them: what is left out is as it was before anybody chose. Messages that wait follow.',
      body: SettingsBody,
      response: { 200: Named(NotificationSettings) },
    }),
    (request) =>
      db.transaction(callerOf(request).tenant_id, async (tx) => {
        const me = await requireMe(tx, request);
        await changeNotificationSettings(tx, me.id, request.body, actOf(request));
        return shown(tx, me);
      }),
  );

  app.get(
    '/v1/notifications/settings/:principal_id',
    route({
      summary: "Get a person's notification settings",
      description: 'To see why somebody was told something later, or not. Only they change them.',
      params: SettingsParams,
      response: { 200: Named(NotificationSettings) },
    }),
    async (request) => {
      const q = db.tenant(callerOf(request).tenant_id);
      return shown(q, required(await findPerson(q, request.params.principal_id), 'principal'));
    },
  );
}

interface Somebody {
  id: string;
  email: string | null;
}

async function requireMe(q: Querier, request: FastifyRequest): Promise<Somebody> {
  const me = await findCallerPrincipal(q, callerOf(request));
  if (me !== null) return me;
  throw new LapseError(
    'not_found',
    'You are nobody of the directory, so no messages are sent to you and there is nothing to set.',
  );
}

async function shown(q: Querier, { id, email }: Somebody): Promise<Static<typeof NotificationSettings>> {
  const [stored, occasions_sent] = await Promise.all([findSettings(q, id), occasionsSent(q)]);
  const { weekdays, occasions, ...settings } = stored ?? DEFAULT_SETTINGS;
  return {
    version: 0,
    changed_at: null,
    next_digest_at: null,
    ...settings,
    weekdays: [...weekdays],
    occasions: [...occasions],
    principal_id: id,
    email,
    always_at_once: { occasions: [...URGENT_OCCASIONS], note: ALWAYS_AT_ONCE },
    occasions_sent,
  };
}
