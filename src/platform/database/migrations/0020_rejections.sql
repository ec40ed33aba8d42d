-- Up Migration

-- Events that were refused when they came: somebody sees why, mends it, and has them judged again. The newest thousand of
-- a tenant, for 30 days.
CREATE TABLE event_rejections (
  tenant_id integer NOT NULL,
  -- A UUID of version 7: in the order in which they came.
  id text COLLATE "C" NOT NULL,
  -- The event as JSON, or what stood in its place; at most 8 KiB.
  payload text NOT NULL,
  -- The payload is not all that came, so it cannot be judged again.
  is_cut boolean NOT NULL,
  event_id text COLLATE "C",
  reason text NOT NULL,
  source text COLLATE "C" NOT NULL CHECK (source IN ('single', 'batch', 'stream', 'connector')),
  -- Replays that were refused again.
  attempts smallint NOT NULL DEFAULT 0,
  received_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
-- What is sent again and again is one entry.
CREATE UNIQUE INDEX event_rejections_by_event ON event_rejections (tenant_id, event_id) WHERE event_id IS NOT NULL;
CALL protect_tenant_table('event_rejections');
