import { Type } from 'typebox';

const FacetList = (description: string) =>
  Type.Array(Type.Object({ value: Type.String(), count: Type.Integer() }), { description });

const one = (value: string) => [{ value, count: 12 }];

export const Facets = Type.Object(
  {
    principal_types: FacetList('Types of principals.'),
    departments: FacetList('Departments of principals, at most 500.'),
    platforms: FacetList('Platforms of assets, at most 500.'),
    asset_types: FacetList('Types of assets.'),
    classifications: FacetList('Classifications of assets.'),
  },
  {
    description: 'Values in use, in their order.',
    examples: [
      {
        principal_types: one('user'),
        departments: one('Finance'),
        platforms: one('databricks'),
        asset_types: one('table'),
        classifications: one('pii'),
      },
    ],
  },
);
