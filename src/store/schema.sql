-- The schema that the migrations make. Generated: "npm run generate" writes it, a test compares it.

CREATE TABLE anomaly_signals (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  principal_id text COLLATE "C" NOT NULL,
  asset_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  evidence jsonb NOT NULL,
  reason text NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  occurred_at timestamp with time zone NOT NULL,
  detected_at timestamp with time zone NOT NULL,
  CONSTRAINT anomaly_signals_pkey PRIMARY KEY (tenant_id, id)
);

CREATE TABLE assets (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  type text COLLATE "C" NOT NULL,
  platform text COLLATE "C" NOT NULL,
  classification text COLLATE "C",
  owner_id text COLLATE "C",
  contains_pii boolean,
  tags text[] NOT NULL DEFAULT '{}'::text[],
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  protected boolean NOT NULL DEFAULT false,
  CONSTRAINT assets_classification_check CHECK ((classification = ANY (ARRAY['public'::text, 'internal'::text, 'confidential'::text, 'pii'::text]))),
  CONSTRAINT assets_type_check CHECK ((type = ANY (ARRAY['database'::text, 'table'::text, 'workspace'::text]))),
  CONSTRAINT assets_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  CONSTRAINT assets_pkey PRIMARY KEY (tenant_id, id)
);

CREATE TABLE audit_entries (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  principal_id text COLLATE "C",
  event_type text COLLATE "C" NOT NULL,
  description text NOT NULL,
  actor text NOT NULL,
  at timestamp with time zone NOT NULL,
  data jsonb NOT NULL,
  CONSTRAINT audit_entries_pkey PRIMARY KEY (tenant_id, id)
);

