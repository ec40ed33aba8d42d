import { expect, test } from 'vitest';
import { relationsInSql } from './relations-in-sql.ts';

const CASES: [sql: string, expected: string[] | null][] = [
  ['SELECT * FROM orders', ['query orders']],
  ['select a from sales.orders o, "Odd ""name" as x where b = $1', ['query sales.orders', 'query Odd "name']],
  ['SELECT 1', []],
  ['SELECT * FROM a JOIN b USING (id) LEFT JOIN s.c ON a.x = c.y', ['query a', 'query b', 'query s.c']],
  ['SELECT * FROM generate_series($1, $2) g, t', ['query t']],
  ['SELECT extract(year FROM day), substring(x from 2) FROM t', ['query t']],
  ['SELECT * FROM a WHERE x IS DISTINCT FROM y', ['query a']],
  ["SELECT 'FROM fake', $$ from fake2 $$ FROM t -- from fake3\n/* from fake4 */", ['query t']],
  ['SELECT * FROM (SELECT * FROM inner_t) s, other', ['query inner_t', 'query other']],
  ['SELECT a FROM t ORDER BY b, c', ['query t']],
  ['SELECT a, (SELECT max(x) FROM u) FROM t GROUP BY a, b', ['query u', 'query t']],
  ['INSERT INTO t (a, b) SELECT a, b FROM s', ['write t', 'query s']],
  ['INSERT INTO t VALUES ($1) ON CONFLICT (a) DO UPDATE SET b = excluded.b', ['write t']],
  ['UPDATE ONLY s.t SET a = $1 FROM u WHERE u.id = t.id', ['write s.t', 'query u']],
  ['DELETE FROM t USING u WHERE t.id = u.id', ['write t', 'query u']],
  ['MERGE INTO t USING s ON t.id = s.id WHEN MATCHED THEN UPDATE SET a = s.a', ['write t', 'query s']],
  ['TRUNCATE TABLE a, b', ['write a', 'write b']],
  ['COPY t (a, b) FROM STDIN', ['write t']],
  ['COPY s.t TO STDOUT', ['query s.t']],
  ['COPY (SELECT * FROM t) TO STDOUT', ['query t']],
  [
    'WITH c AS (SELECT * FROM a), d (x) AS MATERIALIZED (SELECT 1) SELECT * FROM c, d, b',
    ['query a', 'query b'],
  ],
  ['WITH gone AS (DELETE FROM t RETURNING *) INSERT INTO u SELECT * FROM gone', ['write t', 'write u']],
  ['SELECT * FROM t FOR UPDATE', ['query t']],
  ['TABLE t', ['query t']],
  ['DELETE /* all */ FROM t', ['write t']],
  ['SELECT * FROM (a JOIN b ON true), c', ['query a', 'query b', 'query c']],
  ['/* note */ SELECT * FROM t', ['query t']],
  ['CREATE TABLE x AS SELECT * FROM y', null],
  ['<insufficient privilege>', null],
  ['', null],
];

test.each(CASES)('%s', (sql, expected) => {
  const found = relationsInSql(sql)?.map(
    ({ schema, name, action }) => `${action} ${schema === null ? '' : `${schema}.`}${name}`,
  );
  expect(found?.sort() ?? null).toEqual(expected?.sort() ?? null);
});
