import type { AssetType, PrincipalType } from '../core/directory/directory.rules.ts';
import type { Fault } from '../platform/errors.ts';
import type { SetupStep } from './setup-guide.ts';

/**
 * What Lapse asks of a platform. A connector keeps nothing between calls: cursors, checkpoints and undo records carry
 * all state as text, so that any worker can go on where another stopped.
 *
 * Keys are the platform's own names as stable text (`role/ana`, `table/shop/public/orders`), unique within one
 * connected system and free of ids that a dump and restore would change. The sync maps them to ids of Lapse.
 *
 * The order of a remediation: `paths` (what gives the access), `plan` (what would be done, and how to undo it), store the
 * undo record durably, `revoke`, `verify`. Every call may be repeated. A call that fails throws a ConnectorError; an
 * answer that is not what was hoped for is an outcome, not an error.
 */
export interface Connector {
  readonly platform: string;

  /** Can it be reached, and may it do what it must? Does not throw for a platform that is down: says so. */
  check(options?: CallOptions): Promise<Health>;

  /** Complete listings in a fixed order. `null` begins; a page may be empty and still have a next one. */
  principals(cursor: string | null, options?: CallOptions): Promise<Page<RawPrincipal>>;
  memberships(cursor: string | null, options?: CallOptions): Promise<Page<RawMembership>>;
  assets(cursor: string | null, options?: CallOptions): Promise<Page<RawAsset>>;
  grants(cursor: string | null, options?: CallOptions): Promise<Page<RawGrant>>;

  /**
   * Where the platform tells what has changed, so that not every group has to be read each time. Full listings remain: they
   * are the check.
   */
  readonly membershipChanges?: MembershipChanges | undefined;

  /** What was used since the checkpoint (`null`: watch from now on, and read what the platform still remembers). */
  readUse(checkpoint: string | null, options?: UseOptions): Promise<UsePage>;

  /** Every way in which the principal has access to the asset now. Empty: none, also when either is unknown. */
  paths(subject: Subject, options?: CallOptions): Promise<AccessPath[]>;

  /** Changes nothing. */
  plan(edge: Edge, options?: CallOptions): Promise<RevokePlan>;

  /** Removes exactly what the record describes. Asking for the record first is what makes the remediation reversible. */
  revoke(undo: UndoRecord, options?: CallOptions): Promise<RevokeOutcome>;

  /** Puts back exactly what the record describes. */
  restore(undo: UndoRecord, options?: CallOptions): Promise<RestoreOutcome>;

  /** Reads back. Never answers from memory. */
  verify(question: VerifyQuestion, options?: CallOptions): Promise<Verification>;

  close(): Promise<void>;
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** The call ends by then, with `timeout`. The connector's own limit when absent. */
  timeout_ms?: number | undefined;
}

export interface UseOptions extends CallOptions {
  /**
   * With no checkpoint: also the use that the platform remembers without its time. Such an event is dated when it is
   * found, and `not_before` in its metadata is the earliest instant at which it can have happened. Who looks once wants
   * it; who watches would take old use for use of today.
   */
  undated?: boolean | undefined;
}

export interface Page<T> {
  items: T[];
  /** Only `null` ends the listing. */
  next_cursor: string | null;
}

/** JSON of the platform's own facts, for evidence and undo; nothing secret. */
export type Details = Record<string, unknown>;

export interface RawPrincipal {
  key: string;
  display_name: string;
  type: PrincipalType;
  email: string | null;
  /** The name it signs in with, which the platform has made sure of: a user principal name, a user name. */
  sign_in_name?: string | null;
  /** The id in Microsoft Entra ID of the same person, group or application, where the platform says it. */
  entra_object_id?: string | null;
  /** Of a group: who is in it is not listed here, because only Microsoft Entra ID knows. */
  members_elsewhere?: boolean;
  department: string | null;
  manager_key: string | null;
  mfa_enabled: boolean | null;
  last_login_at: string | null;
  disabled: boolean;
  /** The platform does not let its access be removed: a superuser, a built-in role, everybody, ourselves. */
  protected: boolean;
  created_at: string | null;
  details: Details;
}

/** A direct edge; nested groups are edges between groups. */
export interface RawMembership {
  group_key: string;
  member_key: string;
  details: Details;
}

export interface MembershipChanges {
  /** A mark for now, to be taken before a full listing begins. */
  mark(options?: CallOptions): Promise<string>;
  /** All members of every group that may have changed since. `invalid_checkpoint`: the platform knows the mark no longer. */
  since(mark: string, cursor: string | null, options?: CallOptions): Promise<ChangedMemberships>;
}

export interface ChangedMemberships extends Page<RawMembership> {
  /** Groups whose members this page or later ones list in full; one that is gone has none. */
  group_keys: string[];
  /** With the last page: where to go on the next time. */
  mark: string | null;
}