CREATE TABLE connector_objects (
  tenant_id integer NOT NULL,
  connector_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  external_key text COLLATE "C" NOT NULL,
  lapse_id text COLLATE "C" NOT NULL,
  member_id text COLLATE "C",
  is_owned boolean NOT NULL,
  seen_in bigint NOT NULL,
  gone_at timestamp with time zone,
  details jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT connector_objects_kind_check CHECK ((kind = ANY (ARRAY['principal'::text, 'asset'::text, 'grant'::text, 'membership'::text]))),
  CONSTRAINT connector_objects_tenant_id_connector_id_fkey FOREIGN KEY (tenant_id, connector_id) REFERENCES connectors(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT connector_objects_pkey PRIMARY KEY (tenant_id, connector_id, kind, external_key)
);

CREATE TABLE connectors (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  platform text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  settings jsonb NOT NULL,
  sealed_secrets text NOT NULL,
  mode text COLLATE "C" NOT NULL DEFAULT 'dry_run'::text,
  enabled boolean NOT NULL DEFAULT true,
  sync_every_seconds integer NOT NULL,
  health text COLLATE "C" NOT NULL DEFAULT 'unknown'::text,
  health_message text,
  error text,
  failures integer NOT NULL DEFAULT 0,
  coverage jsonb,
  progress jsonb,
  checkpoint text,
  sync_number bigint NOT NULL DEFAULT 0,
  last_sync_at timestamp with time zone,
  last_use_read_at timestamp with time zone,
  next_sync_at timestamp with time zone,
  lease text COLLATE "C",
  created_by text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT connectors_health_check CHECK ((health = ANY (ARRAY['unknown'::text, 'healthy'::text, 'degraded'::text, 'failing'::text]))),
  CONSTRAINT connectors_mode_check CHECK ((mode = ANY (ARRAY['automatic'::text, 'manual'::text, 'dry_run'::text]))),
  CONSTRAINT connectors_sync_every_seconds_check CHECK ((sync_every_seconds > 0)),
  CONSTRAINT connectors_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  CONSTRAINT connectors_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT connectors_tenant_id_name_key UNIQUE (tenant_id, name)
);

CREATE TABLE dead_letters (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  event jsonb NOT NULL,
  reason text NOT NULL,
  attempts integer NOT NULL,
  received_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT dead_letters_pkey PRIMARY KEY (tenant_id, id)
);

CREATE TABLE events (
  tenant_id integer NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  occurred_at timestamp with time zone NOT NULL,
  principal_id text COLLATE "C" NOT NULL,
  asset_id text COLLATE "C" NOT NULL,
  action text COLLATE "C" NOT NULL,
  platform text COLLATE "C" NOT NULL,
  metadata json,
  received_at timestamp with time zone NOT NULL,
  CONSTRAINT events_pkey PRIMARY KEY (tenant_id, event_id, occurred_at)
);

CREATE TABLE grant_scores (
  tenant_id integer NOT NULL,
  grant_id text COLLATE "C" NOT NULL,
  principal_id text COLLATE "C" NOT NULL,
  asset_id text COLLATE "C" NOT NULL,
  active boolean NOT NULL,
  last_used_at timestamp with time zone,
  active_days bytea NOT NULL,
  lapses_at timestamp with time zone NOT NULL,
  reached smallint NOT NULL,
  anomaly_signals integer NOT NULL DEFAULT 0,
  next_review_at timestamp with time zone,
  volume text,
  peer_department text COLLATE "C",
  peer_type text COLLATE "C",
  peer_active boolean NOT NULL DEFAULT false,
  calculated_at timestamp with time zone NOT NULL,
  standing_days smallint,
  CONSTRAINT grant_scores_pkey PRIMARY KEY (tenant_id, grant_id)
);

CREATE TABLE grants (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  principal_id text COLLATE "C" NOT NULL,
  asset_id text COLLATE "C" NOT NULL,
  via_group_id text COLLATE "C",
  permission text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL DEFAULT 'active'::text,
  granted_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT grants_status_check CHECK ((status = ANY (ARRAY['active'::text, 'revoking'::text, 'revoked'::text]))),
  CONSTRAINT grants_pkey PRIMARY KEY (tenant_id, id)
);

CREATE TABLE idempotency_keys (
  tenant_id integer NOT NULL,
  caller text COLLATE "C" NOT NULL,
  method text COLLATE "C" NOT NULL,
  path text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  request_hash bytea NOT NULL,
  status integer NOT NULL,
  content_type text NOT NULL,
  body bytea NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (tenant_id, caller, method, path, key)
);

CREATE TABLE identities (
  tenant_id integer NOT NULL,
  provider text COLLATE "C" NOT NULL,
  external_id text COLLATE "C" NOT NULL,
  principal_id text COLLATE "C" NOT NULL,
  CONSTRAINT identities_tenant_id_principal_id_fkey FOREIGN KEY (tenant_id, principal_id) REFERENCES principals(tenant_id, id),
  CONSTRAINT identities_pkey PRIMARY KEY (tenant_id, provider, external_id)
);

CREATE TABLE inbox (
  tenant_id integer NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  received_at timestamp with time zone NOT NULL DEFAULT now(),
  events integer NOT NULL,
  payload text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  not_before timestamp with time zone NOT NULL DEFAULT now(),
  error text,
  CONSTRAINT inbox_pkey PRIMARY KEY (tenant_id, id)
);

CREATE TABLE jobs (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  total_items integer NOT NULL,
  processed integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  error text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  completed_at timestamp with time zone,
  CONSTRAINT jobs_status_check CHECK ((status = ANY (ARRAY['accepted'::text, 'running'::text, 'completed'::text, 'failed'::text]))),
  CONSTRAINT jobs_pkey PRIMARY KEY (tenant_id, id)
);

CREATE TABLE lapse_counts (
  tenant_id integer NOT NULL,
  noun text COLLATE "C" NOT NULL,
  grain text COLLATE "C" NOT NULL,
  bucket integer NOT NULL,
  amount bigint NOT NULL,
  CONSTRAINT lapse_counts_pkey PRIMARY KEY (tenant_id, noun, grain, bucket)
);

CREATE TABLE memberships (
  tenant_id integer NOT NULL,
  group_id text COLLATE "C" NOT NULL,
  member_id text COLLATE "C" NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT memberships_tenant_id_group_id_fkey FOREIGN KEY (tenant_id, group_id) REFERENCES principals(tenant_id, id),
  CONSTRAINT memberships_tenant_id_member_id_fkey FOREIGN KEY (tenant_id, member_id) REFERENCES principals(tenant_id, id),
  CONSTRAINT memberships_pkey PRIMARY KEY (tenant_id, group_id, member_id)
);

CREATE TABLE peer_groups (
  tenant_id integer NOT NULL,
  asset_id text COLLATE "C" NOT NULL,
  department text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  holders integer NOT NULL,
  active integer NOT NULL,
  CONSTRAINT peer_groups_pkey PRIMARY KEY (tenant_id, asset_id, department, type)
);

CREATE TABLE policies (
  tenant_id integer NOT NULL,
  version integer NOT NULL,
  policy jsonb NOT NULL,
  changed_by text NOT NULL,
  changed_at timestamp with time zone NOT NULL DEFAULT now(),
  job_id text COLLATE "C",
  CONSTRAINT policies_pkey PRIMARY KEY (tenant_id, version)
);

CREATE TABLE principal_baselines (
  tenant_id integer NOT NULL,
  principal_id text COLLATE "C" NOT NULL,
  baseline json NOT NULL,
  CONSTRAINT principal_baselines_pkey PRIMARY KEY (tenant_id, principal_id)
);

CREATE TABLE principal_scores (
  tenant_id integer NOT NULL,
  principal_id text COLLATE "C" NOT NULL,
  grant_id text COLLATE "C" NOT NULL,
  lapses_at timestamp with time zone NOT NULL,
  reached smallint NOT NULL,
  calculated_at timestamp with time zone NOT NULL,
  CONSTRAINT principal_scores_pkey PRIMARY KEY (tenant_id, principal_id)
);

CREATE TABLE principals (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  display_name text NOT NULL,
  email text,
  email_key text COLLATE "C" GENERATED ALWAYS AS (lower(email)) STORED,
  type text COLLATE "C" NOT NULL,
  source text COLLATE "C" NOT NULL,
  department text COLLATE "C",
  platform text COLLATE "C",
  manager_id text COLLATE "C",
  mfa_enabled boolean,
  last_login_at timestamp with time zone,
  disabled boolean NOT NULL DEFAULT false,
  protected boolean NOT NULL DEFAULT false,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT principals_type_check CHECK ((type = ANY (ARRAY['user'::text, 'service_account'::text, 'group'::text]))),
  CONSTRAINT principals_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  CONSTRAINT principals_pkey PRIMARY KEY (tenant_id, id)
);

CREATE UNLOGGED TABLE rate_windows (
  tenant_id integer NOT NULL,
  category text COLLATE "C" NOT NULL,
  started_at timestamp with time zone NOT NULL,
  used integer NOT NULL,
  CONSTRAINT rate_windows_pkey PRIMARY KEY (tenant_id, category)
);

CREATE TABLE recalculations (
  tenant_id integer NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  cause text COLLATE "C" NOT NULL,
  grant_ids text[] NOT NULL,
  job_id text COLLATE "C",
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT recalculations_pkey PRIMARY KEY (tenant_id, id)
);

CREATE TABLE remediation_breakers (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  scope text COLLATE "C" NOT NULL,
  asset_id text COLLATE "C" NOT NULL DEFAULT ''::text,
  tripped_at timestamp with time zone NOT NULL,
  reason text NOT NULL,
  released_at timestamp with time zone,
  released_by text,
  release_note text,
  CONSTRAINT remediation_breakers_scope_check CHECK ((scope = ANY (ARRAY['tenant'::text, 'asset'::text]))),
  CONSTRAINT remediation_breakers_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  CONSTRAINT remediation_breakers_pkey PRIMARY KEY (tenant_id, id)
);

CREATE TABLE remediation_steps (
  tenant_id integer NOT NULL,
  remediation_id text COLLATE "C" NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  attempt integer NOT NULL,
  step text COLLATE "C" NOT NULL,
  outcome text COLLATE "C" NOT NULL,
  detail text,
  at timestamp with time zone NOT NULL,
  CONSTRAINT remediation_steps_tenant_id_remediation_id_fkey FOREIGN KEY (tenant_id, remediation_id) REFERENCES remediations(tenant_id, id),
  CONSTRAINT remediation_steps_pkey PRIMARY KEY (tenant_id, remediation_id, id)
);

CREATE TABLE remediations (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  review_id text COLLATE "C" NOT NULL,
  decision_id text COLLATE "C" NOT NULL,
  grant_id text COLLATE "C" NOT NULL,
  principal_id text COLLATE "C" NOT NULL,
  asset_id text COLLATE "C" NOT NULL,
  platform text COLLATE "C" NOT NULL,
  connector_id text COLLATE "C",
  action text COLLATE "C" NOT NULL,
  target text NOT NULL,
  reason text NOT NULL,
  requested_by text NOT NULL,
  status text COLLATE "C" NOT NULL DEFAULT 'pending'::text,
  operation text COLLATE "C" NOT NULL DEFAULT 'revoke'::text,
  mode text COLLATE "C",
  dry_run boolean NOT NULL DEFAULT false,
  attempts integer NOT NULL DEFAULT 0,
  error text,
  plan jsonb,
  guards jsonb,
  undo jsonb,
  remaining_paths jsonb,
  accept_other_losses boolean NOT NULL DEFAULT false,
  approved_by text,
  approved_at timestamp with time zone,
  due_at timestamp with time zone,
  lease text COLLATE "C",
  released_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  completed_at timestamp with time zone,
  verified_at timestamp with time zone,
  reverted_at timestamp with time zone,
  CONSTRAINT remediations_action_check CHECK ((action = ANY (ARRAY['remove_group_membership'::text, 'revoke_grant'::text, 'remove_role_assignment'::text]))),
  CONSTRAINT remediations_mode_check CHECK ((mode = ANY (ARRAY['automatic'::text, 'manual'::text, 'dry_run'::text]))),
  CONSTRAINT remediations_operation_check CHECK ((operation = ANY (ARRAY['revoke'::text, 'restore'::text]))),
  CONSTRAINT remediations_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'running'::text, 'completed'::text, 'failed'::text, 'blocked'::text, 'reverted'::text]))),
  CONSTRAINT remediations_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  CONSTRAINT remediations_pkey PRIMARY KEY (tenant_id, id)
);

