import type { PrincipalType } from '../directory/directory.rules.ts';

/** How an account came to be of its principal. */
export const LINK_REASONS = ['own', 'object_id', 'sign_in_name', 'email', 'admin'] as const;
export type LinkReason = (typeof LINK_REASONS)[number];

export const CONFLICT_KINDS = [
  'several_candidates',
  'shared_address',
  'contradiction',
  'disabled_look_alike',
] as const;
export type ConflictKind = (typeof CONFLICT_KINDS)[number];

/** An account as far as it matters whose it is. Addresses and object ids are in lower case. */
export interface LinkableAccount {
  id: string;
  connector_id: string;
  type: PrincipalType;
  /** Its own principal, whom it is of when it is linked to nobody. Ids made later sort later. */
  home_id: string;
  principal_id: string;
  entra_object_id: string | null;
  /** Its platform has made sure of it. */
  sign_in_key: string | null;
  /** Anybody may have set it: it names only people whom an import names by it. */
  email_key: string | null;
  /** Cannot sign in, or is gone. */
  disabled: boolean;
  how: LinkReason;
  /** By an admin, which stays. */
  settled: 'linked' | 'unlinked' | null;
}

/** Somebody whom an import has named: what it states is an admin's word. */
export interface KnownPerson {
  id: string;
  type: PrincipalType;
  entra_object_ids: readonly string[];
  addresses: readonly string[];
  disabled: boolean;
}

export interface Linked {
  account_id: string;
  principal_id: string;
  how: LinkReason;
}

export interface Conflict {
  account_id: string;
  kind: ConflictKind;
  candidate_ids: string[];
  /** The addresses that it is about. */
  shared: string[];
}

export interface Linking {
  linked: Linked[];
  conflicts: Conflict[];
}

/**
 * Who is who, from all that is known of some accounts: the same whatever their order and whatever was linked before.
 * First by object id and kind; then people by the address that they sign in with, unless anything about that is unclear: then
 * by nothing. Never by a name that people see.
 */
export function linkAccounts(accounts: readonly LinkableAccount[], known: readonly KnownPerson[]): Linking {
  const free = accounts.filter((account) => account.settled !== 'unlinked');
  const members = [...free, ...known].map(memberOf(anchorsOf(free)));
  const { agreed, torn } = tearApart(componentsOf(members, ({ ids }) => ids));
  const { joined, refused } = joinByAddress(agreed);
  const linked = joined.flatMap(linkTogether);
  const alone = accounts.filter((account) => account.settled === 'unlinked');
  const targetOf = new Map(linked.map((link) => [link.account_id, link.principal_id]));
  const conflicts = [...torn, ...refused].flatMap((each) => conflictsOf(each, targetOf));
  return {
    linked: [
      ...linked,
      ...alone.map(({ id, home_id }) => ({ account_id: id, principal_id: home_id, how: 'own' as const })),
    ],
    // One each: the first says the most.
    conflicts: [...new Map(conflicts.reverse().map((each) => [each.account_id, each])).values()],
  };
}

/** An account, or a person of an import, in the words of both. */
interface Member {
  account: LinkableAccount | null;
  /** Whom everybody with it is: an admin has said so, or an import. */
  anchor: string | null;
  is_known: boolean;
  ids: string[];
  /** By which it is the same as whoever signs in with it. */
  addresses: string[];
  /** By which it is the same as whom an import names by it. */
  hints: string[];
  disabled: boolean;
}

type Component = Member[];

/** Principals to whom an admin has linked something stay who they are. */
const anchorsOf = (accounts: readonly LinkableAccount[]): ReadonlySet<string> =>
  new Set(accounts.filter(({ settled }) => settled === 'linked').map(({ principal_id }) => principal_id));

