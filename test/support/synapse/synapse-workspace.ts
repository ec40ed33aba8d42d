import { HASTE } from '../short-sleep.ts';

export interface Assignment {
  id: string;
  roleDefinitionId: string;
  principalId: string;
  scope: string;
  principalType: string;
}

export const ROLES: Record<string, string> = {
  '6e4bf58a-b8e1-4cc3-bbf9-d73143322b78': 'Synapse Administrator',
  '7af0c69a-a548-47d6-aea3-d00e69bd83aa': 'Synapse SQL Administrator',
  'c3a6d2f1-a26f-4810-9b0f-591308d5cbf1': 'Synapse Apache Spark Administrator',
  '7572bffe-f453-4b66-912a-46cc5ef38fda': 'Synapse Contributor',
  '2a2b9908-6ea1-4ae2-8e65-a410df84e7d1': 'Synapse User',
};
export const roleId = (name: string): string =>
  Object.entries(ROLES).find(([, known]) => known === name)?.[0] as string;

/** Ids that a test can write down. */
export const idOf = (kind: 'user' | 'group' | 'app' | 'assignment', number: number): string =>
  `${{ user: 'a1', group: 'b2', app: 'c3', assignment: 'd4' }[kind]}000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** The roles of a workspace. Writes are the truth at once; what reads show follows after a while. */
export class SynapseWorkspace {
  readonly name: string;
  assignments = new Map<string, Assignment>();
  is_writable = true;
  lag_ms = 0;
  #shown = new Map<string, Assignment>();
  #late: { until: number; show: Map<string, Assignment> }[] = [];
  #made = 0;

  constructor(name: string) {
    this.name = name;
  }

  assign(role: string, principalId: string, { type = 'User', item = '' } = {}): Assignment {
    const assignment: Assignment = {
      id: idOf('assignment', ++this.#made),
      roleDefinitionId: roleId(role),
      principalId,
      scope: `workspaces/${this.name}${item === '' ? '' : `/${item}`}`,
      principalType: type,
    };
    this.assignments.set(assignment.id, assignment);
    this.showAll();
    return assignment;
  }

  write(change: () => void): void {
    change();
    if (this.lag_ms === 0) this.showAll();
    else this.#late.push({ until: performance.now() + this.lag_ms / HASTE, show: new Map(this.assignments) });
  }

  showAll(): void {
    this.#shown = new Map(this.assignments);
    this.#late = [];
  }

  get shown(): Assignment[] {
    const now = performance.now();
    for (const { until, show } of this.#late) if (until <= now) this.#shown = show;
    this.#late = this.#late.filter(({ until }) => until > now);
    return [...this.#shown.values()];
  }

  dump(): unknown {
    return [...this.assignments.values()].map((one) => JSON.stringify(one)).sort();
  }
}