CREATE TABLE score_history (
  tenant_id integer NOT NULL,
  grant_id text COLLATE "C" NOT NULL,
  at timestamp with time zone NOT NULL,
  cause text COLLATE "C" NOT NULL,
  previous_lapses_at timestamp with time zone,
  lapses_at timestamp with time zone NOT NULL,
  CONSTRAINT score_history_pkey PRIMARY KEY (tenant_id, grant_id, at)
);

CREATE TABLE search_terms (
  tenant_id integer NOT NULL,
  noun text COLLATE "C" NOT NULL,
  term text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  CONSTRAINT search_terms_pkey PRIMARY KEY (tenant_id, noun, term, id)
);

CREATE TABLE tallies (
  tenant_id integer NOT NULL,
  noun text COLLATE "C" NOT NULL,
  facet_1 text COLLATE "C" NOT NULL DEFAULT ''::text,
  facet_2 text COLLATE "C" NOT NULL DEFAULT ''::text,
  facet_3 text COLLATE "C" NOT NULL DEFAULT ''::text,
  amount bigint NOT NULL
);

CREATE TABLE telemetry_gaps (
  tenant_id integer NOT NULL,
  platform text COLLATE "C" NOT NULL,
  started_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT telemetry_gaps_pkey PRIMARY KEY (tenant_id, platform, started_at)
);

