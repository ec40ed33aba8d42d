import { Type } from 'typebox';
import { NullableString, NullableTimestamp } from '../../gateway/common.schema.ts';
import { ORGANISATION_NAME_LENGTH_MAX } from '../../platform/tenants/tenant.rules.ts';

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
