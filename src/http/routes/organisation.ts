import { nameOrganisation } from '../../commands/name-organisation.ts';
import { loadOrganisation } from '../../store/organisations.ts';
import { callerOf } from '../authentication.ts';
import type { RouteContext, TypedApp } from '../route-context.ts';
import { Named } from '../schemas/common.ts';
import { OrganisationAnswer, OrganisationBody } from '../schemas/organisation.ts';

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
