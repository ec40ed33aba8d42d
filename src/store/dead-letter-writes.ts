import type { Querier } from './database.ts';

export async function saveDeadLetter(
  tx: Querier,
  letter: { id: string; event: object; reason: string; attempts: number; received_at: string },
): Promise<void> {
  await tx.query(
    `INSERT INTO dead_letters (tenant_id, id, event, reason, attempts, received_at) VALUES ($1, $2, $3, $4, $5, $6)`,
    [
      tx.tenant_id,
      letter.id,
      JSON.stringify(letter.event),
      letter.reason,
      letter.attempts,
      letter.received_at,
    ],
  );
  tx.changed?.('connectors');
}
