-- The schema that the migrations make. Generated: "npm run generate" writes it, a test compares it.

CREATE TABLE account_conflicts (
  tenant_id integer NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  candidate_ids text[] COLLATE "C" NOT NULL,
  shared text[] COLLATE "C" NOT NULL,
  found_at timestamp with time zone NOT NULL,
  CONSTRAINT account_conflicts_kind_check CHECK ((kind = ANY (ARRAY['several_candidates'::text, 'shared_address'::text, 'contradiction'::text, 'disabled_look_alike'::text]))),
  CONSTRAINT account_conflicts_tenant_id_account_id_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES accounts(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT account_conflicts_pkey PRIMARY KEY (tenant_id, account_id)
);

CREATE TABLE accounts (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  connector_id text COLLATE "C" NOT NULL,
  external_key text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  home_id text COLLATE "C" NOT NULL,
  principal_id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  entra_object_id text COLLATE "C",
  sign_in_key text COLLATE "C",
  email_key text COLLATE "C",
  disabled boolean NOT NULL DEFAULT false,
  profile jsonb NOT NULL DEFAULT '{}'::jsonb,
  how text COLLATE "C" NOT NULL,
  linked_at timestamp with time zone NOT NULL,
  linked_by text NOT NULL,
  settled text COLLATE "C",
  first_seen_at timestamp with time zone NOT NULL,
  before_link jsonb,
  gone_at timestamp with time zone,
  members_elsewhere boolean NOT NULL DEFAULT false,
  CONSTRAINT accounts_how_check CHECK ((how = ANY (ARRAY['own'::text, 'object_id'::text, 'sign_in_name'::text, 'email'::text, 'admin'::text]))),
  CONSTRAINT accounts_settled_check CHECK ((settled = ANY (ARRAY['linked'::text, 'unlinked'::text]))),
  CONSTRAINT accounts_type_check CHECK ((type = ANY (ARRAY['user'::text, 'service_account'::text, 'group'::text]))),
  CONSTRAINT accounts_tenant_id_connector_id_fkey FOREIGN KEY (tenant_id, connector_id) REFERENCES connectors(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT accounts_pkey PRIMARY KEY (tenant_id, id)
);

CREATE TABLE alert_evaluations (
  tenant_id integer NOT NULL,
  next_at timestamp with time zone NOT NULL,
  CONSTRAINT alert_evaluations_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  CONSTRAINT alert_evaluations_pkey PRIMARY KEY (tenant_id)
);

CREATE TABLE alert_silences (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  silenced_by text NOT NULL,
  silenced_at timestamp with time zone NOT NULL,
  until timestamp with time zone NOT NULL,
  reason text NOT NULL,
  CONSTRAINT alert_silences_check CHECK ((until > silenced_at)),
  CONSTRAINT alert_silences_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  CONSTRAINT alert_silences_pkey PRIMARY KEY (tenant_id, id)
);

CREATE TABLE alert_states (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  alert text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL DEFAULT ''::text,
  state text COLLATE "C" NOT NULL,
  since timestamp with time zone NOT NULL,
  held_since timestamp with time zone,
  value double precision,
  observed_at timestamp with time zone NOT NULL,
  is_told boolean NOT NULL DEFAULT true,
  acknowledged_by text,
  acknowledged_at timestamp with time zone,
  acknowledged_note text,
  subject text,
  CONSTRAINT alert_states_check CHECK (((acknowledged_by IS NULL) = (acknowledged_at IS NULL))),
  CONSTRAINT alert_states_state_check CHECK ((state = ANY (ARRAY['inactive'::text, 'pending'::text, 'firing'::text, 'resolved'::text]))),
  CONSTRAINT alert_states_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  CONSTRAINT alert_states_pkey PRIMARY KEY (tenant_id, id)
);

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
  name_key text COLLATE "C" GENERATED ALWAYS AS ("left"(lower(name), 120)) STORED,
  simulated boolean NOT NULL DEFAULT false,
  removed_at timestamp with time zone,
  connector_id text COLLATE "C",
  CONSTRAINT assets_classification_check CHECK ((classification = ANY (ARRAY['public'::text, 'internal'::text, 'confidential'::text, 'pii'::text]))),
  CONSTRAINT assets_type_check CHECK ((type = ANY (ARRAY['database'::text, 'table'::text, 'workspace'::text]))),
  CONSTRAINT assets_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  CONSTRAINT assets_pkey PRIMARY KEY (tenant_id, id)
);

CREATE TABLE audit_checkpoints (
  tenant_id integer NOT NULL,
  tree_size bigint NOT NULL,
  root_hash bytea NOT NULL,
  note text NOT NULL,
  signed_at timestamp with time zone NOT NULL,
  CONSTRAINT audit_checkpoints_pkey PRIMARY KEY (tenant_id, tree_size)
);

CREATE TABLE audit_counts (
  tenant_id integer NOT NULL,
  event_type text COLLATE "C" NOT NULL,
  actor text COLLATE "C" NOT NULL,
  grain text COLLATE "C" NOT NULL,
  bucket integer NOT NULL,
  amount bigint NOT NULL,
  CONSTRAINT audit_counts_pkey PRIMARY KEY (tenant_id, event_type, actor, grain, bucket)
);

CREATE TABLE audit_entries (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  principal_id text COLLATE "C",
  event_type text COLLATE "C" NOT NULL,
  description text NOT NULL,
  actor text COLLATE "C" NOT NULL,
  at timestamp with time zone NOT NULL,
  data jsonb NOT NULL,
  review_id text COLLATE "C",
  appended_xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  seq bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  asset_id text COLLATE "C",
  form smallint NOT NULL DEFAULT 2,
  recorded_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT audit_entries_form_check CHECK ((form = ANY (ARRAY[1, 2]))),
  CONSTRAINT audit_entries_pkey PRIMARY KEY (tenant_id, id)
);

CREATE TABLE audit_logs (
  tenant_id integer NOT NULL,
  origin text COLLATE "C" NOT NULL,
  public_key bytea NOT NULL,
  sealed_private_key text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT audit_logs_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  CONSTRAINT audit_logs_pkey PRIMARY KEY (tenant_id)
);

CREATE TABLE audit_positions (
  tenant_id integer NOT NULL,
  "position" bigint NOT NULL,
  entry_id text COLLATE "C" NOT NULL,
  CONSTRAINT audit_positions_pkey PRIMARY KEY (tenant_id, "position"),
  CONSTRAINT audit_positions_tenant_id_entry_id_key UNIQUE (tenant_id, entry_id)
);

CREATE TABLE audit_sendings (
  tenant_id integer NOT NULL,
  sent_at timestamp with time zone NOT NULL,
  tree_size bigint NOT NULL,
  CONSTRAINT audit_sendings_pkey PRIMARY KEY (tenant_id)
);

CREATE TABLE audit_sequencers (
  tenant_id integer NOT NULL,
  cluster text NOT NULL,
  sequenced pg_snapshot,
  target pg_snapshot,
  resume_xid xid8,
  resume_seq bigint,
  tree_size bigint NOT NULL,
  peaks bytea NOT NULL,
  CONSTRAINT audit_sequencers_pkey PRIMARY KEY (tenant_id)
);

CREATE TABLE audit_tiles (
  tenant_id integer NOT NULL,
  level smallint NOT NULL,
  tile bigint NOT NULL,
  hashes bytea NOT NULL,
  CONSTRAINT audit_tiles_pkey PRIMARY KEY (tenant_id, level, tile)
);

CREATE TABLE audit_troubles (
  tenant_id integer NOT NULL,
  told_by text COLLATE "C" NOT NULL,
  since timestamp with time zone NOT NULL,
  told_at timestamp with time zone NOT NULL,
  message text NOT NULL,
  CONSTRAINT audit_troubles_pkey PRIMARY KEY (tenant_id, told_by)
);

CREATE TABLE band_days (
  tenant_id integer NOT NULL,
  day date NOT NULL,
  low integer NOT NULL,
  medium integer NOT NULL,
  high integer NOT NULL,
  critical integer NOT NULL,
  reconstructed_on date,
  CONSTRAINT band_days_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  CONSTRAINT band_days_pkey PRIMARY KEY (tenant_id, day)
);

CREATE TABLE campaign_schedules (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  description text,
  cron text COLLATE "C" NOT NULL,
  time_zone text COLLATE "C" NOT NULL,
  filter jsonb NOT NULL,
  reviewer_ids text[] COLLATE "C",
  due_days integer,
  report text COLLATE "C",
  enabled boolean NOT NULL,
  next_run_at timestamp with time zone,
  last_run_at timestamp with time zone,
  last_campaign_id text COLLATE "C",
  last_error text,
  created_by text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT campaign_schedules_due_days_check CHECK ((due_days > 0)),
  CONSTRAINT campaign_schedules_report_check CHECK ((report = ANY (ARRAY['pdf'::text, 'csv'::text, 'json'::text, 'xlsx'::text]))),
  CONSTRAINT campaign_schedules_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  CONSTRAINT campaign_schedules_pkey PRIMARY KEY (tenant_id, id)
);

CREATE TABLE campaigns (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  description text,
  filter jsonb NOT NULL,
  reviewer_ids text[],
  due_at timestamp with time zone,
  created_by text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  "position" text COLLATE "C" NOT NULL DEFAULT ''::text,
  grants_total integer NOT NULL,
  grants_examined integer NOT NULL DEFAULT 0,
  grants_matched integer NOT NULL DEFAULT 0,
  packets_created integer NOT NULL DEFAULT 0,
  packets_joined integer NOT NULL DEFAULT 0,
  packets_elsewhere integer NOT NULL DEFAULT 0,
  generated_at timestamp with time zone,
  schedule_id text COLLATE "C",
  scheduled_for timestamp with time zone,
  report text COLLATE "C",
  report_id text COLLATE "C",
  CONSTRAINT campaigns_report_check CHECK ((report = ANY (ARRAY['pdf'::text, 'csv'::text, 'json'::text, 'xlsx'::text]))),
  CONSTRAINT campaigns_pkey PRIMARY KEY (tenant_id, id)
);

CREATE TABLE connector_objects (
  tenant_id integer NOT NULL,
  connector_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  external_key text COLLATE "C" NOT NULL,
  lapse_id text COLLATE "C" NOT NULL,
  member_id text COLLATE "C",
  is_owned boolean NOT NULL,
  gone_at timestamp with time zone,
  details jsonb NOT NULL DEFAULT '{}'::jsonb,
  missing_in bigint,
  CONSTRAINT connector_objects_kind_check CHECK ((kind = ANY (ARRAY['principal'::text, 'asset'::text, 'grant'::text, 'membership'::text]))),
  CONSTRAINT connector_objects_tenant_id_connector_id_fkey FOREIGN KEY (tenant_id, connector_id) REFERENCES connectors(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT connector_objects_pkey PRIMARY KEY (tenant_id, connector_id, kind, external_key)
);

CREATE TABLE connector_sightings (
  tenant_id integer NOT NULL,
  connector_id text COLLATE "C" NOT NULL,
  id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL,
  external_keys text[] COLLATE "C" NOT NULL,
  CONSTRAINT connector_sightings_kind_check CHECK ((kind = ANY (ARRAY['principal'::text, 'asset'::text, 'grant'::text, 'membership'::text, 'listed_group'::text]))),
  CONSTRAINT connector_sightings_tenant_id_connector_id_fkey FOREIGN KEY (tenant_id, connector_id) REFERENCES connectors(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT connector_sightings_pkey PRIMARY KEY (tenant_id, connector_id, id)
);

CREATE TABLE connectors (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  platform text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  settings jsonb NOT NULL,
  sealed_secrets text NOT NULL,
  secret_names text[] NOT NULL,
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
  accept_removals boolean NOT NULL DEFAULT false,
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
  recalculation jsonb,
  CONSTRAINT dead_letters_pkey PRIMARY KEY (tenant_id, id)
);

CREATE TABLE decision_links (
  tenant_id integer NOT NULL,
  token_hash bytea NOT NULL,
  review_id text COLLATE "C" NOT NULL,
  reviewer_id text COLLATE "C" NOT NULL,
  mailed_to text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  decision text COLLATE "C",
  decided_at timestamp with time zone,
  CONSTRAINT decision_links_check CHECK (((decision IS NULL) = (decided_at IS NULL))),
  CONSTRAINT decision_links_decision_check CHECK ((decision = ANY (ARRAY['CONFIRM'::text, 'REVOKE'::text]))),
  CONSTRAINT decision_links_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  CONSTRAINT decision_links_pkey PRIMARY KEY (tenant_id, token_hash)
);

CREATE TABLE disabled_accounts (
  tenant_id integer NOT NULL,
  principal_id text COLLATE "C" NOT NULL,
  since timestamp with time zone NOT NULL,
  until timestamp with time zone,
  CONSTRAINT disabled_accounts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  CONSTRAINT disabled_accounts_pkey PRIMARY KEY (tenant_id, principal_id, since)
);

CREATE TABLE event_rejections (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  payload text NOT NULL,
  is_cut boolean NOT NULL,
  event_id text COLLATE "C",
  reason text NOT NULL,
  source text COLLATE "C" NOT NULL,
  attempts smallint NOT NULL DEFAULT 0,
  received_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT event_rejections_source_check CHECK ((source = ANY (ARRAY['single'::text, 'batch'::text, 'stream'::text, 'connector'::text]))),
  CONSTRAINT event_rejections_pkey PRIMARY KEY (tenant_id, id)
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

CREATE TABLE former_memberships (
  tenant_id integer NOT NULL,
  member_id text COLLATE "C" NOT NULL,
  group_id text COLLATE "C" NOT NULL,
  ended_at timestamp with time zone NOT NULL,
  CONSTRAINT former_memberships_pkey PRIMARY KEY (tenant_id, member_id, group_id)
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
  peer_counted boolean NOT NULL DEFAULT true,
  review_asked boolean NOT NULL DEFAULT false,
  candidates text,
  unanswered_review_id text COLLATE "C",
  model_version smallint NOT NULL DEFAULT 1,
  half_life_class smallint NOT NULL DEFAULT 0,
  CONSTRAINT grant_scores_half_life_class_check CHECK (((half_life_class >= '-1'::integer) AND (half_life_class <= 3))),
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
  revoked_at timestamp with time zone,
  restored_at timestamp with time zone,
  purpose text COLLATE "C",
  purpose_since timestamp with time zone,
  CONSTRAINT grants_purpose_check CHECK ((purpose = ANY (ARRAY['standby'::text, 'break_glass'::text]))),
  CONSTRAINT grants_status_check CHECK ((status = ANY (ARRAY['active'::text, 'revoking'::text, 'revoked'::text]))),
  CONSTRAINT grants_pkey PRIMARY KEY (tenant_id, id)
);

CREATE TABLE group_decision_reviews (
  tenant_id integer NOT NULL,
  group_decision_id text COLLATE "C" NOT NULL,
  review_id text COLLATE "C" NOT NULL,
  mark text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL DEFAULT 'waiting'::text,
  why text,
  CONSTRAINT group_decision_reviews_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'decided'::text, 'left_out'::text, 'called_off'::text, 'undone'::text, 'stands'::text]))),
  CONSTRAINT group_decision_reviews_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  CONSTRAINT group_decision_reviews_pkey PRIMARY KEY (tenant_id, group_decision_id, review_id)
);

