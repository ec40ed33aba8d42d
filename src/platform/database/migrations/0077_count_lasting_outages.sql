-- Up Migration

-- Of an outage that lasts: until when it is in the lapse dates already.
ALTER TABLE telemetry_gaps ADD COLUMN counted_until timestamptz;
