import type { AssetType, Classification } from '../../core/directory/directory.rules.ts';

interface DemoAsset {
  id: string;
  name: string;
  type: AssetType;
  platform: 'fabric' | 'synapse' | 'databricks' | 'postgres';
  classification: Classification;
  owner_id: string;
  tags: string[];
}

// biome-ignore format: a table is read by its columns
export const ASSETS: readonly DemoAsset[] = [
  { id: 'asset-001', name: 'Finance Workspace', type: 'workspace', platform: 'fabric', classification: 'confidential', owner_id: 'prin-007', tags: ['finance', 'sox'] },
  { id: 'asset-002', name: 'general_ledger', type: 'table', platform: 'fabric', classification: 'confidential', owner_id: 'prin-007', tags: ['finance', 'sox'] },
  { id: 'asset-003', name: 'premium_receivables', type: 'table', platform: 'fabric', classification: 'internal', owner_id: 'prin-007', tags: ['finance'] },
  { id: 'asset-004', name: 'Executive Dashboards', type: 'workspace', platform: 'fabric', classification: 'confidential', owner_id: 'prin-001', tags: ['reporting'] },
  { id: 'asset-005', name: 'Marketing Insights', type: 'workspace', platform: 'fabric', classification: 'internal', owner_id: 'prin-025', tags: ['marketing'] },
  { id: 'asset-006', name: 'campaign_responses', type: 'table', platform: 'fabric', classification: 'pii', owner_id: 'prin-025', tags: ['marketing', 'gdpr'] },
  { id: 'asset-007', name: 'Open Statistics', type: 'workspace', platform: 'fabric', classification: 'public', owner_id: 'prin-028', tags: ['published'] },
  { id: 'asset-008', name: 'claims_warehouse', type: 'database', platform: 'synapse', classification: 'confidential', owner_id: 'prin-012', tags: ['claims', 'gdpr'] },
  { id: 'asset-009', name: 'claims_register', type: 'table', platform: 'synapse', classification: 'pii', owner_id: 'prin-012', tags: ['claims', 'gdpr'] },
  { id: 'asset-010', name: 'claim_documents', type: 'table', platform: 'synapse', classification: 'pii', owner_id: 'prin-012', tags: ['claims', 'gdpr', 'medical'] },
  { id: 'asset-011', name: 'policy_holders', type: 'table', platform: 'synapse', classification: 'pii', owner_id: 'prin-015', tags: ['customers', 'gdpr'] },
  { id: 'asset-012', name: 'reinsurance_treaties', type: 'table', platform: 'synapse', classification: 'confidential', owner_id: 'prin-015', tags: ['contracts'] },
  { id: 'asset-013', name: 'regulatory_returns', type: 'database', platform: 'synapse', classification: 'confidential', owner_id: 'prin-028', tags: ['solvency', 'sox'] },
  { id: 'asset-014', name: 'lakehouse_bronze', type: 'database', platform: 'databricks', classification: 'internal', owner_id: 'prin-002', tags: ['lakehouse'] },
  { id: 'asset-015', name: 'lakehouse_gold', type: 'database', platform: 'databricks', classification: 'internal', owner_id: 'prin-002', tags: ['lakehouse', 'reporting'] },
  { id: 'asset-016', name: 'Job Orchestration', type: 'workspace', platform: 'databricks', classification: 'internal', owner_id: 'prin-002', tags: ['operations'] },
  { id: 'asset-017', name: 'Pricing Lab', type: 'workspace', platform: 'databricks', classification: 'confidential', owner_id: 'prin-015', tags: ['pricing'] },
  { id: 'asset-018', name: 'rating_factors', type: 'table', platform: 'databricks', classification: 'internal', owner_id: 'prin-015', tags: ['pricing'] },
  { id: 'asset-019', name: 'Meridian Sandbox', type: 'workspace', platform: 'databricks', classification: 'internal', owner_id: 'prin-025', tags: ['project', 'temporary'] },
  { id: 'asset-020', name: 'meridian_customer_extract', type: 'table', platform: 'databricks', classification: 'pii', owner_id: 'prin-025', tags: ['project', 'temporary', 'gdpr'] },
  { id: 'asset-021', name: 'policy_admin', type: 'database', platform: 'postgres', classification: 'pii', owner_id: 'prin-002', tags: ['core', 'gdpr'] },
  { id: 'asset-022', name: 'payroll', type: 'database', platform: 'postgres', classification: 'pii', owner_id: 'prin-022', tags: ['staff', 'gdpr'] },
  { id: 'asset-023', name: 'staff_directory', type: 'table', platform: 'postgres', classification: 'internal', owner_id: 'prin-022', tags: ['staff', 'gdpr'] },
  { id: 'asset-024', name: 'postcode_reference', type: 'table', platform: 'postgres', classification: 'public', owner_id: 'prin-002', tags: ['reference'] },
  { id: 'asset-025', name: 'published_tariffs', type: 'table', platform: 'postgres', classification: 'public', owner_id: 'prin-015', tags: ['published'] },
];
