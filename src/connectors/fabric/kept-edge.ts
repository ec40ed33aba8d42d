import { ConnectorError } from '../connector.ts';
import type { PlatformEdge } from '../edges/edge.ts';
import type { Refusal } from '../refusal.ts';

/** What is there and cannot be removed here; whether it is still there can be looked up all the same. */
export function keptEdge(
  target: string,
  refusal: Refusal,
  /** `null`: Fabric does not tell Lapse. */
  isThere: (() => Promise<boolean>) | null,
): PlatformEdge<true> {
  const refuse = async (): Promise<void> => {
    throw refusal;
  };
  return {
    target,
    refuse,
    refuseRestore: refuse,
    async read() {
      if (isThere === null) {
        throw new ConnectorError(
          'not_supported',
          'whether this is still so is not told to Lapse: see item_access',
        );
      }
      return (await isThere()) ? [true] : [];
    },
    identityOf: () => target,
    removal: () => [],
    addition: () => [],
    warnings: async () => [],
    counted: ({ length }) => (length === 0 ? 'nothing' : 'there'),
    state: () => ({}),
    recorded: () => undefined,
  };
}