CREATE TABLE tenants (
  tenant_id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  tid text COLLATE "C" NOT NULL,
  issuer text COLLATE "C",
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT tenants_pkey PRIMARY KEY (tenant_id),
  CONSTRAINT tenants_tid_key UNIQUE (tid)
);

CREATE INDEX anomaly_signals_by_principal ON public.anomaly_signals USING btree (tenant_id, principal_id, occurred_at);

CREATE INDEX assets_by_classification ON public.assets USING btree (tenant_id, classification, id);

CREATE INDEX assets_by_platform ON public.assets USING btree (tenant_id, platform, id);

CREATE INDEX assets_by_type ON public.assets USING btree (tenant_id, type, id);

CREATE INDEX audit_entries_by_principal ON public.audit_entries USING btree (tenant_id, principal_id, id);

CREATE INDEX connector_objects_by_lapse_id ON public.connector_objects USING btree (tenant_id, kind, lapse_id);

CREATE INDEX connector_objects_by_sync ON public.connector_objects USING btree (tenant_id, connector_id, kind, seen_in) WHERE (gone_at IS NULL);

CREATE INDEX connectors_due ON public.connectors USING btree (tenant_id, next_sync_at) WHERE (next_sync_at IS NOT NULL);

CREATE INDEX events_by_principal ON ONLY public.events USING btree (tenant_id, principal_id, occurred_at);

CREATE INDEX grant_scores_by_lapse ON public.grant_scores USING btree (tenant_id, lapses_at, grant_id) WHERE active;

CREATE INDEX grant_scores_by_principal ON public.grant_scores USING btree (tenant_id, principal_id, lapses_at) WHERE active;

