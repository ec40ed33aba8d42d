-- Up Migration

-- What people have chosen about the messages to them. Who has no row gets everything at once.
CREATE TABLE notification_settings (
  tenant_id integer NOT NULL REFERENCES tenants,
  principal_id text COLLATE "C" NOT NULL,
  delivery text COLLATE "C" NOT NULL CHECK (delivery IN ('at_once', 'daily', 'off')),
  -- HH:MM, in the time zone.
  digest_at text COLLATE "C" NOT NULL,
  time_zone text COLLATE "C" NOT NULL,
  -- {from, to}; NULL: none.
  quiet_hours json,
  weekdays text[] COLLATE "C" NOT NULL CHECK (cardinality(weekdays) > 0),
  occasions text[] COLLATE "C" NOT NULL,
  version integer NOT NULL,
  changed_at timestamptz NOT NULL,
  next_digest_at timestamptz,
  PRIMARY KEY (tenant_id, principal_id),
  CHECK ((delivery = 'daily') = (next_digest_at IS NOT NULL))
);
CALL protect_tenant_table('notification_settings');
CREATE INDEX notification_settings_due ON notification_settings (tenant_id, next_digest_at) WHERE next_digest_at IS NOT NULL;

-- One for each person and each day of their calendar, whoever makes it.
CREATE TABLE notification_digests (
  tenant_id integer NOT NULL REFERENCES tenants,
  principal_id text COLLATE "C" NOT NULL,
  day date NOT NULL,
  -- The message that tells it.
  channel_id text COLLATE "C" NOT NULL,
  delivery_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, principal_id, day)
);
CALL protect_tenant_table('notification_digests');
CREATE INDEX notification_digests_by_delivery ON notification_digests (tenant_id, delivery_id);

-- Why a message to people is not sent yet. NULL: nothing keeps it, or it was tried.
ALTER TABLE webhook_deliveries ADD COLUMN waits_for text COLLATE "C"
  CHECK (waits_for IN ('gathering', 'quiet_hours', 'weekdays', 'digest'));
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (tenant_id, recipient) WHERE waits_for IS NOT NULL;
