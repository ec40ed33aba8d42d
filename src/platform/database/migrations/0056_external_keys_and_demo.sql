-- Up Migration

-- Whoever may not decide is recognised by names in any case, and from there by the groups that they are in: an index condition
-- needs the name as it is compared.
ALTER TABLE identities ADD COLUMN external_key text COLLATE "C" GENERATED ALWAYS AS (lower(external_id)) STORED;
CREATE INDEX identities_by_external_key ON identities (tenant_id, external_key);

-- BEGIN of the demo
-- Earlier versions loaded the demo organisation without marking its platforms as simulated. Its assets are recognised by
-- what they were loaded with, in organisations that have its people: Quillhaven Mutual exists only in the demo, and nobody
-- can register its domain. What somebody has renamed, moved or connected since is left as it is: what it is is not known.
DO $$
DECLARE
  tenant integer;
BEGIN
  FOR tenant IN SELECT tenant_id FROM tenants LOOP
    PERFORM set_config('lapse.tenant_id', tenant::text, true);
    CONTINUE WHEN NOT EXISTS (
      SELECT FROM principals WHERE tenant_id = tenant AND id = 'prin-001' AND email_key = 'amara.okonjo@quillhaven.example');
    UPDATE assets a SET simulated = true
    FROM (VALUES
      ('asset-001', 'Finance Workspace', 'workspace', 'fabric'),
      ('asset-002', 'general_ledger', 'table', 'fabric'),
      ('asset-003', 'premium_receivables', 'table', 'fabric'),
      ('asset-004', 'Executive Dashboards', 'workspace', 'fabric'),
      ('asset-005', 'Marketing Insights', 'workspace', 'fabric'),
      ('asset-006', 'campaign_responses', 'table', 'fabric'),
      ('asset-007', 'Open Statistics', 'workspace', 'fabric'),
      ('asset-008', 'claims_warehouse', 'database', 'synapse'),
      ('asset-009', 'claims_register', 'table', 'synapse'),
      ('asset-010', 'claim_documents', 'table', 'synapse'),
      ('asset-011', 'policy_holders', 'table', 'synapse'),
      ('asset-012', 'reinsurance_treaties', 'table', 'synapse'),
      ('asset-013', 'regulatory_returns', 'database', 'synapse'),
      ('asset-014', 'lakehouse_bronze', 'database', 'databricks'),
      ('asset-015', 'lakehouse_gold', 'database', 'databricks'),
      ('asset-016', 'Job Orchestration', 'workspace', 'databricks'),
      ('asset-017', 'Pricing Lab', 'workspace', 'databricks'),
      ('asset-018', 'rating_factors', 'table', 'databricks'),
      ('asset-019', 'Meridian Sandbox', 'workspace', 'databricks'),
      ('asset-020', 'meridian_customer_extract', 'table', 'databricks'),
      ('asset-021', 'policy_admin', 'database', 'postgres'),
      ('asset-022', 'payroll', 'database', 'postgres'),
      ('asset-023', 'staff_directory', 'table', 'postgres'),
      ('asset-024', 'postcode_reference', 'table', 'postgres'),
      ('asset-025', 'published_tariffs', 'table', 'postgres')) AS demo (id, name, type, platform)
    WHERE a.tenant_id = tenant AND NOT a.simulated AND a.id = demo.id AND a.name = demo.name AND a.type = demo.type
      AND a.platform = demo.platform AND NOT EXISTS (
        SELECT FROM connector_objects o WHERE o.tenant_id = tenant AND o.kind = 'asset' AND o.lapse_id = a.id);
    -- What came of their removals was simulated too, unless somebody has given their word for it.
    INSERT INTO remediation_steps (tenant_id, remediation_id, attempt, step, outcome, detail, at)
    SELECT r.tenant_id, r.id, r.attempts, 'correct', 'simulated', 'The demo has no platform: the removal was simulated.', now()
    FROM remediations r JOIN assets a ON a.tenant_id = tenant AND a.id = r.asset_id AND a.simulated
    WHERE r.tenant_id = tenant AND r.execution = 'person' AND r.status = 'completed' AND r.attested_at IS NULL
      AND r.verified_at IS NULL AND NOT r.dry_run;
    UPDATE remediations r SET execution = 'simulated' FROM assets a
    WHERE r.tenant_id = tenant AND a.tenant_id = tenant AND a.id = r.asset_id AND a.simulated
      AND r.execution = 'person' AND r.attested_at IS NULL AND r.verified_at IS NULL
      AND r.status IN ('pending', 'completed', 'failed', 'blocked');
    -- Nobody can do what is asked of a person there.
    UPDATE remediations r SET execution = 'simulated', status = 'pending', requested_at = NULL, assigned_to_id = NULL,
      released_at = NULL, undo = NULL, due_at = now(), lease = NULL, contradiction_open = false
    FROM assets a
    WHERE r.tenant_id = tenant AND a.tenant_id = tenant AND a.id = r.asset_id AND a.simulated
      AND r.execution = 'person' AND r.status = 'requested' AND r.operation = 'revoke';
  END LOOP;
  PERFORM set_config('lapse.tenant_id', '', true);
END $$;