CREATE INDEX grant_scores_by_reached ON public.grant_scores USING btree (tenant_id, reached, lapses_at) WHERE active;

CREATE INDEX grants_by_asset ON public.grants USING btree (tenant_id, asset_id, id);

CREATE INDEX grants_by_group ON public.grants USING btree (tenant_id, via_group_id) WHERE (via_group_id IS NOT NULL);

CREATE INDEX grants_by_pair ON public.grants USING btree (tenant_id, principal_id, asset_id);

CREATE INDEX grants_by_principal ON public.grants USING btree (tenant_id, principal_id, id);

CREATE INDEX grants_not_active ON public.grants USING btree (tenant_id, status, id) WHERE (status <> 'active'::text);

CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING btree (tenant_id, created_at);

CREATE INDEX identities_by_external_id ON public.identities USING btree (tenant_id, external_id);

CREATE INDEX identities_by_principal ON public.identities USING btree (tenant_id, principal_id);

CREATE INDEX memberships_by_member ON public.memberships USING btree (tenant_id, member_id);

CREATE INDEX principal_scores_by_lapse ON public.principal_scores USING btree (tenant_id, lapses_at, principal_id);

CREATE INDEX principal_scores_by_reached ON public.principal_scores USING btree (tenant_id, reached, lapses_at);

CREATE INDEX principals_by_department ON public.principals USING btree (tenant_id, department, id);

CREATE INDEX principals_by_email ON public.principals USING btree (tenant_id, email_key, id);

CREATE INDEX principals_by_type ON public.principals USING btree (tenant_id, type, id);

CREATE INDEX remediation_breakers_by_scope ON public.remediation_breakers USING btree (tenant_id, scope, asset_id, released_at);

CREATE UNIQUE INDEX remediation_breakers_open ON public.remediation_breakers USING btree (tenant_id, scope, asset_id) WHERE (released_at IS NULL);

CREATE INDEX remediations_by_asset ON public.remediations USING btree (tenant_id, asset_id, id);

CREATE INDEX remediations_by_grant ON public.remediations USING btree (tenant_id, grant_id, id);

CREATE INDEX remediations_by_platform ON public.remediations USING btree (tenant_id, platform, status, id);

CREATE INDEX remediations_by_principal ON public.remediations USING btree (tenant_id, principal_id, id);

CREATE INDEX remediations_by_review ON public.remediations USING btree (tenant_id, review_id, id);

CREATE INDEX remediations_by_status ON public.remediations USING btree (tenant_id, status, id);

