-- Up Migration

-- Plans are kept, and one that was made for a small table may go by any index that the tenant begins: they all look equally
-- good. When the table has grown, that reads all of a tenant's rows for each that is looked up, until there are statistics and
-- plans are made anew. Autovacuum sees to that within a minute or more; the application, which may not do it to tables it does
-- not own, may ask for it sooner. Answers which tables have had theirs renewed: those with more than twice the rows
-- that their statistics tell of. How often a row was changed does not count, so a busy small table is left alone.
CREATE FUNCTION renew_statistics() RETURNS SETOF text
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
END $$;
