import type { Querier } from '../../../platform/database/database.ts';
import { classifyAsset } from '../../directory/classification.rules.ts';
import type { Classification, GrantStatus, PrincipalType, Purpose } from '../../directory/directory.rules.ts';
import { normalisePermission } from '../../directory/permission.rules.ts';
import { storedInstant } from '../../events/event-time.rules.ts';
import { loadLearned } from '../../outcomes/learned.sql.ts';
import { kindKey, type LearnedKind } from '../../outcomes/learning.rules.ts';
import type { ModelVersion } from '../../policy/policy.rules.ts';
import { mergeUse, neverUsed, type Use, usedAt, useUntil } from '../habit.rules.ts';
import type { Lapse } from '../half-life.rules.ts';
import type { Move } from '../moved.rules.ts';
import type { GrantFacts } from '../shifts.rules.ts';
import { type Outage, type Outages, outagesOf, placeOutages, unobservedMs } from '../unobserved.rules.ts';

/** Which holders of an asset a grant is compared with. */
export interface PeerPlace {
  asset_id: string;
  department: string;
  type: string;
}

/** What settling the score of any grant looks at. */
export interface ScoredGrant {
  grant_id: string;
  principal_id: string;
  asset_id: string;
  /** What was last stored about it. */
  stored: (Lapse & { reached: number; volume: string | null; candidates: string | null }) | null;
}

/** A grant with all that its lapse date depends on. */
export interface StoredFacts extends ScoredGrant {
  /** Whether the access is there, also while it is being removed. */
  active: boolean;
  /** Its remediation is on its way: nobody is asked about it any more. */
  revoking: boolean;
  facts: GrantFacts;
  outages: Outage[];
  place: PeerPlace;
  /** Of an account that uses nearly everything. */
  is_inventory: boolean;
  /** Among several grants of the principal on the asset the one that is counted, and what is stored of it. */
  counted_as: { grant_id: string; peer_active: boolean } | null;
  stored:
    | (NonNullable<ScoredGrant['stored']> & {
        active: boolean;
        last_used_at: number | null;
        model_version: ModelVersion;
        standing_days: number | null;
        review_asked: boolean;
        place: PeerPlace | null;
        peer_counted: boolean;
        peer_active: boolean;
      })
    | null;
}

type FactRow = {
  grant_id: string;
  principal_id: string;
  asset_id: string;
  status: GrantStatus;
  permission: string;
  granted_at: string;
  imported_used_at: string | null;
  name: string;
  platform: string;
  connector_id: string | null;
  tags: string[];
  classification: Classification | null;
  contains_pii: boolean | null;
  department: string | null;
  type: PrincipalType;
  mfa_enabled: boolean | null;
  last_login_at: string | null;
  disabled: boolean;
  moved_name: string;
  department_before: string | null;
  moved_at: string | null;
  is_inventory: boolean;
  purpose: Purpose | null;
  purpose_since: string | null;
  confirmed_at: string | null;
  was_active: boolean;
  last_used_at: string | null;
  active_days: Buffer | null;
  lapses_at: string | null;
  half_life_class: number;
  model_version: ModelVersion;
  standing_days: number | null;
  reached: number;
  review_asked: boolean;
  next_review_at: string | null;
  volume: string | null;
  candidates: string | null;
  anomaly_signals: number | null;
  peer_department: string | null;
  peer_type: string | null;
  peer_counted: boolean;
  peer_active: boolean;
  first_id: string | null;
  first_counted: boolean | null;
  first_active: boolean | null;
  holders: number | null;
  peers_active: number | null;
};

/** One look at an index each, however many grants the pair has. */
const firstOfPair = (status: 'active' | 'revoking'): string =>
  `(SELECT id FROM grants WHERE tenant_id = $1 AND principal_id = g.principal_id AND asset_id = g.asset_id
      AND status = '${status}' ORDER BY id LIMIT 1)`;

/** That of the grant `g`, else that of its principal `p`. */
export const PURPOSE = 'coalesce(g.purpose, p.purpose)';

