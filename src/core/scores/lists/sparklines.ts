import { ID_LENGTH_MAX } from '../../../gateway/common.schema.ts';
import { refuse } from '../../../gateway/lists/instants.ts';
import type { Querier } from '../../../platform/database/database.ts';
import type { Fault } from '../../../platform/errors.ts';
import { DAY_MS } from '../../../platform/iso-instant.ts';
import type { Policy } from '../../policy/policy.rules.ts';
import { scoreOfLapse } from '../half-life.rules.ts';
import { notTogether } from './score-form.ts';
import { loadHistoriesByIds } from './score-history.sql.ts';
import type { SparklineQuery } from './sparkline.schema.ts';
import { Timeline } from './timeline.rules.ts';

const IDS_MAX = 100;
const DAYS = 90;
const STEPS = 30;

/** Two decimals: a sparkline is some 30 pixels high. */
const rounded = (score: number): number => Math.round(score * 100) / 100;

/** The last 90 days of each: of a grant, or of the grant that is a principal's stalest now. */
export async function listSparklines(
  { q, policy, now }: { q: Querier; policy: Policy; now: number },
  query: SparklineQuery,
) {
  const { kind, ids } = readIds(query);
  const histories = await loadHistoriesByIds(q, kind, ids);
  const instants = Array.from({ length: STEPS + 1 }, (_, i) => now - DAYS * DAY_MS * (1 - i / STEPS));
  return {
    items: histories.map(({ id, ...past }) => {
      const timeline = new Timeline(past, policy);
      return {
        id,
        points: instants.flatMap((at) => {
          const lapse = timeline.lapseAt(at);
          return lapse === null ? [] : [[Math.round(at), rounded(scoreOfLapse(lapse, at, policy))]];
        }),
      };
    }),
  };
}

function readIds({ grant_ids, principal_ids }: SparklineQuery): {
  kind: 'grant' | 'principal';
  ids: string[];
} {
  const faults: Fault[] = [];
  if (grant_ids !== undefined && principal_ids !== undefined) {
    faults.push(notTogether('principal_ids', 'cannot be combined with grant_ids'));
  }
  const text = grant_ids ?? principal_ids;
  if (text === undefined) {
    const msg = 'is required unless principal_ids is given';
    faults.push({ loc: ['query', 'grant_ids'], msg, type: 'missing' });
  }
  const name = grant_ids === undefined && principal_ids !== undefined ? 'principal_ids' : 'grant_ids';
  const ids = [...new Set((text ?? '').split(',').map(decoded))];
  if (text !== undefined && (ids.length > IDS_MAX || ids.some((id) => id === null || id === ''))) {
    const msg = `expected 1 to ${IDS_MAX} ids with commas between, percent-encoded where they contain one`;
    faults.push({ loc: ['query', name], msg, type: 'bad_format' });
  }
  refuse(faults);
  return { kind: name === 'grant_ids' ? 'grant' : 'principal', ids: ids as string[] };
}

/** Null: no id. */
function decoded(text: string): string | null {
  try {
    const id = decodeURIComponent(text.trim());
    return id.length <= ID_LENGTH_MAX && !id.includes('\0') ? id : null;
  } catch {
    return null;
  }
}
