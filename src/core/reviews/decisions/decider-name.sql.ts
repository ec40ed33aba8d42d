/** SQL: a join that names whoever decided, as `alias.display_name`, where the directory of a tenant $1 knows them by what was recorded. */
export const deciderNamed = (decidedBy: string, alias: string): string => `LEFT JOIN LATERAL (
    SELECT display_name FROM (
      (SELECT display_name, 1 AS rank FROM principals WHERE tenant_id = $1 AND id = ${decidedBy} COLLATE "C" LIMIT 1)
      UNION ALL
      (SELECT display_name, 2 FROM principals WHERE tenant_id = $1 AND email_key = lower(${decidedBy}) COLLATE "C"
       ORDER BY id LIMIT 1)) known ORDER BY rank LIMIT 1) ${alias} ON true`;
