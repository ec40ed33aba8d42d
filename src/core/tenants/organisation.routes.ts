import { Type } from 'typebox';
import { callerOf } from '../../gateway/authentication.ts';
import { Named, NullableString, NullableTimestamp } from '../../gateway/common.schema.ts';
import { type RouteContext, routeOf, type TypedApp } from '../../gateway/route-context.ts';
import { ORGANISATION_NAME_LENGTH_MAX } from '../../platform/tenants/tenant.rules.ts';
import { nameOrganisation } from './name-organisation.ts';
import { loadOrganisation } from './organisations.sql.ts';

const route = routeOf('session');

export function organisationRoutes(app: TypedApp, { db }: RouteContext): void {
  app.addSchema(OrganisationAnswer);
  app.get(
    '/v1/organisation',
    route({
      summary: 'What the organisation is called',
      response: { 200: Named(OrganisationAnswer) },
    }),
    (request) => loadOrganisation(db.tenant(callerOf(request).tenant_id)),
  );

  app.put(
    '/v1/organisation',
    route({
      summary: 'Name the organisation',
      description:
        'The name that pages and reports show. Every change is in the audit trail; the name that it has already changes nothing.',
      body: OrganisationBody,
      response: { 200: Named(OrganisationAnswer) },
    }),
    (request) => {
      const { tenant_id, label } = callerOf(request);
      return nameOrganisation(db, { tenant_id, name: request.body.name, actor: label });
    },
  );
}

export const OrganisationAnswer = Type.Object(
  {
    name: NullableString({
      description: 'What the organisation calls itself, on pages and in reports. Null: nobody has named it.',
    }),
    changed_by: NullableString(),
    changed_at: NullableTimestamp(),
  },
  {
    $id: 'Organisation',
    examples: [
      {
        name: 'Northwind Mutual Insurance',
        changed_by: 'ada.okafor@example.com',
        changed_at: '2026-01-31T09:30:00.000Z',
      },
    ],
  },
);

export const OrganisationBody = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: ORGANISATION_NAME_LENGTH_MAX }) },
  { examples: [{ name: 'Northwind Mutual Insurance' }] },
);