CREATE TABLE group_decisions (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  sentence text NOT NULL,
  "grouping" text COLLATE "C" NOT NULL,
  group_reason text COLLATE "C",
  decision text COLLATE "C" NOT NULL,
  reason text NOT NULL,
  next_review_at timestamp with time zone,
  decided_by text NOT NULL,
  decider jsonb NOT NULL,
  members integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  starts_at timestamp with time zone NOT NULL,
  due_at timestamp with time zone,
  undone_by text,
  undo_asked_at timestamp with time zone,
  undo_note text,
  undo_reverts boolean NOT NULL DEFAULT false,
  CONSTRAINT group_decisions_decision_check CHECK ((decision = ANY (ARRAY['CONFIRM'::text, 'REVOKE'::text]))),
  CONSTRAINT group_decisions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  CONSTRAINT group_decisions_pkey PRIMARY KEY (tenant_id, id)
);

CREATE TABLE held_questions (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  principal_id text COLLATE "C" NOT NULL,
  asset_id text COLLATE "C" NOT NULL,
  rule_id text COLLATE "C" NOT NULL,
  since timestamp with time zone NOT NULL,
  decides_at timestamp with time zone NOT NULL,
  look_at timestamp with time zone NOT NULL,
  CONSTRAINT held_questions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  CONSTRAINT held_questions_pkey PRIMARY KEY (tenant_id, id)
);

CREATE TABLE holder_links (
  tenant_id integer NOT NULL,
  token_hash bytea NOT NULL,
  question_id text COLLATE "C" NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT holder_links_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  CONSTRAINT holder_links_pkey PRIMARY KEY (tenant_id, token_hash)
);

CREATE TABLE holder_questions (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  review_id text COLLATE "C" NOT NULL,
  principal_id text COLLATE "C" NOT NULL,
  grant_ids text[] COLLATE "C" NOT NULL,
  said jsonb NOT NULL,
  asked_by text NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  channel_id text COLLATE "C",
  sent_to text,
  sent_at timestamp with time zone,
  failed_at timestamp with time zone,
  mail_error text,
  answer text COLLATE "C",
  reason text,
  answered_at timestamp with time zone,
  slack_channel_id text COLLATE "C",
  slack_sent_at timestamp with time zone,
  CONSTRAINT holder_questions_answer_check CHECK ((answer = ANY (ARRAY['keep'::text, 'release'::text]))),
  CONSTRAINT holder_questions_check CHECK (((answer IS NULL) = (answered_at IS NULL))),
  CONSTRAINT holder_questions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  CONSTRAINT holder_questions_pkey PRIMARY KEY (tenant_id, id)
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

CREATE UNLOGGED TABLE idempotency_keys_in_flight (
  tenant_id integer NOT NULL,
  caller text COLLATE "C" NOT NULL,
  method text COLLATE "C" NOT NULL,
  path text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  holder uuid NOT NULL,
  held_until timestamp with time zone NOT NULL,
  CONSTRAINT idempotency_keys_in_flight_pkey PRIMARY KEY (tenant_id, caller, method, path, key)
);

CREATE TABLE identities (
  tenant_id integer NOT NULL,
  provider text COLLATE "C" NOT NULL,
  external_id text COLLATE "C" NOT NULL,
  principal_id text COLLATE "C" NOT NULL,
  external_key text COLLATE "C" GENERATED ALWAYS AS (lower(external_id)) STORED,
  CONSTRAINT identities_tenant_id_principal_id_fkey FOREIGN KEY (tenant_id, principal_id) REFERENCES principals(tenant_id, id),
  CONSTRAINT identities_pkey PRIMARY KEY (tenant_id, provider, external_id)
);

CREATE TABLE import_names (
  tenant_id integer NOT NULL,
  import_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  CONSTRAINT import_names_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  CONSTRAINT import_names_pkey PRIMARY KEY (tenant_id, import_id, kind, key)
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
  traceparents text COLLATE "C",
  CONSTRAINT inbox_pkey PRIMARY KEY (tenant_id, id)
);

CREATE TABLE ingest_totals (
  tenant_id integer NOT NULL,
  connector text COLLATE "C" NOT NULL,
  events bigint NOT NULL,
  last_quarter bigint NOT NULL DEFAULT 0,
  run_quarters integer NOT NULL DEFAULT 0,
  longest_run integer NOT NULL DEFAULT 0,
  CONSTRAINT ingest_totals_pkey PRIMARY KEY (tenant_id, connector)
);

CREATE TABLE inventory_looks (
  tenant_id integer NOT NULL,
  looked_at timestamp with time zone NOT NULL,
  CONSTRAINT inventory_looks_pkey PRIMARY KEY (tenant_id)
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
  half_life_class smallint NOT NULL DEFAULT 0,
  CONSTRAINT lapse_counts_pkey PRIMARY KEY (tenant_id, noun, half_life_class, grain, bucket)
);

CREATE TABLE learned (
  tenant_id integer NOT NULL,
  kinds jsonb NOT NULL,
  told jsonb NOT NULL,
  learned_at timestamp with time zone NOT NULL,
  CONSTRAINT learned_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  CONSTRAINT learned_pkey PRIMARY KEY (tenant_id)
);

CREATE TABLE likelihoods (
  tenant_id integer NOT NULL,
  model_version smallint NOT NULL,
  blocks jsonb NOT NULL,
  fitted_at timestamp with time zone NOT NULL,
  CONSTRAINT likelihoods_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  CONSTRAINT likelihoods_pkey PRIMARY KEY (tenant_id)
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

CREATE TABLE notification_digests (
  tenant_id integer NOT NULL,
  principal_id text COLLATE "C" NOT NULL,
  day date NOT NULL,
  channel_id text COLLATE "C" NOT NULL,
  delivery_id text COLLATE "C" NOT NULL,
  CONSTRAINT notification_digests_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  CONSTRAINT notification_digests_pkey PRIMARY KEY (tenant_id, principal_id, day)
);

CREATE TABLE notification_settings (
  tenant_id integer NOT NULL,
  principal_id text COLLATE "C" NOT NULL,
  delivery text COLLATE "C" NOT NULL,
  digest_at text COLLATE "C" NOT NULL,
  time_zone text COLLATE "C" NOT NULL,
  quiet_hours json,
  weekdays text[] COLLATE "C" NOT NULL,
  occasions text[] COLLATE "C" NOT NULL,
  version integer NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  next_digest_at timestamp with time zone,
  CONSTRAINT notification_settings_check CHECK (((delivery = 'daily'::text) = (next_digest_at IS NOT NULL))),
  CONSTRAINT notification_settings_delivery_check CHECK ((delivery = ANY (ARRAY['at_once'::text, 'daily'::text, 'off'::text]))),
  CONSTRAINT notification_settings_weekdays_check CHECK ((cardinality(weekdays) > 0)),
  CONSTRAINT notification_settings_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  CONSTRAINT notification_settings_pkey PRIMARY KEY (tenant_id, principal_id)
);

CREATE TABLE notifications (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  endpoint_id text COLLATE "C" NOT NULL,
  recipient text COLLATE "C" NOT NULL,
  occasion text COLLATE "C" NOT NULL,
  review_id text COLLATE "C" NOT NULL,
  delivery_id text COLLATE "C",
  remediation_id text COLLATE "C",
  comment_id text COLLATE "C",
  CONSTRAINT notifications_occasion_check CHECK ((occasion = ANY (ARRAY['assigned'::text, 'reminder'::text, 'escalated'::text, 'overdue'::text, 'holder_answered'::text, 'mentioned'::text, 'removal_requested'::text, 'removal_blocked'::text]))),
  CONSTRAINT notifications_pkey PRIMARY KEY (tenant_id, id, endpoint_id)
);

CREATE TABLE organisations (
  tenant_id integer NOT NULL,
  name text NOT NULL,
  changed_by text NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  CONSTRAINT organisations_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  CONSTRAINT organisations_pkey PRIMARY KEY (tenant_id)
);

CREATE TABLE overview_changes (
  tenant_id integer NOT NULL,
  version bigint NOT NULL,
  CONSTRAINT overview_changes_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  CONSTRAINT overview_changes_pkey PRIMARY KEY (tenant_id)
);

CREATE TABLE overviews (
  tenant_id integer NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  computed_at timestamp with time zone,
  took_ms integer NOT NULL DEFAULT 0,
  figures jsonb,
  computed_version bigint NOT NULL DEFAULT 0,
  CONSTRAINT overviews_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  CONSTRAINT overviews_pkey PRIMARY KEY (tenant_id)
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

CREATE TABLE peer_moves (
  tenant_id integer NOT NULL,
  asset_id text COLLATE "C" NOT NULL,
  department text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT peer_moves_pkey PRIMARY KEY (tenant_id, asset_id, department, type)
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

CREATE TABLE policy_dry_runs (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  policy_now jsonb NOT NULL,
  policy_then jsonb NOT NULL,
  created_by text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  total integer NOT NULL,
  processed integer NOT NULL DEFAULT 0,
  position_principal_id text COLLATE "C",
  position_asset_id text COLLATE "C",
  partial jsonb,
  failures smallint NOT NULL DEFAULT 0,
  error text,
  result jsonb,
  completed_at timestamp with time zone,
  CONSTRAINT policy_dry_runs_status_check CHECK ((status = ANY (ARRAY['running'::text, 'completed'::text, 'failed'::text]))),
  CONSTRAINT policy_dry_runs_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  CONSTRAINT policy_dry_runs_pkey PRIMARY KEY (tenant_id, id)
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
  half_life_class smallint NOT NULL DEFAULT 0,
  overtaken_at timestamp with time zone,
  CONSTRAINT principal_scores_half_life_class_check CHECK (((half_life_class >= '-1'::integer) AND (half_life_class <= 3))),
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
  name_key text COLLATE "C" GENERATED ALWAYS AS ("left"(lower(display_name), 120)) STORED,
  removed_at timestamp with time zone,
  linked_to text COLLATE "C",
  purpose text COLLATE "C",
  purpose_since timestamp with time zone,
  department_since timestamp with time zone,
  department_before text,
  is_move boolean,
  inventory_since timestamp with time zone,
  CONSTRAINT principals_purpose_check CHECK ((purpose = ANY (ARRAY['standby'::text, 'break_glass'::text]))),
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
  attempts integer NOT NULL DEFAULT 0,
  not_before timestamp with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone,
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
  also_revoked text[] NOT NULL DEFAULT '{}'::text[],
  undo jsonb,
  remaining_paths jsonb,
  accept_other_losses boolean NOT NULL DEFAULT false,
  approved_by text,
  approved_at timestamp with time zone,
  due_at timestamp with time zone,
  lease text COLLATE "C",
  released_at timestamp with time zone,
  released_grants integer NOT NULL DEFAULT 0,
  released_asset_grants integer NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL,
  completed_at timestamp with time zone,
  verified_at timestamp with time zone,
  reverted_at timestamp with time zone,
  execution text COLLATE "C" NOT NULL DEFAULT 'connector'::text,
  assigned_to_id text COLLATE "C",
  requested_at timestamp with time zone,
  attested_by text,
  attested_at timestamp with time zone,
  attestation text,
  verified_by text,
  observed text COLLATE "C",
  observed_at timestamp with time zone,
  observed_by text,
  contradicted_at timestamp with time zone,
  contradiction_open boolean NOT NULL DEFAULT false,
  edge_connector_id text COLLATE "C",
  CONSTRAINT remediations_action_check CHECK ((action = ANY (ARRAY['remove_group_membership'::text, 'revoke_grant'::text, 'remove_role_assignment'::text]))),
  CONSTRAINT remediations_execution_check CHECK ((execution = ANY (ARRAY['connector'::text, 'person'::text, 'simulated'::text]))),
  CONSTRAINT remediations_mode_check CHECK ((mode = ANY (ARRAY['automatic'::text, 'manual'::text, 'dry_run'::text]))),
  CONSTRAINT remediations_observed_check CHECK ((observed = ANY (ARRAY['gone'::text, 'present'::text]))),
  CONSTRAINT remediations_operation_check CHECK ((operation = ANY (ARRAY['revoke'::text, 'restore'::text]))),
  CONSTRAINT remediations_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'running'::text, 'requested'::text, 'completed'::text, 'failed'::text, 'blocked'::text, 'reverted'::text]))),
  CONSTRAINT remediations_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  CONSTRAINT remediations_pkey PRIMARY KEY (tenant_id, id)
);