export interface RawAsset {
  key: string;
  name: string;
  type: AssetType;
  owner_key: string | null;
  /** The asset that contains this one. */
  container_key: string | null;
  created_at: string | null;
  tags: string[];
  details: Details;
}

/**
 * All that one principal may do to one asset by one way: at most one per (principal, asset, owner or not, group). Where a
 * platform gives and takes rights one by one, each may be a way of its own, with an edge that names the grant.
 */
export interface RawGrant {
  key: string;
  principal_key: string;
  asset_key: string;
  /** In words that `core/directory/permission.rules.ts` knows. */
  permission: string;
  /** Only from platforms that list what is inherited; others list the group's own grant and the membership. */
  via_group_key: string | null;
  granted_at: string | null;
  /** The platform cannot take it away from this one principal: ownership, everybody's. */
  revocable: boolean;
  /** `direct_members_only`: a group's, which does not reach the members of groups inside it. */
  details: Details;
}

export interface RawEvent {
  /** The same for the same use, however often it is read. */
  event_id: string;
  principal_key: string;
  asset_key: string;
  /** What contains the asset, the nearest first: what is held on it is used too. One use is one event. */
  within?: readonly string[];
  /** query, write, login, admin_login, or the platform's own word. */
  action: string;
  timestamp: string;
  /**
   * Where the principal is a group that may have let somebody in: who that was, by sign-in name or object id in lower case, and what the
   * use itself is called, the same for each such group. `or_nobody`: without knowing that they are in the group it says nothing.
   */
  let_in?: { who: string; use_id: string; or_nobody?: boolean };
  metadata: Details;
}

export interface UsePage {
  events: RawEvent[];
  /** Store it in the transaction that stores the events. */
  checkpoint: string;
  /** There is more to read at once. */
  more: boolean;
  coverage: Coverage;
}

/** How much silence means. */
export interface Coverage {
  /** True when somebody's use of an asset would have been seen. False: no event is no evidence. */
  observes_use: boolean;
  /** Since when without a break; `null` while nothing is observed. */
  observed_since: string | null;
  /** Half-open stretches, found in this reading, in which use went unseen. */
  gaps: { from: string; to: string; reason: string }[];
  sources: SourceCoverage[];
}

export interface SourceCoverage {
  source: string;
  status: 'available' | 'degraded' | 'unavailable';
  /** Why it is not fully available, and what an operator can do. */
  reason: string | null;
  observed_since: string | null;
  sees: string[];
  does_not_see: string[];
}

export interface Health {
  ok: boolean;
  /** One sentence. */
  message: string;
  version: string | null;
  latency_ms: number | null;
  /** What is missing for each ability; empty means that it has all it needs. */
  missing: { ability: 'discover' | 'read_use' | 'revoke'; what: string }[];
}

/** Whose access to what. */
export interface Subject {
  principal_key: string;
  asset_key: string;
}

/** What can be removed. Nothing else can. */
export type Edge =
  /**
   * The named grant of the principal on the asset. Without its key: all that the principal holds directly on it,
   * whatever the permission has become since.
   */
  | { kind: 'grant'; principal_key: string; asset_key: string; grant_key?: string | null | undefined }
  | { kind: 'membership'; group_key: string; member_key: string }
  | { kind: 'role_assignment'; principal_key: string; role_key: string; scope_key: string };

export const REMEDIATION_ACTIONS = {
  grant: 'revoke_grant',
  membership: 'remove_group_membership',
  role_assignment: 'remove_role_assignment',
} as const satisfies Record<Edge['kind'], string>;

export interface AccessPath {
  kind: 'direct' | 'group' | 'everybody' | 'owner' | 'superuser' | 'built_in';
  /** Keys from the principal to the asset, both included. */
  keys: string[];
  /** Whose remediation closes this path for this principal alone; `null` when there is none. */
  edge: Edge | null;
  permission: string | null;
  /** One sentence. */
  description: string;
}

export type NotPossibleReason =
  | 'unknown_principal'
  | 'unknown_asset'
  | 'owner'
  | 'superuser'
  | 'everybody'
  | 'built_in'
  | 'connector_itself'
  | 'last_owner'
  /** Others hold access that depends on this one. */
  | 'dependents'
  /** The connector's account may not. */
  | 'not_permitted'
  | 'not_supported';

export interface NotPossible {
  outcome: 'not_possible';
  reason: NotPossibleReason;
  /** One sentence: why, and what a person can do. */
  message: string;
  /** `provisioned: true`: the group is filled from another platform, and the membership has to end there. */
  details?: Details | undefined;
}

