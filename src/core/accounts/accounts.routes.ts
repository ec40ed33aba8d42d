import { actOf, callerOf } from '../../gateway/authentication.ts';
import { IdParams, Named } from '../../gateway/common.schema.ts';
import { runIdempotently } from '../../gateway/idempotency/idempotency.ts';
import { answerList } from '../../gateway/lists/list.ts';
import { type RouteContext, routeOf, type TypedApp } from '../../gateway/route-context.ts';
import { required } from '../../platform/errors.ts';
import { getPrincipal } from '../directory/principals.sql.ts';
import {
  Account,
  AccountList,
  AccountParams,
  ConflictPage,
  ConflictQuery,
  LinkBody,
} from './account.schema.ts';
import { linkAccount, unlinkAccount } from './link-account.ts';
import { accountsOf, listConflicts } from './list-accounts.sql.ts';

const route = routeOf('directory');
const params = IdParams('principal', 'prin-001');

export function accountRoutes(app: TypedApp, { db, cursors }: RouteContext): void {
  app.addSchema(Account);

  app.get(
    '/v1/principals/:id/accounts',
    route({
      summary: 'List the accounts of a principal',
      description:
        'On every connected platform, with how and since when each is known to be of this principal.',
      params,
      response: { 200: AccountList },
    }),
    async (request) => {
      const q = db.tenant(callerOf(request).tenant_id);
      const { id } = required(await getPrincipal(q, request.params.id), 'principal');
      return { items: await accountsOf(q, id) };
    },
  );

  app.get(
    '/v1/accounts/conflicts',
    route({
      summary: 'List accounts of which it is unclear whose they are',
      description:
        'They are linked to nobody until an admin links them to a principal, or unlinks them from their own, which says that they are nobody else.',
      querystring: ConflictQuery,
      response: { 200: ConflictPage },
    }),
    (request) => {
      const q = db.tenant(callerOf(request).tenant_id);
      return answerList(request, cursors, 'account_conflicts', request.query, (_, page) =>
        listConflicts(q, page),
      );
    },
  );

  app.post(
    '/v1/principals/:id/accounts',
    route({
      summary: 'Link an account to a principal',
      description:
        'Its access, uses, open reviews and memberships become those of the principal. No sync undoes it; unlinking does.',
      params,
      body: LinkBody,
      response: { 200: Named(Account) },
    }),
    (request, reply) =>
      runIdempotently(db, request, reply, async (tx) => {
        const asked = { principal_id: request.params.id, account_id: request.body.account_id };
        return { status: 200, body: await linkAccount(tx, asked, actOf(request)) };
      }),
  );

  app.delete(
    '/v1/principals/:id/accounts/:account_id',
    route({
      summary: 'Unlink an account from a principal',
      description:
        'It is its own principal again, with the access that it holds. No sync links it again. Answers with the account as it is now.',
      params: AccountParams,
      response: { 200: Named(Account) },
    }),
    (request) => {
      const { id: principal_id, account_id } = request.params;
      return db.transaction(callerOf(request).tenant_id, (tx) =>
        unlinkAccount(tx, { principal_id, account_id }, actOf(request)),
      );
    },
  );
}
