import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import type { Packet } from './packets.ts';
import { type BulkVerb, safeForBulk } from './safe-for-bulk.ts';

/** Which packets are to be decided together. What is not safe for it cannot be chosen, and says why. */
export function useBulk(packets: readonly Packet[], ownPrincipalId: string | null) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = packets.filter(({ id }) => ids.has(id));
  const verbOf = (packet: Packet): BulkVerb | null => safeForBulk(packet, ownPrincipalId).verb;
  return {
    checked: ids,
    byVerb: {
      CONFIRM: chosen.filter((packet) => verbOf(packet) === 'CONFIRM'),
      REVOKE: chosen.filter((packet) => verbOf(packet) === 'REVOKE'),
    },
    count: chosen.length,
    clear: () => setIds(new Set()),
    toggle: (packet: Packet) => {
      const { verb, why } = safeForBulk(packet, ownPrincipalId);
      if (verb === null) {
        notifications.show({
          id: 'lapse-bulk',
          message: why,
          position: 'top-center',
          role: 'status',
          autoClose: 6_000,
        });
        return;
      }
      const next = new Set(ids);
      if (!next.delete(packet.id)) next.add(packet.id);
      setIds(next);
    },
  };
}

export type Bulk = ReturnType<typeof useBulk>;