CREATE TABLE removed_accounts (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  connector_id text COLLATE "C" NOT NULL,
  external_key text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  home_id text COLLATE "C" NOT NULL,
  principal_id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  entra_object_id text COLLATE "C",
  sign_in_key text COLLATE "C",
  email_key text COLLATE "C",
  disabled boolean NOT NULL,
  profile jsonb NOT NULL,
  how text COLLATE "C" NOT NULL,
  linked_at timestamp with time zone NOT NULL,
  linked_by text NOT NULL,
  settled text COLLATE "C",
  first_seen_at timestamp with time zone NOT NULL,
  before_link jsonb,
  gone_at timestamp with time zone,
  CONSTRAINT removed_accounts_tenant_id_connector_id_fkey FOREIGN KEY (tenant_id, connector_id) REFERENCES removed_connectors(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT removed_accounts_pkey PRIMARY KEY (tenant_id, id)
);

CREATE TABLE removed_connectors (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  platform text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  settings jsonb NOT NULL,
  checkpoint text,
  sync_number bigint NOT NULL,
  last_use_read_at timestamp with time zone,
  removed_at timestamp with time zone NOT NULL,
  CONSTRAINT removed_connectors_pkey PRIMARY KEY (tenant_id, id)
);

CREATE TABLE removed_objects (
  tenant_id integer NOT NULL,
  connector_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  external_key text COLLATE "C" NOT NULL,
  lapse_id text COLLATE "C" NOT NULL,
  member_id text COLLATE "C",
  is_owned boolean NOT NULL,
  gone_at timestamp with time zone,
  details jsonb NOT NULL,
  missing_in bigint,
  CONSTRAINT removed_objects_tenant_id_connector_id_fkey FOREIGN KEY (tenant_id, connector_id) REFERENCES removed_connectors(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT removed_objects_pkey PRIMARY KEY (tenant_id, connector_id, kind, external_key)
);

CREATE TABLE report_chunks (
  tenant_id integer NOT NULL,
  report_id text COLLATE "C" NOT NULL,
  attempt text COLLATE "C" NOT NULL,
  "position" integer NOT NULL,
  bytes bytea NOT NULL,
  CONSTRAINT report_chunks_tenant_id_report_id_fkey FOREIGN KEY (tenant_id, report_id) REFERENCES reports(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT report_chunks_pkey PRIMARY KEY (tenant_id, report_id, attempt, "position")
);

CREATE TABLE report_schedule_runs (
  tenant_id integer NOT NULL,
  report_id text COLLATE "C" NOT NULL,
  schedule_name text NOT NULL,
  recipients text[] NOT NULL,
  CONSTRAINT report_schedule_runs_tenant_id_report_id_fkey FOREIGN KEY (tenant_id, report_id) REFERENCES reports(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT report_schedule_runs_pkey PRIMARY KEY (tenant_id, report_id)
);

CREATE TABLE report_schedules (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  type text COLLATE "C" NOT NULL,
  format text COLLATE "C" NOT NULL,
  filters jsonb NOT NULL,
  cron text COLLATE "C" NOT NULL,
  time_zone text COLLATE "C" NOT NULL,
  period_rule text COLLATE "C" NOT NULL,
  recipients text[] NOT NULL,
  enabled boolean NOT NULL,
  next_run_at timestamp with time zone,
  last_run_at timestamp with time zone,
  last_report_id text COLLATE "C",
  last_error text,
  created_by text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT report_schedules_format_check CHECK ((format = ANY (ARRAY['pdf'::text, 'csv'::text, 'json'::text, 'xlsx'::text]))),
  CONSTRAINT report_schedules_type_check CHECK ((type = ANY (ARRAY['compliance_summary'::text, 'stale_access'::text, 'review_decisions'::text, 'remediation_log'::text, 'audit_export'::text]))),
  CONSTRAINT report_schedules_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  CONSTRAINT report_schedules_pkey PRIMARY KEY (tenant_id, id)
);

CREATE TABLE reports (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  format text COLLATE "C" NOT NULL,
  period_start timestamp with time zone NOT NULL,
  period_end timestamp with time zone NOT NULL,
  filters jsonb NOT NULL,
  requested_by text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  status text COLLATE "C" NOT NULL DEFAULT 'generating'::text,
  progress double precision NOT NULL DEFAULT 0,
  rows_written bigint NOT NULL DEFAULT 0,
  rows_estimated bigint NOT NULL,
  estimated_completion timestamp with time zone,
  attempts integer NOT NULL DEFAULT 0,
  error text,
  due_at timestamp with time zone,
  lease text COLLATE "C",
  storage text COLLATE "C" NOT NULL DEFAULT 'database'::text,
  completed_at timestamp with time zone,
  size_bytes bigint,
  sha256 text COLLATE "C",
  row_count bigint,
  rows_sha256 text COLLATE "C",
  expires_at timestamp with time zone,
  removed_at timestamp with time zone,
  CONSTRAINT reports_format_check CHECK ((format = ANY (ARRAY['pdf'::text, 'csv'::text, 'json'::text, 'xlsx'::text]))),
  CONSTRAINT reports_status_check CHECK ((status = ANY (ARRAY['generating'::text, 'completed'::text, 'failed'::text]))),
  CONSTRAINT reports_storage_check CHECK ((storage = ANY (ARRAY['database'::text, 's3'::text]))),
  CONSTRAINT reports_type_check CHECK ((type = ANY (ARRAY['compliance_summary'::text, 'stale_access'::text, 'review_decisions'::text, 'remediation_log'::text, 'audit_export'::text]))),
  CONSTRAINT reports_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  CONSTRAINT reports_pkey PRIMARY KEY (tenant_id, id)
);

CREATE TABLE review_comments (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  review_id text COLLATE "C" NOT NULL,
  author text NOT NULL,
  text text NOT NULL,
  nonce text NOT NULL,
  mentions text[] COLLATE "C" NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT review_comments_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  CONSTRAINT review_comments_pkey PRIMARY KEY (tenant_id, id)
);

CREATE TABLE review_count_changes (
  tenant_id integer NOT NULL,
  noun text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  risk_level text COLLATE "C" NOT NULL,
  amount bigint NOT NULL
);

CREATE TABLE review_counts (
  tenant_id integer NOT NULL,
  noun text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  amounts bigint[] NOT NULL,
  CONSTRAINT review_counts_pkey PRIMARY KEY (tenant_id, noun, key)
);

CREATE TABLE review_decisions (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  review_id text COLLATE "C" NOT NULL,
  grant_id text COLLATE "C" NOT NULL,
  decision text COLLATE "C" NOT NULL,
  reason text NOT NULL,
  decided_by text NOT NULL,
  decided_at timestamp with time zone NOT NULL,
  next_review_at timestamp with time zone,
  unanswered boolean NOT NULL DEFAULT false,
  rule_id text COLLATE "C",
  CONSTRAINT review_decisions_decision_check CHECK ((decision = ANY (ARRAY['CONFIRM'::text, 'REVOKE'::text]))),
  CONSTRAINT review_decisions_pkey PRIMARY KEY (tenant_id, review_id, grant_id)
);

CREATE TABLE reviews (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  principal_id text COLLATE "C" NOT NULL,
  asset_id text COLLATE "C" NOT NULL,
  access_grant_ids text[] NOT NULL,
  decay_score double precision NOT NULL,
  risk_level text COLLATE "C" NOT NULL,
  recommendation text COLLATE "C" NOT NULL,
  evidence_json jsonb,
  assigned_to_id text COLLATE "C",
  workflow_id text COLLATE "C" NOT NULL,
  campaign_id text COLLATE "C",
  status text COLLATE "C" NOT NULL,
  origin text COLLATE "C" NOT NULL,
  reason text,
  notes text,
  requested_by text NOT NULL,
  previous_review_id text COLLATE "C",
  due_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  closed_at timestamp with time zone,
  first_due_at timestamp with time zone,
  unanswered_before integer NOT NULL DEFAULT 0,
  first_asked_at timestamp with time zone,
  asked_about jsonb,
  priority smallint NOT NULL DEFAULT 0,
  priority_facts jsonb,
  weighed_at timestamp with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone,
  escalations smallint NOT NULL DEFAULT 0,
  had_by text[] COLLATE "C" NOT NULL DEFAULT '{}'::text[],
  with_holder_until timestamp with time zone,
  reviewer_asked_at timestamp with time zone,
  CONSTRAINT reviews_origin_check CHECK ((origin = ANY (ARRAY['threshold'::text, 'manual'::text, 'campaign'::text, 'confirmation_ended'::text, 'asked_again'::text, 'rule'::text]))),
  CONSTRAINT reviews_recommendation_check CHECK ((recommendation = ANY (ARRAY['REVOKE'::text, 'REVIEW'::text, 'CONFIRM'::text]))),
  CONSTRAINT reviews_risk_level_check CHECK ((risk_level = ANY (ARRAY['CRITICAL'::text, 'HIGH'::text, 'MEDIUM'::text, 'LOW'::text]))),
  CONSTRAINT reviews_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'DECIDED'::text, 'EXPIRED'::text, 'ESCALATED'::text]))),
  CONSTRAINT reviews_with_holder CHECK (((with_holder_until IS NULL) OR (status = 'PENDING'::text))),
  CONSTRAINT reviews_pkey PRIMARY KEY (tenant_id, id)
);

CREATE TABLE rules (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  kind text COLLATE "C" NOT NULL,
  days integer NOT NULL,
  permissions text[] COLLATE "C" NOT NULL,
  cap_per_day integer NOT NULL,
  owner_id text COLLATE "C" NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  is_on boolean NOT NULL DEFAULT false,
  off_because text COLLATE "C" NOT NULL DEFAULT 'new'::text,
  paused_because text,
  version integer NOT NULL,
  created_by text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  changed_by text NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  look_at timestamp with time zone NOT NULL,
  looked_to timestamp with time zone,
  looked_to_principal_id text COLLATE "C" NOT NULL DEFAULT ''::text,
  looked_to_grant_id text COLLATE "C" NOT NULL DEFAULT ''::text,
  CONSTRAINT rules_cap_per_day_check CHECK ((cap_per_day > 0)),
  CONSTRAINT rules_kind_check CHECK ((kind = ANY (ARRAY['leaver'::text, 'never_used'::text]))),
  CONSTRAINT rules_off_because_check CHECK ((off_because = ANY (ARRAY['new'::text, 'changed'::text, 'switched_off'::text, 'expired'::text]))),
  CONSTRAINT rules_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  CONSTRAINT rules_pkey PRIMARY KEY (tenant_id, id)
);

