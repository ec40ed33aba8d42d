import { callerOf } from '../../gateway/authentication.ts';
import { Named } from '../../gateway/common.schema.ts';
import type { RouteContext, TypedApp } from '../../gateway/route-context.ts';
import { nameOrganisation } from './name-organisation.ts';
import { OrganisationAnswer, OrganisationBody } from './organisation.schema.ts';
import { loadOrganisation } from './organisations.sql.ts';

export function organisationRoutes(app: TypedApp, { db }: RouteContext): void {
  app.addSchema(OrganisationAnswer);
  app.get(
    '/v1/organisation',
    {
      schema: {
        tags: ['session'],
        summary: 'What the organisation is called',
        response: { 200: Named(OrganisationAnswer) },
      },
    },
    (request) => loadOrganisation(db.tenant(callerOf(request).tenant_id)),
  );

  app.put(
    '/v1/organisation',
    {
      schema: {
        tags: ['session'],
        summary: 'Name the organisation',
        description:
          'The name that pages and reports show. Every change is in the audit trail; the name that it has already changes nothing.',
        body: OrganisationBody,
        response: { 200: Named(OrganisationAnswer) },
      },
    },
    (request) => {
      const { tenant_id, label } = callerOf(request);
      return nameOrganisation(db, { tenant_id, name: request.body.name, actor: label });
    },
  );
}
