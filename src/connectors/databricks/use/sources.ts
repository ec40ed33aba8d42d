/** The system tables that tell use, in the order in which they are read. */
export const USE_SOURCES = ['lineage', 'audit', 'queries'] as const;
export type UseSource = (typeof USE_SOURCES)[number];

/** Without these two somebody's use of a table could go unseen; queries only add what was done in a workspace. */
export const NEEDED_SOURCES: readonly UseSource[] = ['lineage', 'audit'];

export const TABLES: Record<UseSource, string> = {
  lineage: 'system.access.table_lineage',
  audit: 'system.access.audit',
  queries: 'system.query.history',
};

export const SEES: Record<UseSource, string[]> = {
  lineage: [
    'tables and views that were read or written, by whom, from notebooks, jobs, queries and dashboards',
  ],
  audit: [
    'data of tables and volumes that was asked for, and changes of catalogs, schemas, tables and grants',
    'work in a workspace',
  ],
  queries: ['statements on SQL warehouses and serverless compute, as use of the workspace'],
};

const EVERYWHERE = [
  'what was done in workspaces of other regions than that of the warehouse',
  'data that is reached past Unity Catalog: hive_metastore, DBFS, cloud storage',
  'for some hours, what the system tables tell late',
];
export const DOES_NOT_SEE: Record<UseSource, string[]> = {
  lineage: ['reads and writes whose lineage Databricks could not infer', ...EVERYWHERE],
  audit: ['which columns or rows were read', ...EVERYWHERE],
  queries: ['notebooks and jobs on clusters of their own', ...EVERYWHERE],
};

const WITHIN = (time: string, date: string | null): string =>
  [
    ...(date === null ? [] : [`${date} >= :from_date AND ${date} <= :to_date`]),
    `${time} >= timestamp_millis(:from_ms) AND ${time} < timestamp_millis(:to_ms)`,
  ].join(' AND ');

/** Actions on what Unity Catalog secures. Listing and looking at grants is no use of what they are about. */
const ACTIONS = [
  'generateTemporaryTableCredential',
  'generateTemporaryVolumeCredential',
  'getTable',
  'createTable',
  'updateTables',
  'deleteTable',
  'createVolume',
  'updateVolume',
  'deleteVolume',
  'createSchema',
  'updateSchema',
  'deleteSchema',
  'createCatalog',
  'updateCatalog',
  'deleteCatalog',
  'updatePermissions',
];

const ROWS: Record<UseSource, string> = {
  lineage: `SELECT created_by AS who, 'table' AS kind, source_table_full_name AS what, 'query' AS how, event_time AS used_at
    FROM ${TABLES.lineage} WHERE ${WITHIN('event_time', 'event_date')} AND source_table_full_name IS NOT NULL
    UNION ALL
    SELECT created_by AS who, 'table' AS kind, target_table_full_name AS what, 'write' AS how, event_time AS used_at
    FROM ${TABLES.lineage} WHERE ${WITHIN('event_time', 'event_date')} AND target_table_full_name IS NOT NULL`,

  audit: `SELECT user_identity.email AS who,
      CASE WHEN request_params.volume_full_name IS NOT NULL OR upper(request_params.securable_type) = 'VOLUME'
        THEN 'volume' ELSE 'table' END AS kind,
      coalesce(request_params.volume_full_name, request_params.table_full_name, request_params.full_name_arg,
        request_params.securable_full_name) AS what,
      CASE WHEN request_params.operation = 'READ_WRITE' THEN 'write'
        WHEN action_name LIKE 'generateTemporary%' THEN 'query' ELSE action_name END AS how,
      event_time AS used_at
    FROM ${TABLES.audit} WHERE ${WITHIN('event_time', 'event_date')} AND service_name = 'unityCatalog'
      AND action_name IN (${ACTIONS.map((name) => `'${name}'`).join(', ')}) AND response.status_code < 400
    UNION ALL
    SELECT user_identity.email AS who, 'workspace' AS kind, cast(workspace_id AS string) AS what, 'access' AS how,
      event_time AS used_at
    FROM ${TABLES.audit} WHERE ${WITHIN('event_time', 'event_date')} AND workspace_id <> 0
      AND response.status_code < 400`,

  queries: `SELECT executed_by AS who, 'workspace' AS kind, cast(workspace_id AS string) AS what, 'query' AS how,
      start_time AS used_at
    FROM ${TABLES.queries} WHERE ${WITHIN('start_time', null)} AND execution_status = 'FINISHED'`,
};

/**
 * The first use in each hour, so that a job that reads a table every second is one row. Times go in and out as
 * milliseconds: the time zone of the warehouse has no say.
 */
export const statementOf = (source: UseSource): string =>
  `SELECT who, kind, what, how, unix_millis(min(used_at)) AS at, count(*) AS times
  FROM (${ROWS[source]})
  WHERE who IS NOT NULL AND what IS NOT NULL
  GROUP BY who, kind, what, how, date_trunc('HOUR', used_at)
  ORDER BY at, who, kind, what, how`;

export const parametersOf = (from: number, to: number, source: UseSource) => [
  { name: 'from_ms', value: String(from), type: 'BIGINT' },
  { name: 'to_ms', value: String(to), type: 'BIGINT' },
  ...(source === 'queries'
    ? []
    : [
        { name: 'from_date', value: dateOf(from), type: 'DATE' },
        { name: 'to_date', value: dateOf(to), type: 'DATE' },
      ]),
];

const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
