-- Up Migration

-- What people are to be told about reviews, until a message has told it. A message gathers what waits for its recipient.
CREATE TABLE notifications (
  tenant_id integer NOT NULL,
  -- Of the audit entry; sorts by time.
  id text COLLATE "C" NOT NULL,
  endpoint_id text COLLATE "C" NOT NULL,
  -- A principal; empty when a whole channel is told.
  recipient text COLLATE "C" NOT NULL,
  occasion text COLLATE "C" NOT NULL CHECK (occasion IN ('assigned', 'reminder', 'escalated', 'overdue')),
  review_id text COLLATE "C" NOT NULL,
  -- The message that tells it, at every attempt.
  delivery_id text COLLATE "C",
  PRIMARY KEY (tenant_id, id, endpoint_id)
);
CREATE INDEX notifications_waiting ON notifications (tenant_id, endpoint_id, recipient, id) WHERE delivery_id IS NULL;
CREATE INDEX notifications_by_delivery ON notifications (tenant_id, endpoint_id, delivery_id, id)
  WHERE delivery_id IS NOT NULL;
CALL protect_tenant_table('notifications');

-- A message that nobody could be sent, with the reason in its attempts.
ALTER TABLE webhook_deliveries DROP CONSTRAINT webhook_deliveries_status_check,
  ADD CONSTRAINT webhook_deliveries_status_check CHECK (status IN ('pending', 'delivered', 'dead', 'skipped'));