/** One statement for any number of grants; ids that do not exist are left out. */
export async function loadGrantFacts(
  q: Querier,
  grantIds: readonly string[],
  known?: Outages,
  /** A use after this instant is left out: nobody can have observed it. */
  until = Number.POSITIVE_INFINITY,
): Promise<StoredFacts[]> {
  if (grantIds.length === 0) return [];
  const rows = await q.query<FactRow>(
    `SELECT g.id AS grant_id, g.principal_id, g.asset_id, g.status, g.permission, g.granted_at,
            g.last_used_at AS imported_used_at, a.name, a.platform, a.connector_id, a.tags, a.classification, a.contains_pii,
            p.department, p.type, p.mfa_enabled, p.last_login_at, p.disabled, p.inventory_since IS NOT NULL AS is_inventory,
            p.display_name AS moved_name, p.department_before,
            CASE WHEN p.is_move AND p.type = 'user' THEN p.department_since END AS moved_at,
            ${PURPOSE} AS purpose, CASE WHEN g.purpose IS NULL THEN p.purpose_since ELSE g.purpose_since END AS purpose_since,
            d.decided_at AS confirmed_at, s.active AS was_active, s.last_used_at, s.active_days, s.lapses_at, s.half_life_class,
            s.model_version, s.standing_days, s.reached,
            s.review_asked, s.next_review_at, s.volume, s.candidates, s.anomaly_signals, s.peer_department, s.peer_type, s.peer_counted, s.peer_active,
            f.id AS first_id, c.peer_counted AS first_counted, c.peer_active AS first_active, n.holders,
            n.active AS peers_active
     FROM unnest($2::text[]) AS wanted (id)
     -- Each is looked up by its key. Without the limits a table that was just filled, and has no statistics yet, is
     -- joined in ways that took twenty times as long.
     JOIN LATERAL (SELECT * FROM grants WHERE tenant_id = $1 AND id = wanted.id LIMIT 1) g ON true
     JOIN LATERAL (SELECT department, type, mfa_enabled, last_login_at, disabled, purpose, purpose_since, inventory_since,
                         display_name, department_before, department_since, is_move FROM principals
                   WHERE tenant_id = $1 AND id = g.principal_id LIMIT 1) p ON true
     JOIN LATERAL (SELECT name, platform, connector_id, tags, classification, contains_pii FROM assets
                   WHERE tenant_id = $1 AND id = g.asset_id LIMIT 1) a ON true
     LEFT JOIN LATERAL (SELECT * FROM grant_scores WHERE tenant_id = $1 AND grant_id = g.id LIMIT 1) s ON true
     LEFT JOIN LATERAL (SELECT decided_at FROM review_decisions
                        WHERE ${PURPOSE} IS NOT NULL AND tenant_id = $1 AND grant_id = g.id AND decision = 'CONFIRM'
                          AND next_review_at IS NOT NULL
                        ORDER BY decided_at DESC LIMIT 1) d ON true
     LEFT JOIN LATERAL (SELECT least(${firstOfPair('active')}, ${firstOfPair('revoking')}) AS id) f ON true
     LEFT JOIN LATERAL (SELECT peer_counted, peer_active FROM grant_scores
                        WHERE tenant_id = $1 AND grant_id = f.id AND f.id <> g.id AND peer_type IS NOT NULL
                        LIMIT 1) c ON true
     LEFT JOIN LATERAL (SELECT holders, active FROM peer_groups
                        WHERE tenant_id = $1 AND asset_id = g.asset_id AND department = coalesce(p.department, '')
                          AND type = p.type LIMIT 1) n ON true`,
    [q.tenant_id, grantIds],
  );
  const outages = known ?? (await loadOutages(q));
  const { kinds } = await loadLearned(q);
  const learned = new Map(kinds.map((kind) => [kindKey(kind), kind]));
  return rows.map((row) => toStoredFacts(row, { outages: outagesOf(outages, row), learned, until }));
}

/** Those of these grants that have one. */
export async function purposesOf(q: Querier, grantIds: readonly string[]): Promise<Map<string, Purpose>> {
  const rows = await q.query<{ id: string; purpose: Purpose }>(
    `SELECT g.id, ${PURPOSE} AS purpose
     FROM grants g JOIN principals p ON p.tenant_id = $1 AND p.id = g.principal_id
     WHERE g.tenant_id = $1 AND g.id = ANY ($2::text[]) AND ${PURPOSE} IS NOT NULL`,
    [q.tenant_id, grantIds],
  );
  return new Map(rows.map((row) => [row.id, row.purpose]));
}

/** What a lapse date depends on besides the rows themselves, filled in once uses and signals are known. */
export function completeFacts(
  known: StoredFacts,
  { use, anomaly_signals }: { use: Use; anomaly_signals: number },
): GrantFacts {
  const { facts } = known;
  // Field by field, because an object that begins as a copy of another is slow to make, and this runs per grant.
  return {
    last_used_at: use.last_used_at,
    active_days: use.active_days,
    granted_at: facts.granted_at,
    is_service: facts.is_service,
    classification: facts.classification,
    permission: facts.permission,
    peers: facts.peers,
    anomaly_signals,
    mfa_enabled: facts.mfa_enabled,
    last_login_at: facts.last_login_at,
    disabled: facts.disabled,
    unobserved_ms: unobservedMs(known.outages, use.last_used_at ?? facts.granted_at),
    moved: facts.moved,
    learned: facts.learned,
    next_review_at: facts.next_review_at,
    purpose: facts.purpose,
    purpose_since: facts.purpose_since,
    confirmed_at: facts.confirmed_at,
  };
}

