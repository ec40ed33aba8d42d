import type { Plane } from '../../../src/connectors/synapse/keys.ts';

export interface Principal {
  principal_id: number;
  name: string;
  type: 'E' | 'X' | 'S' | 'R';
  sid: Buffer | null;
  is_fixed_role: boolean;
}

export interface SqlObject {
  object_id: number;
  name: string;
  type: string;
  schema: string;
  columns: string[];
}

/** A row of sys.database_permissions. */
export interface Permission {
  class: 0 | 1 | 3;
  major_id: number;
  minor_id: number;
  grantee: number;
  grantor: number;
  type: string;
  name: string;
  state: 'G' | 'W' | 'D';
}

export interface Request {
  request_id: string;
  submitted: string;
  status: string;
  login_name: string;
  command: string;
}

export const PERMISSION_TYPES: Record<string, string> = {
  SELECT: 'SL  ',
  INSERT: 'IN  ',
  UPDATE: 'UP  ',
  DELETE: 'DL  ',
  EXECUTE: 'EX  ',
  CONTROL: 'CL  ',
  ALTER: 'AL  ',
  CONNECT: 'CO  ',
  REFERENCES: 'RF  ',
  'VIEW DEFINITION': 'VW  ',
};

const FIXED_ROLES = [
  'db_owner',
  'db_accessadmin',
  'db_securityadmin',
  'db_ddladmin',
  'db_backupoperator',
  'db_datareader',
  'db_datawriter',
  'db_denydatareader',
  'db_denydatawriter',
];
export const DBO = 1;
const REQUESTS_MAX = 10_000;

/** One database of a pool, as its catalogue has it. */
export class SqlDatabase {
  readonly plane: Plane;
  readonly name: string;
  principals = new Map<number, Principal>();
  schemas = new Map<number, { name: string; owner: number }>();
  objects = new Map<number, SqlObject>();
  permissions: Permission[] = [];
  /** `role member`, by their ids. */
  members = new Set<string>();
  requests: Request[] = [];
  is_paused = false;
  #nextId = 5;

  constructor(plane: Plane, name: string) {
    this.plane = plane;
    this.name = name;
    const add = (principal_id: number, one: Omit<Principal, 'principal_id' | 'sid'>) =>
      this.principals.set(principal_id, { principal_id, sid: null, ...one });
    add(0, { name: 'public', type: 'R', is_fixed_role: false });
    add(DBO, { name: 'dbo', type: 'S', is_fixed_role: false });
    add(2, { name: 'guest', type: 'S', is_fixed_role: false });
    add(3, { name: 'INFORMATION_SCHEMA', type: 'S', is_fixed_role: false });
    add(4, { name: 'sys', type: 'S', is_fixed_role: false });
    for (const [i, name] of FIXED_ROLES.entries()) add(16_384 + i, { name, type: 'R', is_fixed_role: true });
    this.schemas.set(1, { name: 'dbo', owner: DBO });
    this.schemas.set(3, { name: 'INFORMATION_SCHEMA', owner: 3 });
    this.schemas.set(4, { name: 'sys', owner: 4 });
  }

  addPrincipal(type: Principal['type'], name: string, guid: string | null = null): number {
    const principal_id = this.#nextId++;
    this.principals.set(principal_id, {
      principal_id,
      name,
      type,
      sid: guid === null ? null : sidOf(guid),
      is_fixed_role: false,
    });
    if (type !== 'R')
      this.grant({ class: 0, major_id: 0, minor_id: 0, grantee: principal_id, name: 'CONNECT' });
    return principal_id;
  }

  addSchema(name: string, owner = DBO): number {
    const id = this.schemas.size + 10;
    this.schemas.set(id, { name, owner });
    return id;
  }

  addObject(schema: string, name: string, { type = 'U', columns = ['id', 'total'] } = {}): number {
    // Ids of objects are anything but consecutive, and some are below zero.
    const object_id = ((this.objects.size + 1) * 97_500_003) % 2_000_000_000;
    this.objects.set(object_id, { object_id, name, type, schema, columns });
    return object_id;
  }

  grant(one: Omit<Permission, 'grantor' | 'type' | 'state'> & Partial<Permission>): void {
    this.permissions.push({ grantor: DBO, state: 'G', type: PERMISSION_TYPES[one.name] ?? 'XX  ', ...one });
  }

  join(role: number | string, member: number | string): void {
    this.members.add(`${this.idOf(role)} ${this.idOf(member)}`);
  }

  idOf(name: number | string): number {
    if (typeof name === 'number') return name;
    const found = this.find(name);
    if (!found) throw new Error(`no principal ${name}`);
    return found.principal_id;
  }

  /** Names of principals have no case. */
  find(name: string): Principal | undefined {
    return [...this.principals.values()].find((one) => one.name.toLowerCase() === name.toLowerCase());
  }

  objectNamed(schema: string, name: string): SqlObject | undefined {
    return [...this.objects.values()].find((one) => one.schema === schema && one.name === name);
  }

  schemaNamed(name: string): { id: number; name: string; owner: number } | undefined {
    for (const [id, schema] of this.schemas) if (schema.name === name) return { id, ...schema };
    return undefined;
  }

  ownerOf({ class: kind, major_id }: Pick<Permission, 'class' | 'major_id'>): number {
    if (kind === 0) return DBO;
    if (kind === 3) return this.schemas.get(major_id)?.owner ?? DBO;
    return this.schemaNamed(this.objects.get(major_id)?.schema ?? '')?.owner ?? DBO;
  }

  /** The roles of a principal, with those that they are in, and public. */
  rolesOf(principal: number): Set<number> {
    const found = new Set([principal]);
    for (const one of found) {
      for (const edge of this.members) {
        const [role, member] = edge.split(' ').map(Number) as [number, number];
        if (member === one) found.add(role);
      }
    }
    return found.add(0);
  }

  ran(request: Omit<Request, 'request_id' | 'status'> & Partial<Request>): void {
    this.requests.push({ request_id: `QID${this.requests.length + 1}`, status: 'Completed', ...request });
    this.requests = this.requests.slice(-REQUESTS_MAX);
  }

  pause(): void {
    this.is_paused = true;
    this.requests = [];
  }

  /** Everything that anybody may do. */
  dump(): unknown {
    return {
      principals: [...this.principals.values()].map(({ name, type }) => `${type} ${name}`),
      members: [...this.members].sort(),
      permissions: this.permissions
        .map((one) =>
          [one.class, one.major_id, one.minor_id, one.grantee, one.grantor, one.name, one.state].join(' '),
        )
        .sort(),
      objects: [...this.objects.values()].map(({ schema, name }) => `${schema}.${name}`),
    };
  }
}

/** The first three groups of an id are written backwards. */
export function sidOf(guid: string): Buffer {
  const bytes = Buffer.from(guid.replaceAll('-', ''), 'hex');
  const part = (from: number, to: number): Buffer => Buffer.from(bytes.subarray(from, to)).reverse();
  return Buffer.concat([part(0, 4), part(4, 6), part(6, 8), bytes.subarray(8)]);
}
