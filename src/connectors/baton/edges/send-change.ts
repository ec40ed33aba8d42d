import { Refusal } from '../../refusal.ts';
import type { BatonContext } from '../baton-context.ts';
import { GRPC, isStatus } from '../process/status.ts';
import type { Entitlement, Grant, Resource } from '../protocol/types.ts';

/** False when it was gone already; that it is gone now is read back. */
export async function takeGrant(context: BatonContext, grant: Grant): Promise<boolean> {
  const { session, signal } = context;
  try {
    const { annotations } = await session.call('Revoke', { grant }, signal);
    return !session.codec.has('GrantAlreadyRevoked', annotations);
  } catch (error) {
    if (isStatus(error, GRPC.not_found)) return false;
    throw refused(context, error);
  }
}

/** False when it was there already. */
export async function giveEntitlement(
  context: BatonContext,
  request: { entitlement: Entitlement; principal: Resource },
): Promise<boolean> {
  const { session, signal } = context;
  try {
    const { annotations } = await session.call('Grant', request, signal);
    return !session.codec.has('GrantAlreadyExists', annotations);
  } catch (error) {
    if (isStatus(error, GRPC.already_exists)) return false;
    throw refused(context, error);
  }
}

/** What the connector does not do, or not with this, it says before it does anything. */
function refused({ title }: BatonContext, error: unknown): unknown {
  return isStatus(error, GRPC.invalid_argument, GRPC.failed_precondition, GRPC.unimplemented)
    ? new Refusal('not_supported', `${title} refuses: ${(error as Error).message}.`)
    : error;
}
