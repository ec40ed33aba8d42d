import type { Health } from '../connector.ts';
import type { BatonContext } from './baton-context.ts';
import { readInventory } from './inventory.ts';
import { usageFeeds } from './use/read-use.ts';

/** `Validate` is the connector's own test of its settings; it throws what the platform answered. */
export async function checkHealth(
  context: BatonContext,
): Promise<Pick<Health, 'missing' | 'ok' | 'version'>> {
  const { session, signal, title } = context;
  const { sdk_version } = await session.call('Validate', {}, signal);
  // As it is now, whatever was said before.
  context.told.until = 0;
  const { types, cannotChange } = await readInventory(context);
  const missing: Health['missing'] = [];
  if (types.length === 0)
    missing.push({ ability: 'discover', what: `${title} lists no types of resources.` });
  const fixed = types.filter(({ id }) => cannotChange(id as string)).map(({ id }) => id as string);
  if (types.length > 0 && fixed.length === types.length)
    missing.push({ ability: 'revoke', what: `${title} only reads: it removes no access of any kind.` });
  if ((await usageFeeds(context)).length === 0)
    missing.push({ ability: 'read_use', what: `${title} has no feed that reports use, so nothing decays.` });
  return { ok: types.length > 0, missing, version: sdk_version || null };
}