CREATE TABLE scim_keys (
  tenant_id integer NOT NULL,
  key text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  CONSTRAINT scim_keys_tenant_id_id_fkey FOREIGN KEY (tenant_id, id) REFERENCES scim_resources(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT scim_keys_pkey PRIMARY KEY (tenant_id, key, id)
);

CREATE TABLE scim_resources (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  user_name_key text COLLATE "C",
  resource jsonb NOT NULL,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  CONSTRAINT scim_resources_check CHECK (((type = 'User'::text) = (user_name_key IS NOT NULL))),
  CONSTRAINT scim_resources_type_check CHECK ((type = ANY (ARRAY['User'::text, 'Group'::text]))),
  CONSTRAINT scim_resources_tenant_id_id_fkey FOREIGN KEY (tenant_id, id) REFERENCES principals(tenant_id, id),
  CONSTRAINT scim_resources_pkey PRIMARY KEY (tenant_id, id)
);

CREATE TABLE scim_tokens (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  secret_hash bytea NOT NULL,
  previous_hash bytea,
  previous_expires_at timestamp with time zone,
  created_by text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  rotated_at timestamp with time zone,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  revoked_by text,
  CONSTRAINT scim_tokens_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  CONSTRAINT scim_tokens_pkey PRIMARY KEY (tenant_id, id)
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

CREATE TABLE seeded_questions (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  asked_of text NOT NULL,
  review_id text COLLATE "C" NOT NULL,
  known text COLLATE "C" NOT NULL,
  decided_at timestamp with time zone NOT NULL,
  days_used smallint,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  is_open boolean NOT NULL DEFAULT true,
  answer text COLLATE "C",
  reason text,
  answered_at timestamp with time zone,
  CONSTRAINT seeded_questions_answer_check CHECK ((answer = ANY (ARRAY['CONFIRM'::text, 'REVOKE'::text, 'ESCALATE'::text]))),
  CONSTRAINT seeded_questions_answered CHECK ((((answer IS NULL) = (answered_at IS NULL)) AND ((answer IS NULL) = (reason IS NULL)))),
  CONSTRAINT seeded_questions_check CHECK (((days_used IS NOT NULL) = (known = 'CONFIRM'::text))),
  CONSTRAINT seeded_questions_closed CHECK (((NOT is_open) OR (answer IS NULL))),
  CONSTRAINT seeded_questions_known_check CHECK ((known = ANY (ARRAY['CONFIRM'::text, 'REVOKE'::text]))),
  CONSTRAINT seeded_questions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  CONSTRAINT seeded_questions_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT seeded_questions_once UNIQUE (tenant_id, asked_of, review_id)
);

CREATE TABLE seen_reviewers (
  tenant_id integer NOT NULL,
  subject text COLLATE "C" NOT NULL,
  principal_id text COLLATE "C" NOT NULL,
  identifiers text[] NOT NULL,
  aliases text[] NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  CONSTRAINT seen_reviewers_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  CONSTRAINT seen_reviewers_pkey PRIMARY KEY (tenant_id, subject)
);

CREATE TABLE sessions (
  tenant_id integer NOT NULL,
  id_hash bytea NOT NULL,
  subject text COLLATE "C" NOT NULL,
  tokens text COLLATE "C" NOT NULL,
  token_expires_at timestamp with time zone NOT NULL,
  renew_at timestamp with time zone,
  renewing_until timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  ends_at timestamp with time zone NOT NULL,
  CONSTRAINT sessions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  CONSTRAINT sessions_pkey PRIMARY KEY (tenant_id, id_hash)
);

CREATE TABLE slack_requests (
  tenant_id integer NOT NULL,
  channel_id text COLLATE "C" NOT NULL,
  signature_hash bytea NOT NULL,
  received_at timestamp with time zone NOT NULL,
  message jsonb,
  CONSTRAINT slack_requests_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  CONSTRAINT slack_requests_pkey PRIMARY KEY (tenant_id, channel_id, signature_hash)
);

CREATE TABLE slack_users (
  tenant_id integer NOT NULL,
  channel_id text COLLATE "C" NOT NULL,
  team_id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  principal_id text COLLATE "C" NOT NULL,
  email text NOT NULL,
  found_at timestamp with time zone NOT NULL,
  CONSTRAINT slack_users_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  CONSTRAINT slack_users_pkey PRIMARY KEY (tenant_id, channel_id, principal_id)
);

CREATE TABLE stage_timings (
  tenant_id integer NOT NULL,
  stage text COLLATE "C" NOT NULL,
  minute integer NOT NULL,
  buckets bigint[] NOT NULL,
  seconds double precision NOT NULL,
  CONSTRAINT stage_timings_pkey PRIMARY KEY (tenant_id, stage, minute)
);

CREATE TABLE substitutes (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  principal_id text COLLATE "C" NOT NULL,
  substitute_id text COLLATE "C" NOT NULL,
  starts_at timestamp with time zone NOT NULL,
  ends_at timestamp with time zone,
  named_by text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT substitutes_check CHECK ((principal_id <> substitute_id)),
  CONSTRAINT substitutes_check1 CHECK ((ends_at > starts_at)),
  CONSTRAINT substitutes_tenant_id_principal_id_fkey FOREIGN KEY (tenant_id, principal_id) REFERENCES principals(tenant_id, id),
  CONSTRAINT substitutes_tenant_id_substitute_id_fkey FOREIGN KEY (tenant_id, substitute_id) REFERENCES principals(tenant_id, id),
  CONSTRAINT substitutes_pkey PRIMARY KEY (tenant_id, id)
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
  connector_id text COLLATE "C" NOT NULL DEFAULT ''::text,
  counted_until timestamp with time zone,
  CONSTRAINT telemetry_gaps_pkey PRIMARY KEY (tenant_id, platform, connector_id, started_at)
);

CREATE TABLE tenants (
  tenant_id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  tid text COLLATE "C" NOT NULL,
  issuer text COLLATE "C",
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT tenants_pkey PRIMARY KEY (tenant_id),
  CONSTRAINT tenants_tid_key UNIQUE (tid)
);

CREATE TABLE unanswered_changes (
  tenant_id integer NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  grant_id text COLLATE "C" NOT NULL,
  CONSTRAINT unanswered_changes_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  CONSTRAINT unanswered_changes_pkey PRIMARY KEY (tenant_id, id)
);

CREATE TABLE views (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  page text COLLATE "C" NOT NULL,
  owner_id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  query json NOT NULL,
  hidden_columns text[] COLLATE "C" NOT NULL,
  shared boolean NOT NULL,
  created_at timestamp with time zone NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  CONSTRAINT views_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  CONSTRAINT views_pkey PRIMARY KEY (tenant_id, id)
);

CREATE TABLE waiting_reviews (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  principal_id text COLLATE "C" NOT NULL,
  asset_id text COLLATE "C" NOT NULL,
  reviewer_id text COLLATE "C" NOT NULL,
  priority smallint NOT NULL,
  lightness smallint GENERATED ALWAYS AS ((100 - priority)) STORED,
  weighed_at timestamp with time zone NOT NULL,
  since timestamp with time zone NOT NULL,
  CONSTRAINT waiting_reviews_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  CONSTRAINT waiting_reviews_pkey PRIMARY KEY (tenant_id, id)
);

CREATE TABLE waiting_turns (
  tenant_id integer NOT NULL,
  next_at timestamp with time zone NOT NULL,
  CONSTRAINT waiting_turns_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  CONSTRAINT waiting_turns_pkey PRIMARY KEY (tenant_id)
);

CREATE TABLE webhook_deliveries (
  tenant_id integer NOT NULL,
  endpoint_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  recipient text,
  status text COLLATE "C" NOT NULL DEFAULT 'pending'::text,
  due_at timestamp with time zone,
  lease text COLLATE "C",
  tries smallint NOT NULL DEFAULT 0,
  attempts jsonb NOT NULL DEFAULT '[]'::jsonb,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  finished_at timestamp with time zone,
  waits_for text COLLATE "C",
  CONSTRAINT webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'dead'::text, 'skipped'::text]))),
  CONSTRAINT webhook_deliveries_waits_for_check CHECK ((waits_for = ANY (ARRAY['gathering'::text, 'quiet_hours'::text, 'weekdays'::text, 'digest'::text]))),
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (tenant_id, endpoint_id, id)
);

CREATE TABLE webhook_events (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  payload text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT webhook_events_pkey PRIMARY KEY (tenant_id, id)
);

CREATE TABLE webhooks (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  url text,
  event_types text[] NOT NULL,
  description text NOT NULL DEFAULT ''::text,
  status text COLLATE "C" NOT NULL DEFAULT 'enabled'::text,
  disabled_reason text,
  disabled_at timestamp with time zone,
  sealed_secret text,
  sealed_previous_secret text,
  previous_secret_expires_at timestamp with time zone,
  signs_with_previous boolean NOT NULL DEFAULT false,
  settings jsonb NOT NULL DEFAULT '{}'::jsonb,
  sealed_settings text,
  breaker text COLLATE "C" NOT NULL DEFAULT 'closed'::text,
  probe_at timestamp with time zone,
  consecutive_failures integer NOT NULL DEFAULT 0,
  failing_since timestamp with time zone,
  last_success_at timestamp with time zone,
  last_failure_at timestamp with time zone,
  last_error text,
  created_by text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT webhooks_breaker_check CHECK ((breaker = ANY (ARRAY['closed'::text, 'open'::text]))),
  CONSTRAINT webhooks_kind_check CHECK ((kind = ANY (ARRAY['webhook'::text, 'slack'::text, 'teams'::text, 'email'::text]))),
  CONSTRAINT webhooks_status_check CHECK ((status = ANY (ARRAY['enabled'::text, 'disabled'::text, 'deleted'::text]))),
  CONSTRAINT webhooks_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  CONSTRAINT webhooks_pkey PRIMARY KEY (tenant_id, id)
);

CREATE TABLE work_failures (
  tenant_id integer NOT NULL,
  work text NOT NULL,
  attempts integer NOT NULL,
  first_failed_at timestamp with time zone NOT NULL,
  last_failed_at timestamp with time zone NOT NULL,
  error text NOT NULL,
  CONSTRAINT work_failures_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  CONSTRAINT work_failures_pkey PRIMARY KEY (tenant_id, work)
);

CREATE TABLE workflows (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  review_id text COLLATE "C" NOT NULL,
  steps jsonb NOT NULL,
  reminder_percents double precision[] NOT NULL,
  started_at timestamp with time zone NOT NULL,
  timer text COLLATE "C",
  timer_percent double precision,
  timer_at timestamp with time zone,
  CONSTRAINT workflows_timer_check CHECK ((timer = ANY (ARRAY['reminder'::text, 'deadline'::text, 'confirmation_end'::text, 'ask_again'::text, 'ask_reviewer'::text]))),
  CONSTRAINT workflows_pkey PRIMARY KEY (tenant_id, id)
);

CREATE INDEX accounts_by_email_key ON public.accounts USING btree (tenant_id, email_key) WHERE (email_key IS NOT NULL);

CREATE INDEX accounts_by_home ON public.accounts USING btree (tenant_id, home_id);

CREATE UNIQUE INDEX accounts_by_key ON public.accounts USING btree (tenant_id, connector_id, external_key);

CREATE INDEX accounts_by_object_id ON public.accounts USING btree (tenant_id, entra_object_id) WHERE (entra_object_id IS NOT NULL);

CREATE INDEX accounts_by_principal ON public.accounts USING btree (tenant_id, principal_id);

CREATE INDEX accounts_by_sign_in_key ON public.accounts USING btree (tenant_id, sign_in_key) WHERE (sign_in_key IS NOT NULL);

CREATE INDEX accounts_members_elsewhere ON public.accounts USING btree (tenant_id, connector_id, principal_id) WHERE members_elsewhere;

CREATE INDEX anomaly_signals_by_principal ON public.anomaly_signals USING btree (tenant_id, principal_id, occurred_at);

CREATE INDEX assets_by_classification ON public.assets USING btree (tenant_id, classification, id);

CREATE INDEX assets_by_connector ON public.assets USING btree (tenant_id, connector_id, id) WHERE (connector_id IS NOT NULL);

CREATE INDEX assets_by_name ON public.assets USING btree (tenant_id, name_key, id);

CREATE INDEX assets_by_platform ON public.assets USING btree (tenant_id, platform, id);

CREATE INDEX assets_by_type ON public.assets USING btree (tenant_id, type, id);

CREATE INDEX audit_entries_by_actor ON public.audit_entries USING btree (tenant_id, actor, recorded_at, id) WHERE (actor <> 'system'::text);

CREATE INDEX audit_entries_by_append ON public.audit_entries USING btree (tenant_id, appended_xid, seq);

CREATE INDEX audit_entries_by_asset ON public.audit_entries USING btree (tenant_id, asset_id, recorded_at, id) WHERE (asset_id IS NOT NULL);

CREATE INDEX audit_entries_by_principal ON public.audit_entries USING btree (tenant_id, principal_id, recorded_at, id);

CREATE INDEX audit_entries_by_review ON public.audit_entries USING btree (tenant_id, review_id, recorded_at, id) WHERE (review_id IS NOT NULL);

CREATE INDEX audit_entries_by_time ON public.audit_entries USING btree (tenant_id, recorded_at, id);

CREATE INDEX audit_entries_by_type ON public.audit_entries USING btree (tenant_id, event_type, recorded_at, id);

