type Run = (text: string) => Promise<Record<string, unknown>[]>;

/**
 * The schema as text, the same on every version of PostgreSQL: tables with columns and constraints, indexes,
 * row security, triggers and functions, each in the server's own words and sorted by name.
 */
export async function dumpSchema(run: Run): Promise<string> {
  const statements = [
    '-- The schema that the migrations make. Generated: "npm run generate" writes it, a test compares it.',
    ...(await tables(run)),
    ...(await lines(run, INDEXES)),
    ...(await lines(run, POLICIES)),
    ...(await lines(run, TRIGGERS)),
    ...(await lines(run, FUNCTIONS)),
  ];
  return `${statements.join('\n\n')}\n`;
}

/** Partitions are made for months that come and go. */
const IN_SCHEMA =
  "c.relnamespace = 'public'::regnamespace AND c.relname <> 'schema_migrations' AND NOT c.relispartition";

async function tables(run: Run): Promise<string[]> {
  const columns = await run(`
    SELECT c.relname AS table, c.relpersistence = 'u' AS unlogged,
           format('%I %s%s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
             CASE WHEN a.attcollation <> 0 AND a.attcollation <> t.typcollation
                  THEN ' COLLATE ' || quote_ident(l.collname) ELSE '' END,
             CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END,
             CASE WHEN a.attgenerated = 's' THEN ' GENERATED ALWAYS AS (' || pg_get_expr(d.adbin, d.adrelid) || ') STORED'
                  WHEN a.attidentity = 'a' THEN ' GENERATED ALWAYS AS IDENTITY'
                  WHEN d.adbin IS NOT NULL THEN ' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid) ELSE '' END) AS line
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    JOIN pg_type t ON t.oid = a.atttypid
    LEFT JOIN pg_collation l ON l.oid = a.attcollation
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE c.relkind IN ('r', 'p') AND ${IN_SCHEMA} ORDER BY c.relname COLLATE "C", a.attnum`);
  const constraints = await run(`
    SELECT c.relname AS table, format('CONSTRAINT %I %s', k.conname, pg_get_constraintdef(k.oid)) AS line
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
    WHERE k.contype IN ('p', 'u', 'f', 'c') AND k.conparentid = 0 AND ${IN_SCHEMA}
    ORDER BY c.relname COLLATE "C", k.contype, k.conname COLLATE "C"`);
  return [...new Set(columns.map((column) => column.table))].map((table) => {
    const parts = [...columns, ...constraints].filter((part) => part.table === table);
    const unlogged = columns.find((column) => column.table === table)?.unlogged ? 'UNLOGGED ' : '';
    return `CREATE ${unlogged}TABLE ${table} (\n${parts.map((part) => `  ${part.line}`).join(',\n')}\n);`;
  });
}

const INDEXES = `
  SELECT pg_get_indexdef(i.indexrelid) || ';' AS line FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
  WHERE ${IN_SCHEMA} AND NOT c.relispartition
    AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u'))
  ORDER BY i.indexrelid::regclass::text COLLATE "C"`;

const POLICIES = `
  SELECT format(E'ALTER TABLE %s ENABLE ROW LEVEL SECURITY;%s\\nCREATE POLICY %I ON %1$s USING %4$s;', c.relname,
    CASE WHEN c.relforcerowsecurity THEN format(E'\\nALTER TABLE %s FORCE ROW LEVEL SECURITY;', c.relname) ELSE '' END,
    p.polname, pg_get_expr(p.polqual, p.polrelid)) AS line
  FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid WHERE ${IN_SCHEMA}
  ORDER BY c.relname COLLATE "C", p.polname`;

const TRIGGERS = `
  SELECT pg_get_triggerdef(t.oid) || ';' AS line FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
  WHERE NOT t.tgisinternal AND ${IN_SCHEMA} ORDER BY c.relname COLLATE "C", t.tgname`;

const FUNCTIONS = `
  SELECT rtrim(pg_get_functiondef(p.oid), E'\\n') || ';' AS line FROM pg_proc p
  WHERE p.pronamespace = 'public'::regnamespace AND p.prokind IN ('f', 'p')
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
  ORDER BY p.proname COLLATE "C"`;

async function lines(run: Run, text: string): Promise<string[]> {
  return (await run(text)).map((row) => String(row.line));
}
