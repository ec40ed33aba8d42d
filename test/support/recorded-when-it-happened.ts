import type { TestDatabase } from './database.ts';

/** Lets entries that have no place in the log yet be recorded when what they tell of happened: a world with a past has one. */
export async function recordedWhenItHappened({ admin }: Pick<TestDatabase, 'admin'>): Promise<void> {
  await admin(`SET session_replication_role = replica;
    UPDATE audit_entries e SET recorded_at = at WHERE NOT EXISTS (
      SELECT FROM audit_positions p WHERE p.tenant_id = e.tenant_id AND p.entry_id = e.id);
    SET session_replication_role = origin`);
}