CREATE INDEX campaign_schedules_due ON public.campaign_schedules USING btree (tenant_id, next_run_at) WHERE (next_run_at IS NOT NULL);

CREATE UNIQUE INDEX campaigns_by_instant ON public.campaigns USING btree (tenant_id, schedule_id, scheduled_for) WHERE (scheduled_for IS NOT NULL);

CREATE INDEX campaigns_generating ON public.campaigns USING btree (tenant_id, id) WHERE (generated_at IS NULL);

CREATE INDEX campaigns_to_report ON public.campaigns USING btree (tenant_id, id) WHERE ((report IS NOT NULL) AND (report_id IS NULL));

CREATE INDEX connector_objects_by_lapse_id ON public.connector_objects USING btree (tenant_id, lapse_id, kind);

CREATE INDEX connector_objects_by_member ON public.connector_objects USING btree (tenant_id, member_id, connector_id) WHERE (kind = 'membership'::text);

CREATE INDEX connector_objects_missing ON public.connector_objects USING btree (tenant_id, connector_id, kind) WHERE ((missing_in IS NOT NULL) AND (gone_at IS NULL));

CREATE INDEX connectors_due ON public.connectors USING btree (tenant_id, next_sync_at) WHERE (next_sync_at IS NOT NULL);

CREATE INDEX decision_links_ending ON public.decision_links USING btree (tenant_id, expires_at);

CREATE INDEX disabled_accounts_now ON public.disabled_accounts USING btree (tenant_id, since, principal_id) WHERE (until IS NULL);

CREATE UNIQUE INDEX event_rejections_by_event ON public.event_rejections USING btree (tenant_id, event_id) WHERE (event_id IS NOT NULL);

CREATE INDEX events_by_principal ON ONLY public.events USING btree (tenant_id, principal_id, occurred_at);

CREATE INDEX grant_scores_by_lapse ON public.grant_scores USING btree (tenant_id, half_life_class, lapses_at, grant_id) WHERE active;

CREATE INDEX grant_scores_by_reached ON public.grant_scores USING btree (tenant_id, half_life_class, reached, lapses_at) WHERE active;

CREATE INDEX grant_scores_never_used ON public.grant_scores USING btree (tenant_id, lapses_at, grant_id) WHERE (active AND (last_used_at IS NULL));

CREATE INDEX grant_scores_unanswered ON public.grant_scores USING btree (tenant_id, half_life_class, lapses_at, grant_id) WHERE (active AND (unanswered_review_id IS NOT NULL));

CREATE INDEX grants_by_asset ON public.grants USING btree (tenant_id, asset_id, id);

CREATE INDEX grants_by_group_asset ON public.grants USING btree (tenant_id, via_group_id, asset_id) WHERE (via_group_id IS NOT NULL);

CREATE INDEX grants_by_pair ON public.grants USING btree (tenant_id, principal_id, asset_id, status, id);

CREATE INDEX grants_by_permission ON public.grants USING btree (tenant_id, asset_id, permission, principal_id) WHERE (status = 'active'::text);

CREATE INDEX grants_by_principal ON public.grants USING btree (tenant_id, principal_id, id);

CREATE INDEX grants_not_active ON public.grants USING btree (tenant_id, status, id) WHERE (status <> 'active'::text);

CREATE INDEX group_decision_reviews_decided ON public.group_decision_reviews USING btree (tenant_id, review_id) WHERE (state = ANY (ARRAY['decided'::text, 'undone'::text, 'stands'::text]));

CREATE UNIQUE INDEX group_decision_reviews_waiting ON public.group_decision_reviews USING btree (tenant_id, review_id) WHERE (state = 'waiting'::text);

