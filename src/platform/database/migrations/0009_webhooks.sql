-- Up Migration

-- Where a tenant's events are sent: addresses of programs, and channels to people.
CREATE TABLE webhooks (
  tenant_id integer NOT NULL REFERENCES tenants,
  id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('webhook', 'slack', 'teams', 'email')),
  -- NULL where the kind has none that may be shown; the address of an incoming webhook is a secret.
  url text,
  -- Names, or * alone.
  event_types text[] NOT NULL,
  description text NOT NULL DEFAULT '',
  -- One that is deleted is gone for everybody; its deliveries are removed a few at a time, and then it.
  status text COLLATE "C" NOT NULL DEFAULT 'enabled' CHECK (status IN ('enabled', 'disabled', 'deleted')),
  disabled_reason text,
  disabled_at timestamptz,
  -- Sealed with the key of the configuration; never shown again.
  sealed_secret text,
  sealed_previous_secret text,
  previous_secret_expires_at timestamptz,
  -- While both secrets are valid: which of them signs the header that has room for one signature.
  signs_with_previous boolean NOT NULL DEFAULT false,
  -- Of kinds other than webhook. Without secrets, and the secrets.
  settings jsonb NOT NULL DEFAULT '{}',
  sealed_settings text,
  breaker text COLLATE "C" NOT NULL DEFAULT 'closed' CHECK (breaker IN ('closed', 'open')),
  -- While the breaker is open: when a single delivery is tried.
  probe_at timestamptz,
  consecutive_failures integer NOT NULL DEFAULT 0,
  -- The first failure since the last success.
  failing_since timestamptz,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_error text,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CALL protect_tenant_table('webhooks');

-- What is sent, once for all endpoints: the same bytes at every attempt.
CREATE TABLE webhook_events (
  tenant_id integer NOT NULL,
  -- Of the audit entry; on the wire it begins with evt_.
  id text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  payload text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CALL protect_tenant_table('webhook_events');

-- One event on its way to one endpoint. Neither table refers to the other by a foreign key: every insert would lock the
-- row of the endpoint, which is written with every set of results; what is without an owner is removed in time.
CREATE TABLE webhook_deliveries (
  tenant_id integer NOT NULL,
  endpoint_id text COLLATE "C" NOT NULL,
  -- Sorts by time. That of the event, unless the endpoint sends one event to several recipients.
  id text COLLATE "C" NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  recipient text,
  status text COLLATE "C" NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'delivered', 'dead')),
  -- When it is tried next; while a worker has it, when its lease ends. NULL: nothing is to be done.
  due_at timestamptz,
  -- Tells the worker that has the lease from one whose lease has ended.
  lease text COLLATE "C",
  -- Since it was enqueued or last asked for again; the schedule counts these.
  tries smallint NOT NULL DEFAULT 0,
  -- The latest, oldest first: at, status_code, latency_ms, error, response.
  attempts jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  PRIMARY KEY (tenant_id, endpoint_id, id)
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (tenant_id, endpoint_id, due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX webhook_deliveries_dead ON webhook_deliveries (tenant_id, endpoint_id, id) WHERE status = 'dead';
CALL protect_tenant_table('webhook_deliveries');
