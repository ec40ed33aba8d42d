import type { Item } from '@lapse/client';

/** It is planned, and nothing happens until an admin approves it. */
export const waitsForApproval = ({
  status,
  due_at,
  approved_at,
  mode,
}: Pick<Item<'/v1/remediations'>, 'status' | 'due_at' | 'approved_at' | 'mode'>): boolean =>
  status === 'pending' && due_at === null && approved_at === null && mode !== null;
