import { markAssetsSimulated } from '../core/directory/assets.sql.ts';
import { importDirectory } from '../core/directory/import/import-directory.ts';
import type { TextLine } from '../core/directory/import/read-lines.ts';
import { hasPrincipals } from '../core/directory/principals.sql.ts';
import { appendToInbox } from '../core/events/inbox.sql.ts';
import { nameOrganisation } from '../core/tenants/name-organisation.ts';
import type { Database } from '../platform/database/database.ts';
import { demoOrganisation } from './demo-organisation.ts';

const DEMO_NAME = 'Quillhaven Mutual';

/** Fills a tenant that has nobody yet with the demo organisation, through the same door as any import. */
export async function loadDemo(
  { db, tenant_id, now }: { db: Database; tenant_id: number; now: Date },
  onStart: () => void,
): Promise<void> {
  if (await hasPrincipals(db.tenant(tenant_id))) return;
  onStart();
  await nameOrganisation(db, { tenant_id, name: DEMO_NAME, actor: 'system' });
  const { lines, events } = demoOrganisation(now);
  const summary = await importDirectory({ db, tenant_id }, asText(lines));
  if (summary.rejected > 0) {
    throw new Error(
      `the demo organisation does not fit the directory: ${JSON.stringify(summary.rejections[0])}`,
    );
  }
  // Its platforms do not exist: what remediations do to them is simulated, and says so everywhere.
  await db.transaction(tenant_id, markAssetsSimulated);
  // Half a year of use goes through the same pipeline as any event, so that bands, peers and signals are real.
  await db.transaction(tenant_id, (tx) => appendToInbox(tx, events));
}

async function* asText(lines: object[]): AsyncGenerator<TextLine> {
  for (const [index, line] of lines.entries()) yield { number: index + 1, text: JSON.stringify(line) };
}
