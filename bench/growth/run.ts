/**
 * The same work at 10,000, 100,000, 1,000,000 and 10,000,000 grants: what a page of scores and of grants reads, what
 * finding crossings costs, and how many events of single uses per second the pipeline applies. A table, and
 * bench/growth.svg.
 *
 *   npm run bench:growth [-- --sizes 10000,100000 --events 5000]
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedServer } from '@lapse/embedded-postgres';
import { migrate } from '../../src/platform/database/migrate.ts';
import { withClient } from '../../test/support/with-client.ts';
import { record } from '../result.ts';
import { fill } from '../scores/fill.ts';
import { measureIngest } from './ingest.ts';
import { plot } from './plot.ts';
import { measureReads } from './reads.ts';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000,1000000,10000000' },
    events: { type: 'string', default: '10000' },
    plot: { type: 'string', default: 'bench/growth.svg' },
  },
});
const SIZES = values.sizes.split(',').map(Number);
const TENANT = 1;
const CROSSINGS = 300;

async function main(): Promise<void> {
  const data_dir = await mkdtemp(path.join(tmpdir(), 'lapse-bench-'));
  const server = await startEmbeddedServer({ data_dir, log: () => {} });
  const superuser = server.connection('superuser', 'postgres');
  const lines = new Map<string, number[]>();
  try {
    for (const grants of SIZES) {
      const database = `growth_${grants}`;
      await withClient(superuser, (client) => client.query(`CREATE DATABASE ${database} OWNER lapse_owner`));
      await migrate(server.connection('owner', database), { role: 'lapse_app' });
      const now = Date.now();
      await withClient(server.connection('superuser', database), async (client) => {
        await client.query(
          `INSERT INTO tenants (tenant_id, tid) OVERRIDING SYSTEM VALUE VALUES (${TENANT}, 'bench')`,
        );
        await fill(client, TENANT, { grants, crossings: CROSSINGS, now });
      });
      const connection = server.connection('application', database);
      const figures = {
        ...(await measureReads(connection, TENANT, now)),
        ...(await measureIngest(connection, TENANT, { grants, events: Number(values.events), now })),
      };
      for (const [name, value] of Object.entries(figures)) {
        lines.set(name, [...(lines.get(name) ?? []), value]);
        const [line, unit] = name.split(', in ') as [string, string];
        record({ line: `${line}, ${grants.toLocaleString('en-GB')} grants`, unit, values: [value] });
      }
      console.log(`${grants} grants: ${JSON.stringify(figures)}`);
      await withClient(superuser, (client) => client.query(`DROP DATABASE ${database} WITH (FORCE)`));
    }
  } finally {
    await server.stop();
    await rm(data_dir, { recursive: true, force: true });
  }
  console.log(`\n| | ${SIZES.map((size) => size.toLocaleString('en-GB')).join(' | ')} |`);
  console.log(`|---|${SIZES.map(() => '---').join('|')}|`);
  for (const [name, each] of lines)
    console.log(`| ${name} | ${each.map((value) => Math.round(value)).join(' | ')} |`);
  await writeFile(values.plot, plot(SIZES, lines));
}

await main();
