import type { Querier } from '../../platform/database/database.ts';
import type { SetAsideRecalculation } from './dead-letters.sql.ts';

export async function saveDeadLetter(
  tx: Querier,
  letter: {
    id: string;
    event: object;
    recalculation: SetAsideRecalculation | null;
    reason: string;
    attempts: number;
    received_at: string;
  },
): Promise<void> {
  await tx.query(
    `INSERT INTO dead_letters (tenant_id, id, event, recalculation, reason, attempts, received_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      tx.tenant_id,
      letter.id,
      JSON.stringify(letter.event),
      letter.recalculation === null ? null : JSON.stringify(letter.recalculation),
      letter.reason,
      letter.attempts,
      letter.received_at,
    ],
  );
  tx.changed?.('connectors');
}
