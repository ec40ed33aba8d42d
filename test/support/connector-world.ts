import { expect } from 'vitest';
import {
  type CallOptions,
  type Connector,
  ConnectorError,
  type Edge,
  type NotPossibleReason,
  type Page,
  pagesOf,
  type RevokePlan,
  type Subject,
} from '../../src/connectors/connector.ts';

/** A platform with known facts in it, and eyes of its own on what is really so. */
export interface ConnectorWorld {
  connector: Connector;
  /** The same platform, one object per page. */
  small_pages: Connector;
  /** A platform that takes calls and never answers. */
  silent: Connector;
  /** A platform that is not there; `null` where that cannot be. */
  unreachable: Connector | null;
  secrets: string[];
  /** Keys that a full listing must contain. */
  expected: {
    principals: string[];
    assets: string[];
    grants: { principal_key: string; asset_key: string; permission: string }[];
    memberships: { group_key: string; member_key: string }[];
  };
  /** Has access by one direct grant only. */
  direct: Subject;
  /** Has access through one group only. */
  inherited: Subject;
  /** Has access both ways. */
  several: Subject;
  untouchable: { edge: Edge; reason: NotPossibleReason }[];
  /** Asks the platform itself, past the connector. */
  canAccess(subject: Subject): Promise<boolean>;
  /** Everything that anybody may do, past the connector. */
  dump(): Promise<unknown>;
  close(): Promise<void>;
}

type Planned = Extract<RevokePlan, { outcome: 'planned' }>;

/** The plan that ends the subject's access by its first way of this kind. */
export async function planFor(
  connector: Connector,
  subject: Subject,
  kind?: 'direct' | 'group',
): Promise<Planned> {
  const path = (await connector.paths(subject)).find((one) => one.edge && (!kind || one.kind === kind));
  if (!path?.edge) throw new Error(`nothing to remove for ${JSON.stringify(subject)}`);
  const plan = await connector.plan(path.edge);
  if (plan.outcome !== 'planned') throw new Error(`not planned: ${JSON.stringify(plan)}`);
  return plan;
}

export async function collect(
  listing: 'principals' | 'assets' | 'grants' | 'memberships',
  connector: Connector,
): Promise<unknown[]> {
  const items: unknown[] = [];
  const list = (cursor: string | null): Promise<Page<unknown>> => connector[listing](cursor);
  for await (const page of pagesOf(list)) items.push(...page.items);
  return items;
}

export async function listAll(connector: Connector, options?: CallOptions) {
  const all = async <T>(list: (cursor: string | null) => Promise<Page<T>>): Promise<T[]> => {
    const items: T[] = [];
    for await (const page of pagesOf(list)) items.push(...page.items);
    return items;
  };
  return {
    principals: await all((cursor) => connector.principals(cursor, options)),
    assets: await all((cursor) => connector.assets(cursor, options)),
    grants: await all((cursor) => connector.grants(cursor, options)),
    memberships: await all((cursor) => connector.memberships(cursor, options)),
  };
}

export async function failure(call: Promise<unknown> | undefined): Promise<unknown> {
  try {
    await call;
    return null;
  } catch (error) {
    return { ...(error as Error), message: (error as Error).message, stack: (error as Error).stack };
  }
}

export async function expectError(
  call: Promise<unknown>,
  code: ConnectorError['code'],
  effect?: ConnectorError['effect'],
): Promise<ConnectorError> {
  const error = await call.then(
    (value) => expect.fail(`expected ${code}, got ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ConnectorError);
  expect({ code: (error as ConnectorError).code, message: (error as Error).message }).toMatchObject({ code });
  if (effect) expect((error as ConnectorError).effect).toBe(effect);
  return error as ConnectorError;
}