CREATE INDEX remediations_due ON public.remediations USING btree (tenant_id, due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX remediations_released ON public.remediations USING btree (tenant_id, released_at) WHERE (released_at IS NOT NULL);

CREATE INDEX remediations_released_by_asset ON public.remediations USING btree (tenant_id, asset_id, released_at) WHERE (released_at IS NOT NULL);

CREATE INDEX search_terms_by_id ON public.search_terms USING btree (tenant_id, noun, id, term);

CREATE INDEX tallies_by_noun ON public.tallies USING btree (tenant_id, noun, facet_1) INCLUDE (facet_2, facet_3, amount);

ALTER TABLE anomaly_signals ENABLE ROW LEVEL SECURITY;
ALTER TABLE anomaly_signals FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON anomaly_signals USING (tenant_id = current_tenant());

ALTER TABLE assets ENABLE ROW LEVEL SECURITY;
ALTER TABLE assets FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON assets USING (tenant_id = current_tenant());

ALTER TABLE audit_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_entries FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON audit_entries USING (tenant_id = current_tenant());

ALTER TABLE connector_objects ENABLE ROW LEVEL SECURITY;
ALTER TABLE connector_objects FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON connector_objects USING (tenant_id = current_tenant());

ALTER TABLE connectors ENABLE ROW LEVEL SECURITY;
ALTER TABLE connectors FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON connectors USING (tenant_id = current_tenant());

ALTER TABLE dead_letters ENABLE ROW LEVEL SECURITY;
ALTER TABLE dead_letters FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON dead_letters USING (tenant_id = current_tenant());

ALTER TABLE events ENABLE ROW LEVEL SECURITY;
ALTER TABLE events FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON events USING (tenant_id = current_tenant());

ALTER TABLE grant_scores ENABLE ROW LEVEL SECURITY;
ALTER TABLE grant_scores FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON grant_scores USING (tenant_id = current_tenant());

ALTER TABLE grants ENABLE ROW LEVEL SECURITY;
ALTER TABLE grants FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON grants USING (tenant_id = current_tenant());

ALTER TABLE idempotency_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE idempotency_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON idempotency_keys USING (tenant_id = current_tenant());

ALTER TABLE identities ENABLE ROW LEVEL SECURITY;
ALTER TABLE identities FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON identities USING (tenant_id = current_tenant());

ALTER TABLE inbox ENABLE ROW LEVEL SECURITY;
ALTER TABLE inbox FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON inbox USING (tenant_id = current_tenant());

ALTER TABLE jobs ENABLE ROW LEVEL SECURITY;
ALTER TABLE jobs FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON jobs USING (tenant_id = current_tenant());

ALTER TABLE lapse_counts ENABLE ROW LEVEL SECURITY;
ALTER TABLE lapse_counts FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON lapse_counts USING (tenant_id = current_tenant());

ALTER TABLE memberships ENABLE ROW LEVEL SECURITY;
ALTER TABLE memberships FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON memberships USING (tenant_id = current_tenant());

ALTER TABLE peer_groups ENABLE ROW LEVEL SECURITY;
ALTER TABLE peer_groups FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON peer_groups USING (tenant_id = current_tenant());

ALTER TABLE policies ENABLE ROW LEVEL SECURITY;
ALTER TABLE policies FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON policies USING (tenant_id = current_tenant());

ALTER TABLE principal_baselines ENABLE ROW LEVEL SECURITY;
ALTER TABLE principal_baselines FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON principal_baselines USING (tenant_id = current_tenant());

ALTER TABLE principal_scores ENABLE ROW LEVEL SECURITY;
ALTER TABLE principal_scores FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON principal_scores USING (tenant_id = current_tenant());

ALTER TABLE principals ENABLE ROW LEVEL SECURITY;
ALTER TABLE principals FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON principals USING (tenant_id = current_tenant());

ALTER TABLE rate_windows ENABLE ROW LEVEL SECURITY;
ALTER TABLE rate_windows FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON rate_windows USING (tenant_id = current_tenant());

ALTER TABLE recalculations ENABLE ROW LEVEL SECURITY;
ALTER TABLE recalculations FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON recalculations USING (tenant_id = current_tenant());

ALTER TABLE remediation_breakers ENABLE ROW LEVEL SECURITY;
ALTER TABLE remediation_breakers FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON remediation_breakers USING (tenant_id = current_tenant());

ALTER TABLE remediation_steps ENABLE ROW LEVEL SECURITY;
ALTER TABLE remediation_steps FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON remediation_steps USING (tenant_id = current_tenant());

ALTER TABLE remediations ENABLE ROW LEVEL SECURITY;
ALTER TABLE remediations FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON remediations USING (tenant_id = current_tenant());

ALTER TABLE score_history ENABLE ROW LEVEL SECURITY;
ALTER TABLE score_history FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON score_history USING (tenant_id = current_tenant());

ALTER TABLE search_terms ENABLE ROW LEVEL SECURITY;
ALTER TABLE search_terms FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON search_terms USING (tenant_id = current_tenant());

ALTER TABLE tallies ENABLE ROW LEVEL SECURITY;
ALTER TABLE tallies FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON tallies USING (tenant_id = current_tenant());

ALTER TABLE telemetry_gaps ENABLE ROW LEVEL SECURITY;
ALTER TABLE telemetry_gaps FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON telemetry_gaps USING (tenant_id = current_tenant());

CREATE TRIGGER tally_delete AFTER DELETE ON public.assets REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_assets();

CREATE TRIGGER tally_insert AFTER INSERT ON public.assets REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_assets();

CREATE TRIGGER tally_update AFTER UPDATE ON public.assets FOR EACH ROW WHEN (((old.platform IS DISTINCT FROM new.platform) OR (old.type IS DISTINCT FROM new.type) OR (old.classification IS DISTINCT FROM new.classification))) EXECUTE FUNCTION tally_assets();

CREATE TRIGGER count_delete AFTER DELETE ON public.grant_scores REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_lapses('pairs', 'active');

CREATE TRIGGER count_insert AFTER INSERT ON public.grant_scores REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_lapses('pairs', 'active');

CREATE TRIGGER count_update AFTER UPDATE ON public.grant_scores REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_lapses('pairs', 'active');

CREATE TRIGGER tally_delete AFTER DELETE ON public.grants REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_grants();

CREATE TRIGGER tally_insert AFTER INSERT ON public.grants REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_grants();

CREATE TRIGGER tally_update AFTER UPDATE ON public.grants FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) OR (old.asset_id IS DISTINCT FROM new.asset_id))) EXECUTE FUNCTION tally_grants();