CREATE INDEX group_decisions_due ON public.group_decisions USING btree (tenant_id, due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX held_questions_by_rule ON public.held_questions USING btree (tenant_id, rule_id, id);

CREATE UNIQUE INDEX held_questions_pair ON public.held_questions USING btree (tenant_id, principal_id, asset_id);

CREATE INDEX held_questions_to_look ON public.held_questions USING btree (tenant_id, look_at, id);

CREATE INDEX holder_links_ending ON public.holder_links USING btree (tenant_id, expires_at);

CREATE INDEX holder_questions_by_review ON public.holder_questions USING btree (tenant_id, review_id, id);

CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING btree (tenant_id, created_at);

CREATE INDEX identities_by_external_id ON public.identities USING btree (tenant_id, external_id);

CREATE INDEX identities_by_external_key ON public.identities USING btree (tenant_id, external_key);

CREATE INDEX identities_by_principal ON public.identities USING btree (tenant_id, principal_id);

CREATE INDEX jobs_not_completed ON public.jobs USING btree (tenant_id, status, created_at) WHERE (status <> 'completed'::text);

CREATE INDEX memberships_by_member ON public.memberships USING btree (tenant_id, member_id);

CREATE INDEX notification_digests_by_delivery ON public.notification_digests USING btree (tenant_id, delivery_id);

CREATE INDEX notification_settings_due ON public.notification_settings USING btree (tenant_id, next_digest_at) WHERE (next_digest_at IS NOT NULL);

CREATE INDEX notifications_by_delivery ON public.notifications USING btree (tenant_id, endpoint_id, delivery_id, id) WHERE (delivery_id IS NOT NULL);

CREATE INDEX notifications_waiting ON public.notifications USING btree (tenant_id, endpoint_id, recipient, id) WHERE (delivery_id IS NULL);

CREATE INDEX policy_dry_runs_by_age ON public.policy_dry_runs USING btree (tenant_id, created_at);

CREATE INDEX policy_dry_runs_running ON public.policy_dry_runs USING btree (tenant_id, created_at, id) WHERE (status = 'running'::text);

CREATE INDEX principal_scores_by_lapse ON public.principal_scores USING btree (tenant_id, half_life_class, lapses_at, principal_id);

CREATE INDEX principal_scores_by_reached ON public.principal_scores USING btree (tenant_id, half_life_class, reached, lapses_at);

CREATE INDEX principal_scores_overtaken ON public.principal_scores USING btree (tenant_id, overtaken_at) WHERE (overtaken_at IS NOT NULL);

CREATE INDEX principals_by_department ON public.principals USING btree (tenant_id, department, id);

CREATE INDEX principals_by_email ON public.principals USING btree (tenant_id, email_key, id);

CREATE INDEX principals_by_name ON public.principals USING btree (tenant_id, name_key, id);

CREATE INDEX principals_by_type ON public.principals USING btree (tenant_id, type, id);

CREATE INDEX principals_inventory ON public.principals USING btree (tenant_id, id) WHERE (inventory_since IS NOT NULL);

CREATE INDEX principals_linked ON public.principals USING btree (tenant_id, id) WHERE (linked_to IS NOT NULL);

CREATE INDEX principals_linked_to ON public.principals USING btree (tenant_id, linked_to) WHERE (linked_to IS NOT NULL);

CREATE INDEX principals_with_unsettled_moves ON public.principals USING btree (tenant_id) WHERE ((department_since IS NOT NULL) AND (is_move IS NULL));

CREATE INDEX remediation_breakers_by_scope ON public.remediation_breakers USING btree (tenant_id, scope, asset_id, released_at);

CREATE UNIQUE INDEX remediation_breakers_open ON public.remediation_breakers USING btree (tenant_id, scope, asset_id) WHERE (released_at IS NULL);

CREATE INDEX remediation_steps_by_time ON public.remediation_steps USING btree (tenant_id, at, remediation_id);

CREATE INDEX remediations_by_asset ON public.remediations USING btree (tenant_id, asset_id, id);

CREATE INDEX remediations_by_asset_status ON public.remediations USING btree (tenant_id, asset_id, status, id);

CREATE INDEX remediations_by_assignee ON public.remediations USING btree (tenant_id, assigned_to_id, status, id) WHERE (assigned_to_id IS NOT NULL);

CREATE INDEX remediations_by_creation ON public.remediations USING btree (tenant_id, created_at, id);

CREATE INDEX remediations_by_grant ON public.remediations USING btree (tenant_id, grant_id, id);

CREATE INDEX remediations_by_platform ON public.remediations USING btree (tenant_id, platform, id);

CREATE INDEX remediations_by_platform_status ON public.remediations USING btree (tenant_id, platform, status, id);

CREATE INDEX remediations_by_principal ON public.remediations USING btree (tenant_id, principal_id, id);

CREATE INDEX remediations_by_review ON public.remediations USING btree (tenant_id, review_id, id);

CREATE INDEX remediations_by_status ON public.remediations USING btree (tenant_id, status, id);

CREATE INDEX remediations_due ON public.remediations USING btree (tenant_id, due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX remediations_findings ON public.remediations USING btree (tenant_id, id) WHERE contradiction_open;

CREATE INDEX remediations_released ON public.remediations USING btree (tenant_id, released_at) INCLUDE (released_grants, status) WHERE (released_at IS NOT NULL);

CREATE INDEX remediations_released_by_asset ON public.remediations USING btree (tenant_id, asset_id, released_at) INCLUDE (released_asset_grants, status) WHERE (released_at IS NOT NULL);

CREATE INDEX removed_accounts_by_connector ON public.removed_accounts USING btree (tenant_id, connector_id);

CREATE INDEX report_schedules_due ON public.report_schedules USING btree (tenant_id, next_run_at) WHERE (next_run_at IS NOT NULL);

CREATE INDEX reports_by_expiry ON public.reports USING btree (tenant_id, expires_at) WHERE (expires_at IS NOT NULL);

CREATE INDEX reports_by_status ON public.reports USING btree (tenant_id, status, id);

CREATE INDEX reports_by_type ON public.reports USING btree (tenant_id, type, id);

CREATE INDEX reports_due ON public.reports USING btree (tenant_id, due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX reports_removed ON public.reports USING btree (tenant_id, removed_at) WHERE (removed_at IS NOT NULL);

CREATE INDEX review_comments_by_review ON public.review_comments USING btree (tenant_id, review_id, id);

CREATE INDEX review_count_changes_by_key ON public.review_count_changes USING btree (tenant_id, noun, key);

CREATE UNIQUE INDEX review_decisions_by_any_rule ON public.review_decisions USING btree (tenant_id, grant_id) WHERE (rule_id IS NOT NULL);

CREATE INDEX review_decisions_by_decider ON public.review_decisions USING btree (tenant_id, decided_by, decided_at, id);

CREATE INDEX review_decisions_by_grant ON public.review_decisions USING btree (tenant_id, grant_id, decided_at);

CREATE INDEX review_decisions_by_rule ON public.review_decisions USING btree (tenant_id, rule_id, decided_at) WHERE (rule_id IS NOT NULL);

CREATE INDEX review_decisions_by_time ON public.review_decisions USING btree (tenant_id, decided_at, id);

CREATE INDEX review_decisions_removals ON public.review_decisions USING btree (tenant_id, decided_at, id) WHERE ((decision = 'REVOKE'::text) AND ((decided_by <> 'system'::text) OR unanswered));

CREATE INDEX reviews_by_asked ON public.reviews USING btree (tenant_id, assigned_to_id, created_at);

CREATE INDEX reviews_by_asset ON public.reviews USING btree (tenant_id, asset_id, status, due_at, id);

CREATE INDEX reviews_by_assignee ON public.reviews USING btree (tenant_id, assigned_to_id, status, due_at, id);

CREATE INDEX reviews_by_campaign ON public.reviews USING btree (tenant_id, campaign_id, status, due_at, id) WHERE (campaign_id IS NOT NULL);

CREATE INDEX reviews_by_due ON public.reviews USING btree (tenant_id, status, risk_level, due_at, id);

CREATE INDEX reviews_by_pair ON public.reviews USING btree (tenant_id, principal_id, asset_id, created_at, id);

CREATE INDEX reviews_by_principal ON public.reviews USING btree (tenant_id, principal_id, due_at, id);

CREATE INDEX reviews_by_priority ON public.reviews USING btree (tenant_id, status, risk_level, priority, id);

CREATE INDEX reviews_by_score ON public.reviews USING btree (tenant_id, status, risk_level, decay_score, id);

CREATE INDEX reviews_expired ON public.reviews USING btree (tenant_id, closed_at) WHERE (status = 'EXPIRED'::text);

CREATE INDEX reviews_open_by_first_due ON public.reviews USING btree (tenant_id, COALESCE(first_due_at, due_at)) WHERE (status = ANY (ARRAY['PENDING'::text, 'ESCALATED'::text]));

CREATE UNIQUE INDEX reviews_open_pair ON public.reviews USING btree (tenant_id, principal_id, asset_id) WHERE (status = ANY (ARRAY['PENDING'::text, 'ESCALATED'::text]));

CREATE INDEX reviews_to_weigh ON public.reviews USING btree (tenant_id, weighed_at, id) WHERE (status = ANY (ARRAY['PENDING'::text, 'ESCALATED'::text]));

CREATE INDEX reviews_with_holder ON public.reviews USING btree (tenant_id, principal_id) WHERE (with_holder_until IS NOT NULL);

CREATE INDEX scim_keys_by_resource ON public.scim_keys USING btree (tenant_id, id);

CREATE INDEX scim_resources_by_type ON public.scim_resources USING btree (tenant_id, type, id);

CREATE UNIQUE INDEX scim_resources_by_user_name ON public.scim_resources USING btree (tenant_id, user_name_key);

CREATE INDEX search_terms_by_id ON public.search_terms USING btree (tenant_id, noun, id, term);

CREATE INDEX seeded_questions_by_answer ON public.seeded_questions USING btree (tenant_id, answered_at) WHERE (answered_at IS NOT NULL);

CREATE UNIQUE INDEX seeded_questions_open ON public.seeded_questions USING btree (tenant_id, asked_of) WHERE is_open;

CREATE INDEX seen_reviewers_by_principal ON public.seen_reviewers USING btree (tenant_id, principal_id);

CREATE INDEX sessions_by_end ON public.sessions USING btree (tenant_id, ends_at);

CREATE INDEX slack_requests_by_time ON public.slack_requests USING btree (tenant_id, received_at);

CREATE UNIQUE INDEX slack_users_by_user ON public.slack_users USING btree (tenant_id, channel_id, team_id, user_id);

CREATE INDEX substitutes_by_principal ON public.substitutes USING btree (tenant_id, principal_id, id);

CREATE INDEX substitutes_by_substitute ON public.substitutes USING btree (tenant_id, substitute_id, id);

CREATE INDEX tallies_by_noun ON public.tallies USING btree (tenant_id, noun, facet_1) INCLUDE (facet_2, facet_3, amount);

CREATE UNIQUE INDEX views_of_owner ON public.views USING btree (tenant_id, owner_id, page, name);

CREATE INDEX views_shared ON public.views USING btree (tenant_id, page, id) WHERE shared;

CREATE INDEX waiting_reviews_by_priority ON public.waiting_reviews USING btree (tenant_id, lightness, id);

CREATE INDEX waiting_reviews_in_line ON public.waiting_reviews USING btree (tenant_id, reviewer_id, lightness, id);

CREATE UNIQUE INDEX waiting_reviews_pair ON public.waiting_reviews USING btree (tenant_id, principal_id, asset_id);

CREATE INDEX waiting_reviews_to_weigh ON public.waiting_reviews USING btree (tenant_id, weighed_at, id);

CREATE INDEX webhook_deliveries_dead ON public.webhook_deliveries USING btree (tenant_id, endpoint_id, id) WHERE (status = 'dead'::text);

CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (tenant_id, endpoint_id, due_at, id) WHERE (due_at IS NOT NULL);

CREATE INDEX webhook_deliveries_waiting ON public.webhook_deliveries USING btree (tenant_id, recipient) WHERE (waits_for IS NOT NULL);

CREATE INDEX workflows_by_timer ON public.workflows USING btree (tenant_id, timer_at) WHERE (timer_at IS NOT NULL);

ALTER TABLE account_conflicts ENABLE ROW LEVEL SECURITY;
ALTER TABLE account_conflicts FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON account_conflicts USING (tenant_id = current_tenant());

ALTER TABLE accounts ENABLE ROW LEVEL SECURITY;
ALTER TABLE accounts FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON accounts USING (tenant_id = current_tenant());

ALTER TABLE alert_evaluations ENABLE ROW LEVEL SECURITY;
ALTER TABLE alert_evaluations FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON alert_evaluations USING (tenant_id = current_tenant());

ALTER TABLE alert_silences ENABLE ROW LEVEL SECURITY;
ALTER TABLE alert_silences FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON alert_silences USING (tenant_id = current_tenant());

ALTER TABLE alert_states ENABLE ROW LEVEL SECURITY;
ALTER TABLE alert_states FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON alert_states USING (tenant_id = current_tenant());

ALTER TABLE anomaly_signals ENABLE ROW LEVEL SECURITY;
ALTER TABLE anomaly_signals FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON anomaly_signals USING (tenant_id = current_tenant());

ALTER TABLE assets ENABLE ROW LEVEL SECURITY;
ALTER TABLE assets FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON assets USING (tenant_id = current_tenant());

ALTER TABLE audit_checkpoints ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_checkpoints FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON audit_checkpoints USING (tenant_id = current_tenant());

ALTER TABLE audit_counts ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_counts FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON audit_counts USING (tenant_id = current_tenant());

ALTER TABLE audit_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_entries FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON audit_entries USING (tenant_id = current_tenant());

ALTER TABLE audit_logs ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_logs FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON audit_logs USING (tenant_id = current_tenant());

ALTER TABLE audit_positions ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_positions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON audit_positions USING (tenant_id = current_tenant());

ALTER TABLE audit_sendings ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_sendings FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON audit_sendings USING (tenant_id = current_tenant());

ALTER TABLE audit_sequencers ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_sequencers FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON audit_sequencers USING (tenant_id = current_tenant());

ALTER TABLE audit_tiles ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_tiles FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON audit_tiles USING (tenant_id = current_tenant());

ALTER TABLE audit_troubles ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_troubles FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON audit_troubles USING (tenant_id = current_tenant());

ALTER TABLE band_days ENABLE ROW LEVEL SECURITY;
ALTER TABLE band_days FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON band_days USING (tenant_id = current_tenant());

ALTER TABLE campaign_schedules ENABLE ROW LEVEL SECURITY;
ALTER TABLE campaign_schedules FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON campaign_schedules USING (tenant_id = current_tenant());

ALTER TABLE campaigns ENABLE ROW LEVEL SECURITY;
ALTER TABLE campaigns FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON campaigns USING (tenant_id = current_tenant());

ALTER TABLE connector_objects ENABLE ROW LEVEL SECURITY;
ALTER TABLE connector_objects FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON connector_objects USING (tenant_id = current_tenant());

ALTER TABLE connector_sightings ENABLE ROW LEVEL SECURITY;
ALTER TABLE connector_sightings FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON connector_sightings USING (tenant_id = current_tenant());

ALTER TABLE connectors ENABLE ROW LEVEL SECURITY;
ALTER TABLE connectors FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON connectors USING (tenant_id = current_tenant());

ALTER TABLE dead_letters ENABLE ROW LEVEL SECURITY;
ALTER TABLE dead_letters FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON dead_letters USING (tenant_id = current_tenant());

ALTER TABLE decision_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE decision_links FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON decision_links USING (tenant_id = current_tenant());

ALTER TABLE disabled_accounts ENABLE ROW LEVEL SECURITY;
ALTER TABLE disabled_accounts FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON disabled_accounts USING (tenant_id = current_tenant());

ALTER TABLE event_rejections ENABLE ROW LEVEL SECURITY;
ALTER TABLE event_rejections FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON event_rejections USING (tenant_id = current_tenant());

ALTER TABLE events ENABLE ROW LEVEL SECURITY;
ALTER TABLE events FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON events USING (tenant_id = current_tenant());

ALTER TABLE former_memberships ENABLE ROW LEVEL SECURITY;
ALTER TABLE former_memberships FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON former_memberships USING (tenant_id = current_tenant());

ALTER TABLE grant_scores ENABLE ROW LEVEL SECURITY;
ALTER TABLE grant_scores FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON grant_scores USING (tenant_id = current_tenant());

ALTER TABLE grants ENABLE ROW LEVEL SECURITY;
ALTER TABLE grants FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON grants USING (tenant_id = current_tenant());

ALTER TABLE group_decision_reviews ENABLE ROW LEVEL SECURITY;
ALTER TABLE group_decision_reviews FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON group_decision_reviews USING (tenant_id = current_tenant());

ALTER TABLE group_decisions ENABLE ROW LEVEL SECURITY;
ALTER TABLE group_decisions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON group_decisions USING (tenant_id = current_tenant());

ALTER TABLE held_questions ENABLE ROW LEVEL SECURITY;
ALTER TABLE held_questions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON held_questions USING (tenant_id = current_tenant());

ALTER TABLE holder_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE holder_links FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON holder_links USING (tenant_id = current_tenant());

ALTER TABLE holder_questions ENABLE ROW LEVEL SECURITY;
ALTER TABLE holder_questions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON holder_questions USING (tenant_id = current_tenant());

ALTER TABLE idempotency_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE idempotency_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON idempotency_keys USING (tenant_id = current_tenant());

ALTER TABLE idempotency_keys_in_flight ENABLE ROW LEVEL SECURITY;
ALTER TABLE idempotency_keys_in_flight FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON idempotency_keys_in_flight USING (tenant_id = current_tenant());

ALTER TABLE identities ENABLE ROW LEVEL SECURITY;
ALTER TABLE identities FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON identities USING (tenant_id = current_tenant());

ALTER TABLE import_names ENABLE ROW LEVEL SECURITY;
ALTER TABLE import_names FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON import_names USING (tenant_id = current_tenant());

ALTER TABLE inbox ENABLE ROW LEVEL SECURITY;
ALTER TABLE inbox FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON inbox USING (tenant_id = current_tenant());

ALTER TABLE ingest_totals ENABLE ROW LEVEL SECURITY;
ALTER TABLE ingest_totals FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON ingest_totals USING (tenant_id = current_tenant());

ALTER TABLE inventory_looks ENABLE ROW LEVEL SECURITY;
ALTER TABLE inventory_looks FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON inventory_looks USING (tenant_id = current_tenant());

ALTER TABLE jobs ENABLE ROW LEVEL SECURITY;
ALTER TABLE jobs FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON jobs USING (tenant_id = current_tenant());

ALTER TABLE lapse_counts ENABLE ROW LEVEL SECURITY;
ALTER TABLE lapse_counts FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON lapse_counts USING (tenant_id = current_tenant());

ALTER TABLE learned ENABLE ROW LEVEL SECURITY;
ALTER TABLE learned FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON learned USING (tenant_id = current_tenant());

ALTER TABLE likelihoods ENABLE ROW LEVEL SECURITY;
ALTER TABLE likelihoods FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON likelihoods USING (tenant_id = current_tenant());

ALTER TABLE memberships ENABLE ROW LEVEL SECURITY;
ALTER TABLE memberships FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON memberships USING (tenant_id = current_tenant());

ALTER TABLE notification_digests ENABLE ROW LEVEL SECURITY;
ALTER TABLE notification_digests FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON notification_digests USING (tenant_id = current_tenant());

ALTER TABLE notification_settings ENABLE ROW LEVEL SECURITY;
ALTER TABLE notification_settings FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON notification_settings USING (tenant_id = current_tenant());

ALTER TABLE notifications ENABLE ROW LEVEL SECURITY;
ALTER TABLE notifications FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON notifications USING (tenant_id = current_tenant());

ALTER TABLE organisations ENABLE ROW LEVEL SECURITY;
ALTER TABLE organisations FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON organisations USING (tenant_id = current_tenant());

ALTER TABLE overview_changes ENABLE ROW LEVEL SECURITY;
ALTER TABLE overview_changes FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON overview_changes USING (tenant_id = current_tenant());

ALTER TABLE overviews ENABLE ROW LEVEL SECURITY;
ALTER TABLE overviews FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON overviews USING (tenant_id = current_tenant());

ALTER TABLE peer_groups ENABLE ROW LEVEL SECURITY;
ALTER TABLE peer_groups FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON peer_groups USING (tenant_id = current_tenant());

ALTER TABLE peer_moves ENABLE ROW LEVEL SECURITY;
ALTER TABLE peer_moves FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON peer_moves USING (tenant_id = current_tenant());

ALTER TABLE policies ENABLE ROW LEVEL SECURITY;
ALTER TABLE policies FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON policies USING (tenant_id = current_tenant());

ALTER TABLE policy_dry_runs ENABLE ROW LEVEL SECURITY;
ALTER TABLE policy_dry_runs FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON policy_dry_runs USING (tenant_id = current_tenant());

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

ALTER TABLE removed_accounts ENABLE ROW LEVEL SECURITY;
ALTER TABLE removed_accounts FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON removed_accounts USING (tenant_id = current_tenant());

ALTER TABLE removed_connectors ENABLE ROW LEVEL SECURITY;
ALTER TABLE removed_connectors FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON removed_connectors USING (tenant_id = current_tenant());

ALTER TABLE removed_objects ENABLE ROW LEVEL SECURITY;
ALTER TABLE removed_objects FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON removed_objects USING (tenant_id = current_tenant());

ALTER TABLE report_chunks ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_chunks FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON report_chunks USING (tenant_id = current_tenant());

ALTER TABLE report_schedule_runs ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_schedule_runs FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON report_schedule_runs USING (tenant_id = current_tenant());

ALTER TABLE report_schedules ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_schedules FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON report_schedules USING (tenant_id = current_tenant());

ALTER TABLE reports ENABLE ROW LEVEL SECURITY;
ALTER TABLE reports FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON reports USING (tenant_id = current_tenant());

ALTER TABLE review_comments ENABLE ROW LEVEL SECURITY;
ALTER TABLE review_comments FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON review_comments USING (tenant_id = current_tenant());

ALTER TABLE review_count_changes ENABLE ROW LEVEL SECURITY;
ALTER TABLE review_count_changes FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON review_count_changes USING (tenant_id = current_tenant());

ALTER TABLE review_counts ENABLE ROW LEVEL SECURITY;
ALTER TABLE review_counts FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON review_counts USING (tenant_id = current_tenant());

ALTER TABLE review_decisions ENABLE ROW LEVEL SECURITY;
ALTER TABLE review_decisions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON review_decisions USING (tenant_id = current_tenant());

ALTER TABLE reviews ENABLE ROW LEVEL SECURITY;
ALTER TABLE reviews FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON reviews USING (tenant_id = current_tenant());

ALTER TABLE rules ENABLE ROW LEVEL SECURITY;
ALTER TABLE rules FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON rules USING (tenant_id = current_tenant());

ALTER TABLE scim_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE scim_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON scim_keys USING (tenant_id = current_tenant());

ALTER TABLE scim_resources ENABLE ROW LEVEL SECURITY;
ALTER TABLE scim_resources FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON scim_resources USING (tenant_id = current_tenant());

ALTER TABLE scim_tokens ENABLE ROW LEVEL SECURITY;
ALTER TABLE scim_tokens FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON scim_tokens USING (tenant_id = current_tenant());

ALTER TABLE score_history ENABLE ROW LEVEL SECURITY;
ALTER TABLE score_history FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON score_history USING (tenant_id = current_tenant());

ALTER TABLE search_terms ENABLE ROW LEVEL SECURITY;
ALTER TABLE search_terms FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON search_terms USING (tenant_id = current_tenant());

ALTER TABLE seeded_questions ENABLE ROW LEVEL SECURITY;
ALTER TABLE seeded_questions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON seeded_questions USING (tenant_id = current_tenant());

ALTER TABLE seen_reviewers ENABLE ROW LEVEL SECURITY;
ALTER TABLE seen_reviewers FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON seen_reviewers USING (tenant_id = current_tenant());

ALTER TABLE sessions ENABLE ROW LEVEL SECURITY;
ALTER TABLE sessions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON sessions USING (tenant_id = current_tenant());

ALTER TABLE slack_requests ENABLE ROW LEVEL SECURITY;
ALTER TABLE slack_requests FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON slack_requests USING (tenant_id = current_tenant());

ALTER TABLE slack_users ENABLE ROW LEVEL SECURITY;
ALTER TABLE slack_users FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON slack_users USING (tenant_id = current_tenant());

ALTER TABLE stage_timings ENABLE ROW LEVEL SECURITY;
ALTER TABLE stage_timings FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON stage_timings USING (tenant_id = current_tenant());

ALTER TABLE substitutes ENABLE ROW LEVEL SECURITY;
ALTER TABLE substitutes FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON substitutes USING (tenant_id = current_tenant());

ALTER TABLE tallies ENABLE ROW LEVEL SECURITY;
ALTER TABLE tallies FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON tallies USING (tenant_id = current_tenant());

ALTER TABLE telemetry_gaps ENABLE ROW LEVEL SECURITY;
ALTER TABLE telemetry_gaps FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON telemetry_gaps USING (tenant_id = current_tenant());

ALTER TABLE unanswered_changes ENABLE ROW LEVEL SECURITY;
ALTER TABLE unanswered_changes FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON unanswered_changes USING (tenant_id = current_tenant());

ALTER TABLE views ENABLE ROW LEVEL SECURITY;
ALTER TABLE views FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON views USING (tenant_id = current_tenant());

ALTER TABLE waiting_reviews ENABLE ROW LEVEL SECURITY;
ALTER TABLE waiting_reviews FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON waiting_reviews USING (tenant_id = current_tenant());

ALTER TABLE waiting_turns ENABLE ROW LEVEL SECURITY;
ALTER TABLE waiting_turns FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON waiting_turns USING (tenant_id = current_tenant());

ALTER TABLE webhook_deliveries ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook_deliveries FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON webhook_deliveries USING (tenant_id = current_tenant());

ALTER TABLE webhook_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook_events FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON webhook_events USING (tenant_id = current_tenant());

ALTER TABLE webhooks ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhooks FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON webhooks USING (tenant_id = current_tenant());

ALTER TABLE work_failures ENABLE ROW LEVEL SECURITY;
ALTER TABLE work_failures FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON work_failures USING (tenant_id = current_tenant());

ALTER TABLE workflows ENABLE ROW LEVEL SECURITY;
ALTER TABLE workflows FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON workflows USING (tenant_id = current_tenant());

CREATE TRIGGER tally_delete AFTER DELETE ON public.assets REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_assets();

CREATE TRIGGER tally_insert AFTER INSERT ON public.assets REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_assets();

CREATE TRIGGER tally_update AFTER UPDATE ON public.assets FOR EACH ROW WHEN (((old.platform IS DISTINCT FROM new.platform) OR (old.type IS DISTINCT FROM new.type) OR (old.classification IS DISTINCT FROM new.classification))) EXECUTE FUNCTION tally_assets();

CREATE TRIGGER immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_checkpoints FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER immutable BEFORE DELETE OR UPDATE OF tenant_id, origin, public_key, created_at OR TRUNCATE ON public.audit_logs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER immutable BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_positions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER grows_only BEFORE UPDATE ON public.audit_tiles FOR EACH ROW WHEN (((new.tenant_id <> old.tenant_id) OR (new.level <> old.level) OR (new.tile <> old.tile) OR (SUBSTRING(new.hashes FROM 1 FOR octet_length(old.hashes)) <> old.hashes))) EXECUTE FUNCTION refuse_change();

CREATE TRIGGER immutable BEFORE DELETE OR TRUNCATE ON public.audit_tiles FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER count_delete AFTER DELETE ON public.grant_scores REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_lapses('pairs', 'active');

CREATE TRIGGER count_insert AFTER INSERT ON public.grant_scores REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_lapses('pairs', 'active');

CREATE TRIGGER count_update AFTER UPDATE ON public.grant_scores REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_lapses('pairs', 'active');

CREATE TRIGGER note_revocation BEFORE INSERT ON public.grants FOR EACH ROW WHEN ((new.status = 'revoked'::text)) EXECUTE FUNCTION note_revocation();

CREATE TRIGGER note_revocation_update BEFORE UPDATE OF status ON public.grants FOR EACH ROW WHEN (((old.status <> new.status) AND (('revoked'::text = old.status) OR ('revoked'::text = new.status)))) EXECUTE FUNCTION note_revocation();

CREATE TRIGGER tally_delete AFTER DELETE ON public.grants REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_grants();

CREATE TRIGGER tally_insert AFTER INSERT ON public.grants REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_grants();

CREATE TRIGGER tally_update AFTER UPDATE ON public.grants FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) OR (old.asset_id IS DISTINCT FROM new.asset_id))) EXECUTE FUNCTION tally_grants();

