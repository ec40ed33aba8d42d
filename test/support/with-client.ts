import pg from 'pg';

/** A connection for as long as the work takes: one left open would hide why the work failed behind the end of its server. */
export async function withClient<T>(
  settings: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(settings);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