CREATE TRIGGER count_delete AFTER DELETE ON public.principal_scores REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_lapses('principals', 'true');

CREATE TRIGGER count_insert AFTER INSERT ON public.principal_scores REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_lapses('principals', 'true');

CREATE TRIGGER count_update AFTER UPDATE ON public.principal_scores REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_lapses('principals', 'true');

CREATE TRIGGER tally_delete AFTER DELETE ON public.principals REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_principals();

CREATE TRIGGER tally_insert AFTER INSERT ON public.principals REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_principals();

CREATE TRIGGER tally_update AFTER UPDATE ON public.principals FOR EACH ROW WHEN (((old.type IS DISTINCT FROM new.type) OR (old.department IS DISTINCT FROM new.department))) EXECUTE FUNCTION tally_principals();

CREATE TRIGGER tally_insert AFTER INSERT ON public.remediations REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_remediations();

CREATE TRIGGER tally_update AFTER UPDATE ON public.remediations FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION tally_remediations();

CREATE OR REPLACE FUNCTION public.count_lapses()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  added text := format('SELECT tenant_id, lapses_at, 1 AS amount FROM new_rows WHERE %s', TG_ARGV[1]);
  removed text := format('SELECT tenant_id, lapses_at, -1 AS amount FROM old_rows WHERE %s', TG_ARGV[1]);
BEGIN
  EXECUTE format(
    'WITH hours AS MATERIALIZED (
       SELECT tenant_id, floor(extract(epoch FROM lapses_at)::float8 / 3600)::integer AS hour, sum(amount) AS amount
       FROM (%s) AS changes GROUP BY 1, 2 HAVING sum(amount) <> 0)
     INSERT INTO lapse_counts AS c (tenant_id, noun, grain, bucket, amount)
     SELECT * FROM (
       SELECT tenant_id, %L, ''hour'' AS grain, hour AS bucket, amount FROM hours
       UNION ALL
       SELECT tenant_id, %2$L, ''day'', floor(hour / 24.0::float8)::integer AS bucket, sum(amount) FROM hours
       GROUP BY tenant_id, 4 HAVING sum(amount) <> 0) AS sums
     ORDER BY tenant_id, grain, bucket
     ON CONFLICT (tenant_id, noun, grain, bucket) DO UPDATE SET amount = c.amount + excluded.amount',
    CASE TG_OP WHEN 'INSERT' THEN added WHEN 'DELETE' THEN removed ELSE added || ' UNION ALL ' || removed END,
    TG_ARGV[0]);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.current_tenant()
 RETURNS integer
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('lapse.tenant_id'::text, true), ''::text))::integer;

CREATE OR REPLACE FUNCTION public.drop_event_partitions(before date)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  name text;
  dropped integer := 0;
BEGIN
  FOR name IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'events'::regclass AND c.relname ~ '^events_\d{6}$'
      AND to_date(right(c.relname, 6), 'YYYYMM') + interval '1 month' <= before
  LOOP
    EXECUTE format('DROP TABLE %I', name);
    dropped := dropped + 1;
  END LOOP;
  RETURN dropped;
END $function$;

CREATE OR REPLACE FUNCTION public.ensure_event_partitions(from_month date, to_month date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  month date := date_trunc('month', from_month);
  name text;
BEGIN
  IF to_month - from_month > 4000 THEN
    RAISE EXCEPTION 'too many months';
  END IF;
  -- Two that ask at once must not both create.
  PERFORM pg_advisory_xact_lock(7216420119);
  WHILE month <= to_month LOOP
    name := 'events_' || to_char(month, 'YYYYMM');
    IF to_regclass(name) IS NULL THEN
      EXECUTE format('CREATE TABLE %I PARTITION OF events FOR VALUES FROM (%L) TO (%L)', name,
                     month || ' 00:00:00+00', (month + interval '1 month')::date || ' 00:00:00+00');
      CALL protect_tenant_table(name::regclass);
    END IF;
    month := month + interval '1 month';
  END LOOP;
END $function$;

CREATE OR REPLACE PROCEDURE public.protect_tenant_table(IN tenant_table regclass)
 LANGUAGE plpgsql
AS $procedure$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', tenant_table);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', tenant_table);
  EXECUTE format('CREATE POLICY tenant_isolation ON %s USING (tenant_id = current_tenant())', tenant_table);