function toStoredFacts(
  row: FactRow,
  {
    outages,
    learned,
    until,
  }: { outages: Outage[]; learned: ReadonlyMap<string, LearnedKind>; until: number },
): StoredFacts {
  const { asset_id } = row;
  const permission = normalisePermission(row.permission);
  const wasPlaced = row.peer_type !== null;
  const wasCounted = wasPlaced && row.peer_counted;
  const isKnown = wasCounted || row.first_counted === true;
  const isActiveThere = wasCounted ? row.peer_active : row.first_active === true;
  const use = useOf(row, until);
  return {
    grant_id: row.grant_id,
    principal_id: row.principal_id,
    asset_id,
    active: row.status !== 'revoked',
    revoking: row.status === 'revoking',
    outages,
    place: { asset_id, department: row.department ?? '', type: row.type },
    is_inventory: row.is_inventory,
    counted_as:
      row.first_id === null ? null : { grant_id: row.first_id, peer_active: row.first_active === true },
    facts: {
      last_used_at: use.last_used_at,
      active_days: use.active_days,
      granted_at: storedInstant(row.granted_at),
      is_service: row.type === 'service_account',
      classification: row.classification ?? classifyAsset(row).classification,
      permission,
      peers: {
        peers: Math.max(0, (row.holders ?? 0) - (isKnown ? 1 : 0)),
        active: Math.max(0, (row.peers_active ?? 0) - (isKnown && isActiveThere ? 1 : 0)),
      },
      anomaly_signals: row.anomaly_signals ?? 0,
      mfa_enabled: row.mfa_enabled,
      last_login_at: instant(row.last_login_at),
      disabled: row.disabled,
      unobserved_ms: 0,
      moved: moveOf(row),
      learned:
        permission === null || learned.size === 0
          ? null
          : (learned.get(kindKey({ platform: row.platform, permission, principal_type: row.type })) ?? null),
      next_review_at: instant(row.next_review_at),
      purpose: row.purpose,
      purpose_since: instant(row.purpose_since),
      confirmed_at: instant(row.confirmed_at),
    },
    stored:
      row.lapses_at === null
        ? null
        : {
            active: row.was_active,
            lapses_at: storedInstant(row.lapses_at),
            half_life_class: row.half_life_class,
            last_used_at: instant(row.last_used_at),
            model_version: row.model_version,
            standing_days: row.standing_days,
            reached: row.reached,
            review_asked: row.review_asked,
            place: wasPlaced
              ? { asset_id, department: row.peer_department ?? '', type: String(row.peer_type) }
              : null,
            peer_counted: row.peer_counted,
            peer_active: row.peer_active,
            volume: row.volume,
            candidates: row.candidates,
          },
  };
}

function moveOf({ moved_name, department_before, department, moved_at }: FactRow): Move | null {
  return moved_at === null
    ? null
    : { name: moved_name, from: department_before ?? '', to: department ?? '', at: storedInstant(moved_at) };
}

/** What was seen, and what an import said, whichever came first. */
function useOf(row: FactRow, until: number): Use {
  const imported = row.imported_used_at === null ? neverUsed() : usedAt(storedInstant(row.imported_used_at));
  if (row.active_days === null) return useUntil(imported, until);
  const seen = { last_used_at: instant(row.last_used_at), active_days: new Uint8Array(row.active_days) };
  return mergeUse(useUntil(seen, until), useUntil(imported, until));
}

const instant = (iso: string | null): number | null => (iso === null ? null : storedInstant(iso));

/** Of each place. One that lasts is given as far as it has been counted, so that all lapse dates know the same of it. */
export async function loadOutages(q: Querier): Promise<Outages> {
  const rows = await q.query<{
    platform: string;
    connector_id: string;
    started_at: string;
    ended_at: string;
  }>(
    `SELECT platform, connector_id, started_at, coalesce(ended_at, counted_until) AS ended_at FROM telemetry_gaps
     WHERE tenant_id = $1 AND coalesce(ended_at, counted_until) IS NOT NULL`,
    [q.tenant_id],
  );
  return placeOutages(
    rows.map(({ platform, connector_id, started_at, ended_at }) => ({
      platform,
      connector_id,
      from: storedInstant(started_at),
      until: storedInstant(ended_at),
    })),
  );
}
