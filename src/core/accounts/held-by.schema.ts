import { Type } from 'typebox';
import type { GrantAccount } from './grant-account.rules.ts';

export const HELD_BY_EXAMPLE: GrantAccount = {
  id: '0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70',
  name: 'amara.okafor@corp.example',
  platform: 'databricks',
  connector_name: 'Lakehouse',
};

export const HeldBy = () =>
  Type.Unsafe<GrantAccount | null>({
    type: ['object', 'null'],
    description: 'The account of the principal that holds it; null for what no connector has brought.',
    properties: {
      id: { type: 'string' },
      name: { type: 'string', description: 'What it signs in with, or its name there.' },
      platform: { type: 'string' },
      connector_name: { type: 'string' },
    },
    required: ['id', 'name', 'platform', 'connector_name'],
  });
