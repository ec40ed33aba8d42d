/**
 * Peers of a grant: other principals of the same department and type who hold the same asset. `active` of them used it
 * in the last 90 days.
 */
export interface PeerUse {
  peers: number;
  active: number;
}

export const PEER_WINDOW_DAYS = 90;

/** For evidence and people; the rules use deciles. Null when there is nobody to compare with. */
export function peerShare({ peers, active }: PeerUse): number | null {
  return peers === 0 ? null : active / peers;
}

/**
 * 0 to 10, rounded down. Lapse dates follow the decile and not the share, so that one colleague's use rewrites the rows
 * of a large team at most once in ten. SQL: (10 * active) / peers, which divides whole numbers.
 */
export function peerDecile({ peers, active }: PeerUse): number | null {
  return peers === 0 ? null : Math.floor((10 * active) / peers);
}

/** Days to shift: -max_days when no peer uses it, 0 at half, +max_days when all do; none for fewer than `min_peers`. */
export function peerShift(use: PeerUse, policy: { max_days: number; min_peers: number }): number {
  const decile = peerDecile(use);
  if (decile === null || use.peers < policy.min_peers) return 0;
  return Math.floor(((decile - 5) * policy.max_days) / 5 + 0.5);
}