CREATE TRIGGER note_former_memberships AFTER DELETE ON public.memberships REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION note_former_memberships();

CREATE TRIGGER count_delete AFTER DELETE ON public.principal_scores REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_lapses('principals', 'true');

CREATE TRIGGER count_insert AFTER INSERT ON public.principal_scores REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_lapses('principals', 'true');

CREATE TRIGGER count_update AFTER UPDATE ON public.principal_scores REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_lapses('principals', 'true');

CREATE TRIGGER note_disabled_insert AFTER INSERT ON public.principals REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_disabled();

CREATE TRIGGER note_disabled_update AFTER UPDATE ON public.principals FOR EACH ROW WHEN ((old.disabled IS DISTINCT FROM new.disabled)) EXECUTE FUNCTION note_disabled();

CREATE TRIGGER tally_delete AFTER DELETE ON public.principals REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_principals();

CREATE TRIGGER tally_insert AFTER INSERT ON public.principals REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_principals();

CREATE TRIGGER tally_update AFTER UPDATE ON public.principals FOR EACH ROW WHEN (((old.type IS DISTINCT FROM new.type) OR (old.department IS DISTINCT FROM new.department) OR ((old.linked_to IS NULL) IS DISTINCT FROM (new.linked_to IS NULL)))) EXECUTE FUNCTION tally_principals();

CREATE TRIGGER tally_insert AFTER INSERT ON public.remediations REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_remediations();

CREATE TRIGGER tally_update AFTER UPDATE ON public.remediations FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION tally_remediations();

CREATE TRIGGER count_insert AFTER INSERT ON public.reviews REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_reviews();

CREATE TRIGGER count_revoked AFTER UPDATE ON public.reviews REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_revoked();

CREATE TRIGGER count_update AFTER UPDATE ON public.reviews REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_reviews();

CREATE OR REPLACE FUNCTION public.count_lapses()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  added text := format('SELECT tenant_id, half_life_class, lapses_at, 1 AS amount FROM new_rows WHERE %s', TG_ARGV[1]);
  removed text := format('SELECT tenant_id, half_life_class, lapses_at, -1 AS amount FROM old_rows WHERE %s', TG_ARGV[1]);
BEGIN
  EXECUTE format(
    'WITH hours AS MATERIALIZED (
       SELECT tenant_id, half_life_class, floor(extract(epoch FROM lapses_at)::float8 / 3600)::integer AS hour,
              sum(amount) AS amount
       FROM (%s) AS changes GROUP BY 1, 2, 3 HAVING sum(amount) <> 0)
     INSERT INTO lapse_counts AS c (tenant_id, noun, half_life_class, grain, bucket, amount)
     SELECT * FROM (
       SELECT tenant_id, %L, half_life_class, ''hour'' AS grain, hour AS bucket, amount FROM hours
       UNION ALL
       SELECT tenant_id, %2$L, half_life_class, ''day'', floor(hour / 24.0::float8)::integer AS bucket, sum(amount) FROM hours
       GROUP BY tenant_id, 3, 5 HAVING sum(amount) <> 0) AS sums
     ORDER BY tenant_id, half_life_class, grain, bucket
     ON CONFLICT (tenant_id, noun, half_life_class, grain, bucket) DO UPDATE SET amount = c.amount + excluded.amount',
    CASE TG_OP WHEN 'INSERT' THEN added WHEN 'DELETE' THEN removed ELSE added || ' UNION ALL ' || removed END,
    TG_ARGV[0]);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.count_reviews()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO review_count_changes (tenant_id, noun, key, status, risk_level, amount)
    SELECT r.tenant_id, k.noun, k.key, r.status, r.risk_level, count(*)
    FROM new_rows r CROSS JOIN LATERAL review_count_keys(r.asset_id, r.assigned_to_id, r.campaign_id, r.due_at) k
    GROUP BY 1, 2, 3, 4, 5;
  ELSE
    INSERT INTO review_count_changes (tenant_id, noun, key, status, risk_level, amount)
    SELECT r.tenant_id, k.noun, k.key, r.status, r.risk_level, sum(r.amount)
    FROM (SELECT tenant_id, asset_id, assigned_to_id, campaign_id, due_at, status, risk_level, 1 AS amount FROM new_rows
          UNION ALL
          SELECT tenant_id, asset_id, assigned_to_id, campaign_id, due_at, status, risk_level, -1 FROM old_rows) r
    CROSS JOIN LATERAL review_count_keys(r.asset_id, r.assigned_to_id, r.campaign_id, r.due_at) k
    GROUP BY 1, 2, 3, 4, 5 HAVING sum(r.amount) <> 0;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.count_revoked()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO review_count_changes (tenant_id, noun, key, status, risk_level, amount)
  SELECT r.tenant_id, 'campaign_revoked', r.campaign_id, r.status, r.risk_level, sum(r.amount)
  FROM (SELECT tenant_id, id, campaign_id, status, risk_level, 1 AS amount FROM new_rows
        WHERE status = 'DECIDED' AND campaign_id IS NOT NULL
        UNION ALL
        SELECT tenant_id, id, campaign_id, status, risk_level, -1 FROM old_rows
        WHERE status = 'DECIDED' AND campaign_id IS NOT NULL) r
  JOIN LATERAL (SELECT FROM review_decisions d
                WHERE d.tenant_id = r.tenant_id AND d.review_id = r.id AND d.decision = 'REVOKE' LIMIT 1) d ON true
  GROUP BY 1, 2, 3, 4, 5 HAVING sum(r.amount) <> 0;
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

CREATE OR REPLACE FUNCTION public.failing_work()
 RETURNS TABLE(tenant_id integer, work text, attempts integer)
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
DECLARE
  asking text := current_setting('lapse.tenant_id', true);
  tenant integer;
