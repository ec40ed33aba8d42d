import { Type } from 'typebox';
import { NullableString, Timestamp } from '../../../gateway/common.schema.ts';

const named = { id: Type.String(), display_name: Type.String() };

export const PrincipalContext = Type.Object(
  {
    manager: Type.Unsafe<{ id: string; display_name: string } | null>({
      type: ['object', 'null'],
      properties: named,
      required: ['id', 'display_name'],
      description: 'Who answers for it; null if unknown.',
    }),
    groups: Type.Array(Type.Object(named), { description: 'Groups it is a member of, at most 100.' }),
    members: Type.Array(Type.Object(named), { description: 'Members, if it is a group, at most 100.' }),
    identities: Type.Array(Type.Object({ provider: Type.String(), external_id: Type.String() }), {
      description: 'What it is called elsewhere.',
    }),
    anomalies: Type.Array(
      Type.Object({
        id: Type.String(),
        kind: Type.String(),
        reason: Type.String(),
        asset_id: Type.String(),
        asset_name: NullableString(),
        at: Timestamp(),
      }),
      { description: 'Anomalies it did, latest first, at most 20.' },
    ),
  },
  {
    description: 'What belongs to a principal besides its grants.',
    examples: [
      {
        manager: { id: 'prin-004', display_name: 'Jonas Weber' },
        groups: [{ id: 'group-001', display_name: 'Analysts' }],
        members: [],
        identities: [{ provider: 'azure_ad', external_id: '7b1c0f7e' }],
        anomalies: [
          {
            id: 'signal-001',
            kind: 'new_network',
            reason: 'First use from this network.',
            asset_id: 'asset-001',
            asset_name: 'customer_profiles',
            at: '2026-01-28T14:03:00.000Z',
          },
        ],
      },
    ],
  },
);