export type RevokePlan =
  | {
      outcome: 'planned';
      action: (typeof REMEDIATION_ACTIONS)[Edge['kind']];
      /** The edge in words. */
      target: string;
      /** Exactly what would be sent, in order. */
      statements: string[];
      undo: UndoRecord;
      /** What the reader should know: others who lose access too, sessions that stay open. */
      warnings: string[];
    }
  | { outcome: 'already_absent' }
  | NotPossible;

/** JSON that a later version of the connector can still read. Holds no secret. */
export interface UndoRecord {
  version: 1;
  platform: string;
  edge: Edge;
  made_at: string;
  /** What `restore` would send. */
  statements: string[];
  /** The connector's own: the edge as it was. */
  state: Details;
}

export type RevokeOutcome =
  | { outcome: 'revoked' }
  | { outcome: 'already_absent' }
  /** The edge is no longer what the record describes, and nothing was done: plan again. */
  | { outcome: 'changed'; message: string }
  | NotPossible;

export type RestoreOutcome = { outcome: 'restored' } | { outcome: 'already_present' } | NotPossible;

export interface VerifyQuestion {
  edge: Edge;
  /** Whose access was meant: for a membership it is more than the edge. */
  subject: Subject | null;
  /** With it, `present` means present exactly as recorded. */
  undo: UndoRecord | null;
}

export interface Verification {
  /** `partial`: there, but not as the record describes. */
  edge: 'absent' | 'present' | 'partial';
  /** What still gives the subject access; empty without a subject, and when the edge was the only way. */
  paths: AccessPath[];
  verified_at: string;
}

const RETRYABLE = {
  timeout: true,
  aborted: true,
  throttled: true,
  unavailable: true,
  /** Somebody changed the same thing at the same moment. */
  conflict: true,
  authentication: false,
  permission: false,
  invalid_settings: false,
  invalid_cursor: false,
  invalid_checkpoint: false,
  invalid_undo: false,
  not_supported: false,
  /** The platform answered what it never should. */
  protocol: false,
} as const;

export type ConnectorErrorCode = keyof typeof RETRYABLE;

export class ConnectorError extends Error {
  readonly code: ConnectorErrorCode;
  readonly retryable: boolean;
  /** Seconds to wait, when the platform says so. */
  readonly retry_after: number | undefined;
  /** `unknown`: a change may have been made. Verify before anything else is done or claimed. */
  readonly effect: 'none' | 'unknown';

  constructor(
    code: ConnectorErrorCode,
    message: string,
    options: ErrorOptions & { retry_after?: number | undefined; effect?: 'none' | 'unknown' } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.name = 'ConnectorError';
    this.code = code;
    this.retryable = RETRYABLE[code];
    this.retry_after = options.retry_after;
    this.effect = options.effect ?? 'none';
  }
}

/** One field of a connector's settings. Secret ones are encrypted at rest and never shown. */
export interface SettingField {
  name: string;
  type: 'text' | 'integer' | 'flag' | 'text_list';
  required: boolean;
  secret: boolean;
  default: string | number | boolean | string[] | null;
  min?: number;
  max?: number;
  one_of?: readonly string[];
  /** What the value makes Lapse reach; the operator may limit that. */
  reaches?: 'host' | 'url' | 'file';
  /** Many lines: a command takes the name of a file that holds it. */
  pem?: true;
  description: string;
}

/** Time as a connector has it. */
export interface ConnectorClock {
  now: () => Date;
  /** How it waits, when a platform asks for patience; tests wait less. */
  sleep?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
}

export interface ConnectorEnvironment extends ConnectorClock {
  /** The platform itself is told to refuse every change in this connector's sessions, where it can be. */
  read_only?: boolean | undefined;
}

/** A kind of platform that can be connected. */
export interface ConnectorType<Settings = unknown> {
  platform: string;
  title: string;
  settings: readonly SettingField[];
  /** The settings that say which system it is: where all are the same, so are the keys of everything. */
  system: readonly string[];
  /** What to do there before, in order. */
  steps: SetupStep[];
  /** Settings with defaults filled in, or every fault at once; a fault never repeats a secret. */
  readSettings(input: unknown): { settings: Settings } | { faults: Fault[] };
  /** Opens nothing yet: the first call does. */
  connect(settings: Settings, environment: ConnectorEnvironment): Connector;
}

/** A listing from `cursor` on, page by page; each page names the cursor that would repeat what follows it. */
export async function* pagesOf<T>(
  list: (cursor: string | null) => Promise<Page<T>>,
  cursor: string | null = null,
): AsyncGenerator<Page<T>, void, undefined> {
  let at = cursor;
  do {
    const page = await list(at);
    if (page.next_cursor !== null && page.next_cursor === at) {
      throw new ConnectorError('protocol', 'the listing does not move on');
    }
    yield page;
    at = page.next_cursor;
  } while (at !== null);
}
