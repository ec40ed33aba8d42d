import type { Health } from '../connector.ts';
import { PlatformError } from '../http/platform-error.ts';
import { missingToRemove } from '../missing-to-remove.ts';
import type { Graph } from './graph.ts';
import { type Need, READING, WRITING } from './needed-permissions.ts';
import { ownPermissions } from './permissions.ts';

type Missing = Health['missing'];

/** Without these there is nothing to sync. */
const READS: readonly { path: string; need: Need }[] = READING.slice(0, 3).map((need, i) => ({
  need,
  path: `/v1.0/${['users', 'groups', 'servicePrincipals'][i]}?$select=id&$top=1`,
}));

/** Tries what a sync needs, and compares what was consented to with what is needed. */
export async function missingPermissions(
  { reader, writer, now }: { reader: Graph; writer: Graph; now: Date },
  signal: AbortSignal,
): Promise<{ missing: Missing; ok: boolean }> {
  const refused: Missing = [];
  for (const { path, need } of READS) {
    const answer = await reason(() => reader.list(path, signal));
    if (answer !== null) refused.push({ ability: 'discover', what: sentence(need) });
  }
  const missing = [...refused];
  if (writer !== reader) missing.push(...(await writerMissing(writer, signal)));
  for (const [graph, needs] of [
    [reader, READING],
    [writer, WRITING],
  ] as const) {
    for (const item of await consentMissing(reader, graph.client_id, needs, signal)) {
      if (!missing.some(({ ability, what }) => ability === item.ability && what === item.what))
        missing.push(item);
    }
  }
  const isConsentSaid = missing.some(({ ability }) => ability === 'read_use');
  if (!isConsentSaid) missing.push(...(await signInsMissing(reader, now, signal)));
  return { missing, ok: refused.length === 0 };
}

const sentence = ({ permission, for: purpose }: Need): string =>
  `${permission} ${purpose}: add the application permission and grant admin consent.`;

const writerMissing = (writer: Graph, signal: AbortSignal): Promise<Missing> =>
  missingToRemove(writer.client_id, async () => {
    // Whether it may list them is told by what was consented to.
    await reason(() => writer.list('/v1.0/servicePrincipals?$select=id&$top=1', signal));
    return [];
  });

async function consentMissing(
  reader: Graph,
  client_id: string,
  needs: readonly Need[],
  signal: AbortSignal,
): Promise<Missing> {
  let own: Awaited<ReturnType<typeof ownPermissions>> = null;
  // Without Application.Read.All, which is named already, there is nothing to compare with.
  if (
    (await reason(async () => {
      own = await ownPermissions(reader, client_id, signal);
    })) !== null
  )
    return [];
  const granted = own as Awaited<ReturnType<typeof ownPermissions>>;
  if (granted === null) {
    return needs.slice(0, 1).map(({ ability }) => ({
      ability,
      what: `The tenant has no service principal of application ${client_id}.`,
    }));
  }
  return needs
    .filter(({ permission }) => !granted.has(permission))
    .map((need) => ({ ability: need.ability, what: sentence(need) }));
}

async function signInsMissing(reader: Graph, now: Date, signal: AbortSignal): Promise<Missing> {
  const [from, to] = [new Date(now.getTime() - 3_600_000), now].map(
    (at) => `${at?.toISOString().slice(0, 19)}Z`,
  );
  const path = `/v1.0/auditLogs/signIns?$filter=createdDateTime ge ${from} and createdDateTime le ${to}&$top=1`;
  const why = await reason(() => reader.list(path, signal));
  return why === null ? [] : [{ ability: 'read_use', what: signInsRefused(why) }];
}

/** What to do about sign-ins that may not be read. */
export const signInsRefused = (why: PlatformError): string =>
  why.platform_codes.some((code) => code.startsWith('Authentication_RequestFromNonPremiumTenant'))
    ? 'Sign-in logs need a Microsoft Entra ID P1 or P2 licence in the tenant.'
    : `AuditLog.Read.All to read sign-ins: ${why.message}`;

/** Why the platform does not allow it; `null` when it does. */
async function reason(work: () => Promise<unknown>): Promise<PlatformError | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof PlatformError && error.code === 'permission') return error;
    throw error;
  }
}