const memberOf =
  (anchors: ReadonlySet<string>) =>
  (given: LinkableAccount | KnownPerson): Member => {
    const isPerson = given.type === 'user';
    if ('addresses' in given) {
      const { id, type, entra_object_ids, addresses, disabled } = given;
      return {
        account: null,
        anchor: id,
        is_known: true,
        ids: [`principal ${id}`, ...entra_object_ids.map((objectId) => `${type} ${objectId}`)],
        addresses: isPerson ? [...addresses] : [],
        hints: [],
        disabled,
      };
    }
    const { type, entra_object_id, sign_in_key, email_key, disabled, settled, home_id, principal_id } = given;
    const anchor = settled === 'linked' ? principal_id : anchors.has(home_id) ? home_id : null;
    return {
      account: given,
      anchor,
      is_known: false,
      ids: [
        ...(anchor === null ? [] : [`principal ${anchor}`]),
        // What an admin has linked is whom it was linked to, whatever it says of itself.
        ...(entra_object_id === null || settled === 'linked' ? [] : [`${type} ${entra_object_id}`]),
      ],
      addresses: isPerson && settled === null && sign_in_key !== null ? [sign_in_key] : [],
      hints: isPerson && settled === null && email_key !== null ? [email_key] : [],
      disabled,
    };
  };

/** Sets of those that share something. */
function componentsOf<T>(items: readonly T[], sharing: (item: T) => readonly string[]): T[][] {
  const parent = items.map((_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while (parent[root] !== root) root = parent[root] as number;
    parent[index] = root;
    return root;
  };
  const firstWith = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    for (const key of sharing(item)) {
      const first = firstWith.get(key);
      if (first === undefined) firstWith.set(key, index);
      else parent[rootOf(index)] = rootOf(first);
    }
  }
  const sets = new Map<number, T[]>();
  for (const [index, item] of items.entries()) {
    const root = rootOf(index);
    sets.set(root, [...(sets.get(root) ?? []), item]);
  }
  return [...sets.values()];
}

/** One object id of what an admin or an import calls several people: whoever else has it is none of them. */
function tearApart(components: readonly Component[]): { agreed: Component[]; torn: Refused[] } {
  const agreed: Component[] = [];
  const torn: Refused[] = [];
  for (const component of components) {
    const anchors = [...new Set(component.flatMap(({ anchor }) => anchor ?? []))];
    if (anchors.length < 2) {
      agreed.push(component);
      continue;
    }
    const parts = [
      ...anchors.map((id) => component.filter(({ anchor }) => anchor === id)),
      ...component.filter(({ anchor }) => anchor === null).map((member) => [member]),
    ];
    agreed.push(...parts);
    torn.push({ components: parts, kind: 'several_candidates' });
  }
  return { agreed, torn };
}

interface Refused {
  components: Component[];
  kind: ConflictKind;
}

function joinByAddress(components: readonly Component[]): { joined: Component[]; refused: Refused[] } {
  const known = new Set(components.flat().flatMap(({ is_known, addresses }) => (is_known ? addresses : [])));
  const sharing = new Map(components.map((component) => [component, addressesOf(component, known)]));
  const sets = componentsOf(components, (component) => sharing.get(component) as string[]);
  const joined: Component[] = [];
  const refused: Refused[] = [];
  for (const set of sets) {
    const kind = refusalOf(set);
    if (kind !== null) {
      refused.push({ components: set, kind });
      joined.push(...set);
      continue;
    }
    const [asleep, awake] = [set.filter(isLookAlike(set)), set.filter((each) => !isLookAlike(set)(each))];
    if (asleep.length > 0 && awake.length > 0) {
      refused.push({ components: [...asleep, ...awake], kind: 'disabled_look_alike' });
    }
    joined.push(...asleep);
    if (awake.length > 0) joined.push(awake.flat());
  }
  return { joined, refused };
}

const addressesOf = (component: Component, known: ReadonlySet<string>): string[] => [
  ...new Set(
    component.flatMap(({ addresses, hints }) => [...addresses, ...hints.filter((hint) => known.has(hint))]),
  ),
];

