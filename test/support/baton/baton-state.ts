/** What the program beside this file manages, as it stands in its file. */
export type Name = [type: string, id: string];

export interface BatonGrant {
  entitlement: string;
  on: Name;
  principal: Name;
  expandable?: string[];
  shallow?: boolean;
  marks?: string[];
  /** Listed of this resource instead of the one it is on. */
  listed_on?: Name;
  sources?: Record<string, { is_direct: boolean }>;
}

export interface BatonResource {
  id: Name;
  name: string;
  parent?: Name;
  children?: string[];
  marks?: string[];
  status?: number;
  description?: string;
  external_id?: { id: string; link?: string; description?: string };
  user?: object;
  entitlements?: [slug: string, purpose: number, marks?: string[]][];
}

export interface BatonMode {
  silent?: boolean;
  start?: 'exit' | 'ignore_end';
  /** What it prints when it does not start. */
  says?: string;
  empty_pages?: boolean;
  repeat_rows?: boolean;
  /** The same page again and again. */
  stuck?: boolean;
  /** Reads do not show changes until then. */
  lag_ms?: number;
  slow_ms?: number;
  /** The call that alone is slow. */
  slow_call?: string;
  floods?: boolean;
  /** The call that is answered with more than any message may have. */
  big?: string;
  /** The program is killed once, before or after it does what this call asks. */
  crash_before?: string;
  crash_after?: string;
  refuse?: Record<string, [status: string, details: string]>;
}

export interface BatonState {
  types: {
    id: string;
    name: string;
    traits: number[];
    marks?: string[];
    entitlements?: [slug: string, purpose: number, marks?: string[]][];
    /** Entitlements are listed once for all resources of the type. */
    is_static?: boolean;
    is_read_only?: boolean;
  }[];
  resources: BatonResource[];
  grants: BatonGrant[];
  removed: BatonGrant[];
  can_get: boolean;
  feeds: {
    id: string;
    types: number[];
    page?: number;
    events: { id: string; at: number; actor?: Name; target?: Name }[];
  }[];
  /** Cursors of another one are unknown. */
  feed_epoch: string;
  /** Where the platform is and who may read it; left out, everything is taken. */
  signs_in?: { domain: string; token: string; may_read: boolean };
  mode: BatonMode;
}

export const SKIP = ['SkipEntitlementsAndGrants'];
const [ASSIGNMENT, PERMISSION, OWNERSHIP] = [1, 2, 3];

const person = (id: string, more: object = {}): BatonResource => ({
  id: ['user', id],
  name: id[0]?.toUpperCase() + id.slice(1),
  user: {
    emails: [{ address: `${id}@corp.example`, is_primary: true }],
    login: id,
    status: { status: 1 },
    ...more,
  },
});

export const grant = (
  on: Name,
  slug: string,
  principal: Name,
  more: Partial<BatonGrant> = {},
): BatonGrant => ({
  entitlement: `${on.join(':')}:${slug}`,
  on,
  principal,
  ...more,
});

export const APOLLO: Name = ['project', 'apollo'];
export const ZEUS: Name = ['project', 'zeus'];
export const CRM: Name = ['app', 'crm'];
export const WIKI: Name = ['app', 'wiki'];
export const ORDERS: Name = ['database', 'orders'];
export const LEDGER: Name = ['ledger', 'main'];
export const ADMINISTRATOR: Name = ['role', 'administrator'];
export const VIEWER: Name = ['role', 'viewer'];
export const ANALYSTS: Name = ['group', 'analysts'];
export const JUNIORS: Name = ['group', 'juniors'];
export const FINANCE: Name = ['group', 'finance'];
export const user = (id: string): Name => ['user', id];

/** People, groups in groups, roles that hold something, things in things, and what nobody may change here. */
export function filledState(): BatonState {
  return {
    types: [
      { id: 'user', name: 'User', traits: [1], marks: SKIP },
      {
        id: 'group',
        name: 'Group',
        traits: [2],
        entitlements: [
          ['member', ASSIGNMENT as number],
          ['owner', OWNERSHIP as number],
        ],
      },
      {
        id: 'role',
        name: 'Role',
        traits: [3],
        is_static: true,
        entitlements: [['assigned', ASSIGNMENT as number]],
      },
      {
        id: 'app',
        name: 'Application',
        traits: [4],
        entitlements: [
          ['access', PERMISSION as number],
          ['admin', PERMISSION as number],
        ],
      },
      {
        id: 'project',
        name: 'Project',
        traits: [],
        entitlements: [
          ['read', PERMISSION as number],
          ['write', PERMISSION as number],
        ],
      },
      { id: 'database', name: 'Database', traits: [], entitlements: [['select', PERMISSION as number]] },
      {
        id: 'ledger',
        name: 'Ledger',
        traits: [],
        entitlements: [['view', PERMISSION as number]],
        is_read_only: true,
      },
      { id: 'token', name: 'Token', traits: [5], marks: SKIP },
    ],
    resources: [
      person('ana', { last_login: { seconds: 1_772_000_000 }, mfa_status: { mfa_enabled: true } }),
      person('bob', { login: 'bob@corp.example' }),
      person('carol'),
      person('dave'),
      person('eve', { status: { status: 2 }, emails: [] }),
      person('robot', { account_type: 2 }),
      person('lapse', { account_type: 2 }),
      { id: ANALYSTS, name: 'Analysts' },
      { id: JUNIORS, name: 'Juniors' },
      { id: FINANCE, name: 'Finance' },
      { id: ADMINISTRATOR, name: 'Administrator' },
      { id: VIEWER, name: 'Viewer' },
      { id: CRM, name: 'CRM', children: ['project', 'token'], description: 'Customers' },
      { id: WIKI, name: 'Wiki', children: ['project'] },
      { id: APOLLO, name: 'Apollo', parent: CRM },
      { id: ZEUS, name: 'Zeus', parent: WIKI },
      { id: ['token', 't1'], name: 'Token of CRM', parent: CRM },
      { id: ORDERS, name: 'Orders' },
      { id: LEDGER, name: 'Ledger' },
    ],
    grants: [
      grant(ANALYSTS, 'member', user('bob')),
      grant(ANALYSTS, 'member', user('dave')),
      grant(ANALYSTS, 'member', JUNIORS, { expandable: ['group:juniors:member'] }),
      grant(JUNIORS, 'member', user('carol')),
      grant(FINANCE, 'member', user('eve')),
      grant(FINANCE, 'owner', user('ana')),
      grant(ADMINISTRATOR, 'assigned', user('ana')),
      grant(VIEWER, 'assigned', user('bob')),
      grant(VIEWER, 'assigned', user('carol')),
      grant(APOLLO, 'read', user('ana')),
      grant(APOLLO, 'read', user('dave')),
      grant(APOLLO, 'write', ANALYSTS, { expandable: ['group:analysts:member'] }),
      grant(CRM, 'admin', user('ana')),
      grant(CRM, 'access', user('lapse')),
      grant(CRM, 'access', user('carol')),
      grant(WIKI, 'access', user('bob'), { marks: ['GrantImmutable'] }),
      grant(ORDERS, 'select', VIEWER, { expandable: ['role:viewer:assigned'] }),
      grant(LEDGER, 'view', user('ana')),
    ],
    removed: [],
    can_get: false,
    feeds: [],
    feed_epoch: 'a',
    mode: {},
  };
}
