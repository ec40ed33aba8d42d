-- Up Migration

-- The same question by a direct message of an app of Slack, and when Slack took it.
ALTER TABLE holder_questions ADD COLUMN slack_channel_id text COLLATE "C";
ALTER TABLE holder_questions ADD COLUMN slack_sent_at timestamptz;