/** What is unclear about these being one person; null when nothing is. */
function refusalOf(set: readonly Component[]): ConflictKind | null {
  if (set.length < 2) return null;
  const objectIds = set.map(
    (component) => new Set(component.flatMap(({ account }) => account?.entra_object_id ?? [])),
  );
  const named = objectIds.filter((ids) => ids.size > 0).length;
  const several = set.filter((component) => component.some(({ anchor }) => anchor !== null)).length > 1;
  const connectors = set.flatMap((component) => [
    ...new Set(component.flatMap(({ account }) => (account ? [account.connector_id] : []))),
  ]);
  if (named > 1)
    return set.some((component) => component.length > 1) ? 'contradiction' : 'several_candidates';
  if (several) return 'several_candidates';
  return new Set(connectors).size < connectors.length ? 'shared_address' : null;
}

/**
 * Nobody can sign in with it any more, and somebody else may have been given its address since. Whoever was linked while
 * he could stays linked.
 */
const isLookAlike =
  (set: readonly Component[]) =>
  (component: Component): boolean => {
    if (component.some(({ disabled }) => !disabled)) return false;
    const others = set.filter((other) => other !== component).flat();
    const mine = component.flatMap(({ account, anchor }) => account?.principal_id ?? anchor ?? []);
    const wasLinked = others.some(
      ({ account, anchor }) =>
        mine.includes(account?.principal_id ?? (anchor as string)) &&
        [...component, ...others].some(
          ({ account: one }) => one?.how === 'sign_in_name' || one?.how === 'email',
        ),
    );
    return !wasLinked;
  };

/** Whose they all are: whom an admin or an import says, else the principal of the account that was there first. */
function linkTogether(component: Component): Linked[] {
  const accounts = component.flatMap(({ account }) => account ?? []);
  const anchor = component.find((member) => member.anchor !== null)?.anchor;
  const target = anchor ?? accounts.map(({ home_id }) => home_id).sort()[0] ?? '';
  return accounts.map((account) => ({
    account_id: account.id,
    principal_id: target,
    how: reasonOf(account, target, component),
  }));
}

function reasonOf(account: LinkableAccount, target: string, component: Component): LinkReason {
  if (account.settled === 'linked') return 'admin';
  if (account.home_id === target) return 'own';
  const others = component.filter((member) => member.account !== account);
  const { entra_object_id, type } = account;
  if (entra_object_id !== null && others.some(({ ids }) => ids.includes(`${type} ${entra_object_id}`))) {
    return 'object_id';
  }
  const { sign_in_key } = account;
  const isSignIn = sign_in_key !== null && others.some(({ addresses }) => addresses.includes(sign_in_key));
  return isSignIn ? 'sign_in_name' : 'email';
}

/** One for each account that may be somebody whom another part of the set is. */
function conflictsOf({ components, kind }: Refused, targetOf: ReadonlyMap<string, string>): Conflict[] {
  const principalOf = (component: Component): string | undefined => {
    const [first] = component;
    return first?.account ? targetOf.get(first.account.id) : (first?.anchor ?? undefined);
  };
  return components.flatMap((component) => {
    const isConcerned = kind !== 'disabled_look_alike' || component.every(({ disabled }) => disabled);
    if (!isConcerned) return [];
    const mine = principalOf(component);
    const candidates = [...new Set(components.map(principalOf))].filter((id) => id !== mine) as string[];
    const addresses = component.flatMap((member) => [...member.addresses, ...member.hints]);
    const others = components.filter((other) => other !== component).flat();
    const shared = addresses.filter((address) =>
      others.some((member) => [...member.addresses, ...member.hints].includes(address)),
    );
    return component.flatMap(({ account }) =>
      account && account.settled === null && candidates.length > 0
        ? [
            {
              account_id: account.id,
              kind,
              candidate_ids: candidates.sort(),
              shared: [...new Set(shared)].sort(),
            },
          ]
        : [],
    );
  });
}
