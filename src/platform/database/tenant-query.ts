import pg from 'pg';

/**
 * One statement that runs with its tenant set, in one round trip.
 *
 * Row-level security reads `lapse.tenant_id`, which must hold for this statement only. BEGIN, SET LOCAL,
 * the statement and COMMIT would be four exchanges. The extended protocol makes everything between two
 * Sync messages one implicit transaction, so the setting (local to it) and the statement travel together.
 */

/** The part of node-postgres' connection that a query object is handed; its types do not cover it. */
interface WireConnection {
  parsedStatements: Record<string, string | undefined>;
  submittedNamedStatements: Record<string, string | undefined>;
  parse(message: { text: string; name: string; types?: number[] }): void;
  bind(message: { portal: string; statement: string; values: unknown[] }): void;
  execute(message: { portal: string; rows: number }): void;
}

/** What node-postgres' Query does, as far as this file overrides it. */
interface WireQuery {
  callback: (error: Error | null, result: pg.QueryResult) => void;
  prepare(connection: WireConnection): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: WireConnection): void;
}

/** Prepared under its name. */
export type Statement = { name: string; text: string; values: unknown[] };

const SET_TENANT = 'lapse_set_tenant';
const SET_TENANT_SQL = "SELECT set_config('lapse.tenant_id', $1, true)";

const BaseQuery = pg.Query as unknown as new (
  config: { name: string; text: string },
  values: unknown[],
) => WireQuery;

class TenantQuery extends BaseQuery {
  readonly #tenantId: number;
  #tenantIsSet = false;

  constructor(tenantId: number, statement: Statement) {
    super({ name: statement.name, text: statement.text }, statement.values);
    this.#tenantId = tenantId;
  }

  override prepare(connection: WireConnection): void {
    if (!connection.submittedNamedStatements[SET_TENANT] && !connection.parsedStatements[SET_TENANT]) {
      connection.parse({ name: SET_TENANT, text: SET_TENANT_SQL });
      connection.submittedNamedStatements[SET_TENANT] = SET_TENANT_SQL;
    }
    connection.bind({ portal: '', statement: SET_TENANT, values: [String(this.#tenantId)] });
    connection.execute({ portal: '', rows: 0 });
    super.prepare(connection);
  }

  /** The row of the setting comes first and is not part of the answer. */
  override handleDataRow(message: unknown): void {
    if (this.#tenantIsSet) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: WireConnection): void {
    if (this.#tenantIsSet) super.handleCommandComplete(message, connection);
    else this.#tenantIsSet = true;
  }
}

export function runTenantQuery<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  tenantId: number,
  statement: Statement,
): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    const query = new TenantQuery(tenantId, statement);
    query.callback = (error, result) => (error ? reject(error) : resolve(result.rows as Row[]));
    client.query(query as unknown as pg.Submittable);
  });
}