END $procedure$;

CREATE OR REPLACE FUNCTION public.tally_assets()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO tallies (tenant_id, noun, facet_1, facet_2, facet_3, amount)
    SELECT tenant_id, 'assets', platform, type, coalesce(classification, ''), count(*)
    FROM new_rows GROUP BY tenant_id, platform, type, classification;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO tallies (tenant_id, noun, facet_1, facet_2, facet_3, amount)
    SELECT tenant_id, 'assets', platform, type, coalesce(classification, ''), -count(*)
    FROM old_rows GROUP BY tenant_id, platform, type, classification;
  ELSE
    INSERT INTO tallies (tenant_id, noun, facet_1, facet_2, facet_3, amount)
    VALUES (OLD.tenant_id, 'assets', OLD.platform, OLD.type, coalesce(OLD.classification, ''), -1),
           (NEW.tenant_id, 'assets', NEW.platform, NEW.type, coalesce(NEW.classification, ''), 1);
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.tally_grants()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO tallies (tenant_id, noun, facet_1, facet_2, amount)
    SELECT tenant_id, 'grants', status, '', count(*) FROM new_rows GROUP BY tenant_id, status
    UNION ALL
    SELECT tenant_id, 'asset_grants', asset_id, status, count(*) FROM new_rows GROUP BY tenant_id, asset_id, status;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO tallies (tenant_id, noun, facet_1, facet_2, amount)
    SELECT tenant_id, 'grants', status, '', -count(*) FROM old_rows GROUP BY tenant_id, status
    UNION ALL
    SELECT tenant_id, 'asset_grants', asset_id, status, -count(*) FROM old_rows GROUP BY tenant_id, asset_id, status;
  ELSE
    INSERT INTO tallies (tenant_id, noun, facet_1, facet_2, amount)
    VALUES (OLD.tenant_id, 'grants', OLD.status, '', -1),
           (NEW.tenant_id, 'grants', NEW.status, '', 1),
           (OLD.tenant_id, 'asset_grants', OLD.asset_id, OLD.status, -1),
           (NEW.tenant_id, 'asset_grants', NEW.asset_id, NEW.status, 1);
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.tally_principals()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO tallies (tenant_id, noun, facet_1, facet_2, amount)
    SELECT tenant_id, 'principals', type, coalesce(department, ''), count(*) FROM new_rows GROUP BY tenant_id, type, department;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO tallies (tenant_id, noun, facet_1, facet_2, amount)
    SELECT tenant_id, 'principals', type, coalesce(department, ''), -count(*) FROM old_rows GROUP BY tenant_id, type, department;
  ELSE
    INSERT INTO tallies (tenant_id, noun, facet_1, facet_2, amount)
    VALUES (OLD.tenant_id, 'principals', OLD.type, coalesce(OLD.department, ''), -1),
           (NEW.tenant_id, 'principals', NEW.type, coalesce(NEW.department, ''), 1);
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.tally_remediations()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO tallies (tenant_id, noun, facet_1, facet_2, facet_3, amount)
    SELECT tenant_id, 'remediations', platform, status, '', count(*) FROM new_rows GROUP BY tenant_id, platform, status
    UNION ALL
    SELECT tenant_id, 'asset_remediations', asset_id, status, platform, count(*)
    FROM new_rows GROUP BY tenant_id, asset_id, status, platform;
  ELSE
    INSERT INTO tallies (tenant_id, noun, facet_1, facet_2, facet_3, amount)
    VALUES (OLD.tenant_id, 'remediations', OLD.platform, OLD.status, '', -1),
           (NEW.tenant_id, 'remediations', NEW.platform, NEW.status, '', 1),
           (OLD.tenant_id, 'asset_remediations', OLD.asset_id, OLD.status, OLD.platform, -1),
           (NEW.tenant_id, 'asset_remediations', NEW.asset_id, NEW.status, NEW.platform, 1);
  END IF;
  RETURN NULL;
END $function$;
