import { type Connector, ConnectorError } from '../../src/connectors/connector.ts';

/** Ways in which a platform, or the code that speaks to it, goes wrong. */
export const FAULTS = [
  /** Says that it revoked, and did not. */
  'drops_revoke',
  /** Says that it restored, and did not. */
  'drops_restore',
  /** Says that there was nothing to revoke. */
  'denies_revoke',
  /** Revokes, then fails as if the answer had been lost. */
  'loses_answer',
  /** Fails before anything was done. */
  'times_out',
  'throttles',
  /** Leaves out every other item of a listing. */
  'skips_items',
  /** Ends a listing after its first page. */
  'stops_early',
  /** Never gets past its first page. */
  'goes_round',
  /** A plan that is carried out at once. */
  'plans_eagerly',
  /** Answers read-backs from what it was told to do. */
  'remembers',
] as const;

export type Fault = (typeof FAULTS)[number];

/** The same connector with one thing wrong with it. */
export function faultyConnector(sound: Connector, fault: Fault): Connector {
  const told = new Map<string, 'absent' | 'present'>();
  const failing = (error: () => ConnectorError) => () => Promise.reject(error());
  const listing =
    (list: Connector['grants']): Connector['grants'] =>
    async (cursor, options) => {
      if (fault === 'goes_round' && cursor !== null) return { items: [], next_cursor: cursor };
      const page = await list(cursor, options);
      if (fault === 'skips_items') return { ...page, items: page.items.filter((_, i) => i % 2 === 0) };
      return fault === 'stops_early' ? { ...page, next_cursor: null } : page;
    };
  const wrapped: Connector = { ...sound };
  switch (fault) {
    case 'drops_revoke':
      return { ...wrapped, revoke: async () => ({ outcome: 'revoked' }) };
    case 'denies_revoke':
      return { ...wrapped, revoke: async () => ({ outcome: 'already_absent' }) };
    case 'drops_restore':
      return { ...wrapped, restore: async () => ({ outcome: 'restored' }) };
    case 'loses_answer':
      return {
        ...wrapped,
        revoke: async (undo, options) => {
          await sound.revoke(undo, options);
          throw new ConnectorError('timeout', 'no answer', { effect: 'unknown' });
        },
      };
    case 'times_out':
      return {
        ...wrapped,
        revoke: failing(() => new ConnectorError('timeout', 'no answer', { effect: 'unknown' })),
      };
    case 'throttles':
      return {
        ...wrapped,
        revoke: failing(() => new ConnectorError('throttled', 'too many calls', { retry_after: 7 })),
      };
    case 'plans_eagerly':
      return {
        ...wrapped,
        plan: async (edge, options) => {
          const plan = await sound.plan(edge, options);
          if (plan.outcome === 'planned') await sound.revoke(plan.undo, options);
          return plan;
        },
      };
    case 'remembers':
      return {
        ...wrapped,
        revoke: async (undo) => {
          told.set(JSON.stringify(undo.edge), 'absent');
          return { outcome: 'revoked' };
        },
        verify: async (question, options) => {
          const edge = told.get(JSON.stringify(question.edge));
          const verified = await sound.verify(question, options);
          return edge ? { ...verified, edge, paths: [] } : verified;
        },
      };
    default:
      return {
        ...wrapped,
        principals: listing(sound.principals as never) as never,
        assets: listing(sound.assets as never) as never,
        memberships: listing(sound.memberships as never) as never,
        grants: listing(sound.grants),
      };
  }
}