BEGIN
  FOR tenant IN SELECT t.tenant_id FROM tenants t ORDER BY t.tenant_id LOOP
    PERFORM set_config('lapse.tenant_id', tenant::text, true);
    RETURN QUERY SELECT f.tenant_id, f.work, f.attempts FROM work_failures f WHERE f.tenant_id = tenant;
  END LOOP;
  PERFORM set_config('lapse.tenant_id', coalesce(asking, ''), true);
END $function$;

CREATE OR REPLACE FUNCTION public.note_disabled()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO disabled_accounts (tenant_id, principal_id, since)
      SELECT tenant_id, id, now() FROM new_rows WHERE disabled
      ON CONFLICT (tenant_id, principal_id, since) DO UPDATE SET until = NULL;
  ELSIF NEW.disabled THEN
    INSERT INTO disabled_accounts (tenant_id, principal_id, since) VALUES (NEW.tenant_id, NEW.id, now())
      ON CONFLICT (tenant_id, principal_id, since) DO UPDATE SET until = NULL;
  ELSE
    UPDATE disabled_accounts SET until = greatest(since, now())
      WHERE tenant_id = NEW.tenant_id AND principal_id = NEW.id AND until IS NULL;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.note_former_memberships()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO former_memberships (tenant_id, member_id, group_id, ended_at)
  SELECT tenant_id, member_id, group_id, now() FROM removed
  ON CONFLICT (tenant_id, member_id, group_id) DO UPDATE SET ended_at = excluded.ended_at;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.note_revocation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.status = 'revoked' THEN
    NEW.revoked_at := now();
    NEW.restored_at := NULL;
  ELSE
    NEW.restored_at := now();
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE PROCEDURE public.protect_tenant_table(IN tenant_table regclass)
 LANGUAGE plpgsql
AS $procedure$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', tenant_table);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', tenant_table);
  EXECUTE format('CREATE POLICY tenant_isolation ON %s USING (tenant_id = current_tenant())', tenant_table);
  EXECUTE format('ALTER TABLE %s ALTER COLUMN tenant_id SET (n_distinct = 1, n_distinct_inherited = 1)', tenant_table);
END $procedure$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION '% of % is refused: the audit trail is only ever added to', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'insufficient_privilege';
END $function$;

CREATE OR REPLACE FUNCTION public.renew_statistics()
 RETURNS SETOF text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  grown regclass;
BEGIN
  FOR grown IN
    SELECT c.oid FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
      AND pg_stat_get_live_tuples(c.oid) > 2 * greatest(c.reltuples, 0) + 500
    ORDER BY c.oid
  LOOP
    -- Whoever has it locked is doing the same, or something that has its statistics renewed after it.
    EXECUTE format('ANALYZE (SKIP_LOCKED) %s', grown);
    RETURN NEXT grown::text;
  END LOOP;
END $function$;

CREATE OR REPLACE FUNCTION public.review_count_keys(asset_id text, assigned_to_id text, campaign_id text, due_at timestamp with time zone)
 RETURNS TABLE(noun text, key text)
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT noun, key FROM (VALUES
    ('all', ''), ('asset', asset_id), ('assignee', assigned_to_id), ('campaign', campaign_id),
    ('month', lpad(floor(extract(epoch FROM due_at) / 2592000)::text, 10, '0')),
    ('day', lpad(floor(extract(epoch FROM due_at) / 86400)::text, 10, '0')),
    ('hour', lpad(floor(extract(epoch FROM due_at) / 3600)::text, 10, '0')),
    ('minute', lpad(floor(extract(epoch FROM due_at) / 60)::text, 10, '0'))) AS k (noun, key)
  WHERE key IS NOT NULL
$function$;

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
    SELECT tenant_id, 'principals', type, coalesce(department, ''), count(*) FROM new_rows WHERE linked_to IS NULL
    GROUP BY tenant_id, type, department;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO tallies (tenant_id, noun, facet_1, facet_2, amount)
    SELECT tenant_id, 'principals', type, coalesce(department, ''), -count(*) FROM old_rows WHERE linked_to IS NULL
    GROUP BY tenant_id, type, department;
  ELSE
    INSERT INTO tallies (tenant_id, noun, facet_1, facet_2, amount)
    SELECT r.tenant_id, 'principals', r.type, coalesce(r.department, ''), r.amount
    FROM (VALUES (OLD.tenant_id, OLD.type, OLD.department, -1, OLD.linked_to),
                 (NEW.tenant_id, NEW.type, NEW.department, 1, NEW.linked_to)) AS r (tenant_id, type, department, amount, linked_to)
    WHERE r.linked_to IS NULL;
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

CREATE OR REPLACE FUNCTION public.tenants_with(work text, as_of timestamp with time zone)
 RETURNS SETOF integer
 LANGUAGE sql
AS $function$ SELECT d.tenant_id FROM work_due(work, as_of) d WHERE d.due_in_ms = 0 $function$;

CREATE OR REPLACE FUNCTION public.work_due(work text, as_of timestamp with time zone)
 RETURNS TABLE(tenant_id integer, due_in_ms double precision)
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
DECLARE
  asking text := current_setting('lapse.tenant_id', true);
  tenant integer;
  due timestamptz;
  has_scores boolean;
  answered timestamptz;
  fitted timestamptz;
  pause interval;
  seen_to xid8;
  not_seen xid8[];
  at_once CONSTANT timestamptz := '-infinity';
BEGIN
  IF work NOT IN ('events', 'audit', 'deliveries', 'remediations', 'connectors', 'reports', 'schedules', 'alerts', 'dry_runs',
                  'overview', 'likelihoods') THEN
    RAISE EXCEPTION 'There is no work called %.', work;
  END IF;
  FOR tenant IN SELECT t.tenant_id FROM tenants t ORDER BY t.tenant_id LOOP
    PERFORM set_config('lapse.tenant_id', tenant::text, true);
    due := NULL;
    -- Rows that cannot be read make this tenant due, and no other: its own turn fails then, and is recorded.
    BEGIN
      IF work = 'events' THEN
        -- By the clock of the server, as those who claim them do. What is not due yet has failed before, and is not much.
        IF EXISTS (SELECT FROM inbox WHERE tenant_id = tenant AND not_before <= now())
          OR EXISTS (SELECT FROM recalculations WHERE tenant_id = tenant AND not_before <= now())
          OR EXISTS (SELECT FROM peer_moves WHERE tenant_id = tenant) THEN
          due := at_once;
        ELSE
          due := as_of + (least((SELECT min(not_before) FROM inbox WHERE tenant_id = tenant),
                                (SELECT min(not_before) FROM recalculations WHERE tenant_id = tenant)) - now());
        END IF;
      ELSIF work = 'audit' THEN
        -- Where the sequencer stopped: at a snapshot, and at rest, on this server.
        SELECT pg_snapshot_xmax(s.sequenced), ARRAY(SELECT pg_snapshot_xip(s.sequenced)) INTO seen_to, not_seen
        FROM audit_sequencers s
        WHERE s.tenant_id = tenant AND s.sequenced IS NOT NULL AND s.target IS NULL
          AND s.cluster = (SELECT c.system_identifier::text FROM pg_control_system() c);
        -- What that snapshot did not show: entries of transactions begun since, and of those that were in progress. The order
        -- has it look in the index that has it, whatever is known of the table.
        IF NOT FOUND
          OR (SELECT e.seq FROM audit_entries e WHERE e.tenant_id = tenant AND e.appended_xid >= seen_to
              ORDER BY e.appended_xid, e.seq LIMIT 1) IS NOT NULL
          OR EXISTS (SELECT FROM unnest(not_seen) AS x (xid)
                     JOIN LATERAL (SELECT FROM audit_entries e WHERE e.tenant_id = tenant AND e.appended_xid = x.xid
                                   ORDER BY e.appended_xid, e.seq LIMIT 1) one ON true) THEN
          due := at_once;
        END IF;
      ELSIF work = 'deliveries' THEN
        due := (SELECT min(CASE WHEN w.breaker = 'closed' THEN one.due_at
                                WHEN w.probe_at IS NOT NULL THEN greatest(one.due_at, w.probe_at) END)
                FROM webhooks w
                JOIN LATERAL (SELECT d.due_at FROM webhook_deliveries d
                              WHERE d.tenant_id = tenant AND d.endpoint_id = w.id AND d.due_at IS NOT NULL
                              ORDER BY d.due_at LIMIT 1) one ON true
                WHERE w.tenant_id = tenant AND w.status = 'enabled');
      ELSIF work = 'remediations' THEN
        due := (SELECT due_at FROM remediations WHERE tenant_id = tenant AND due_at IS NOT NULL ORDER BY due_at LIMIT 1);
      ELSIF work = 'connectors' THEN
        due := (SELECT min(next_sync_at) FROM connectors WHERE tenant_id = tenant AND next_sync_at IS NOT NULL AND enabled);
      ELSIF work = 'reports' THEN
        due := least(
          (SELECT due_at FROM reports WHERE tenant_id = tenant AND due_at IS NOT NULL ORDER BY due_at LIMIT 1),
          (SELECT expires_at FROM reports WHERE tenant_id = tenant AND expires_at IS NOT NULL ORDER BY expires_at LIMIT 1),
          (SELECT removed_at FROM reports WHERE tenant_id = tenant AND removed_at IS NOT NULL ORDER BY removed_at LIMIT 1));
      ELSIF work = 'schedules' THEN
        due := (SELECT next_run_at FROM report_schedules WHERE tenant_id = tenant AND next_run_at IS NOT NULL
                ORDER BY next_run_at LIMIT 1);
        IF EXISTS (SELECT FROM report_schedule_runs u
                   JOIN LATERAL (SELECT FROM reports r
                                 WHERE r.tenant_id = tenant AND r.id = u.report_id AND r.status <> 'generating'
                                 LIMIT 1) one ON true
                   WHERE u.tenant_id = tenant)
          OR EXISTS (SELECT FROM campaigns c
                     WHERE c.tenant_id = tenant AND c.report IS NOT NULL AND c.report_id IS NULL AND c.generated_at IS NOT NULL
                       AND NOT EXISTS (SELECT FROM reviews r
                                       WHERE r.tenant_id = tenant AND r.campaign_id = c.id
                                         AND r.status IN ('PENDING', 'ESCALATED'))) THEN
          due := at_once;
        END IF;
      ELSIF work = 'alerts' THEN
        due := coalesce((SELECT next_at FROM alert_evaluations WHERE tenant_id = tenant), at_once);
      ELSIF work = 'dry_runs' THEN
        IF EXISTS (SELECT FROM policy_dry_runs WHERE tenant_id = tenant AND status = 'running') THEN
          due := at_once;
        END IF;
      ELSIF work = 'overview' THEN
        -- Whether the pause after the last look is over is for those to say who make it.
        has_scores := EXISTS (SELECT FROM grant_scores WHERE tenant_id = tenant AND active);
        IF EXISTS (SELECT FROM overviews o
                   WHERE o.tenant_id = tenant AND o.asked_at > coalesce(o.computed_at, '-infinity'))
          OR has_scores
            AND (NOT EXISTS (SELECT FROM overviews WHERE tenant_id = tenant AND computed_at IS NOT NULL)
              OR NOT EXISTS (SELECT FROM band_days
                             WHERE tenant_id = tenant AND day = (as_of AT TIME ZONE 'UTC')::date - 1)) THEN
          due := at_once;
        ELSIF has_scores THEN
          -- When this day has ended.
          due := ((as_of AT TIME ZONE 'UTC')::date + 1)::timestamp AT TIME ZONE 'UTC';
        END IF;
      ELSIF work = 'likelihoods' THEN
        answered := (SELECT decided_at FROM review_decisions WHERE tenant_id = tenant ORDER BY decided_at DESC, id DESC LIMIT 1);
        SELECT l.fitted_at, CASE WHEN l.blocks = '[]' THEN interval '10 seconds' ELSE interval '10 minutes' END INTO fitted, pause
        FROM likelihoods l WHERE l.tenant_id = tenant;
        -- What was answered, or which model is in force, is seen after ten minutes, or seconds while it was too little; what answers
        -- have come to, once a day.
        due := CASE WHEN answered IS NULL THEN NULL
                    WHEN fitted IS NULL THEN at_once
                    WHEN answered > fitted
                      OR (SELECT changed_at FROM policies WHERE tenant_id = tenant ORDER BY version DESC LIMIT 1) > fitted
                      THEN fitted + pause
                    ELSE fitted + interval '1 day' END;
      END IF;
    EXCEPTION WHEN OTHERS THEN
      due := at_once;
    END;
    IF due IS NOT NULL THEN
      tenant_id := tenant;
      due_in_ms := CASE WHEN due <= as_of THEN 0 ELSE extract(epoch FROM due - as_of) * 1000 END;
      RETURN NEXT;
    END IF;
  END LOOP;
  -- Whoever asked is who he was; after an error, by the end of the transaction.
  PERFORM set_config('lapse.tenant_id', coalesce(asking, ''), true);
END $function$;
