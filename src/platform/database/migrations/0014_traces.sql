-- Up Migration

-- Which requests, by their W3C traceparents with spaces between, put the events there. Only written while traces are made.
ALTER TABLE inbox ADD COLUMN traceparents text COLLATE "C";
