import { Refusal } from '../refusal.ts';
import { isOurRole, type PostgresSettings } from './postgres-settings.ts';
import { isBuiltIn } from './roles.ts';
import type { Session } from './sessions.ts';

/** Access that is never taken away, whoever asks. */
export async function refuseProtected(
  session: Session,
  role: string | undefined,
  settings: PostgresSettings,
): Promise<string> {
  if (role === undefined) throw new Refusal('unknown_principal', 'This is no role of the server.');
  const [found] = await session.rows<{ is_superuser: boolean }>(
    'SELECT rolsuper AS is_superuser FROM pg_roles WHERE rolname = $1',
    [role],
  );
  if (!found) throw new Refusal('unknown_principal', `The server has no role ${role}.`);
  if (isBuiltIn(role)) throw new Refusal('built_in', `${role} is a role of the server's own.`);
  if (isOurRole(settings, role)) {
    throw new Refusal('connector_itself', `${role} is the role that Lapse itself signs in with.`);
  }
  if (found.is_superuser) {
    throw new Refusal(
      'superuser',
      `${role} is a superuser, whom no right restrains: a person must take that away first.`,
    );
  }
  return role;
}

/** Runs what a plan shows. What the server refuses for lack of rights is an answer, not a failure. */
export async function execute(session: Session, statements: readonly string[]): Promise<void> {
  for (const statement of statements) {
    try {
      await session.rows(statement);
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      if (code === '42501' || code === '0LP01') {
        throw new Refusal('not_permitted', `The server refuses: ${message}.`, { statement });
      }
      if (code === '2BP01') {
        throw new Refusal('dependents', `Others hold rights that depend on this one: ${message}.`, {
          statement,
        });
      }
      throw error;
    }
  }
}

/** Lapse changes one thing at a time; the server answers two at once with an internal error. */
export async function lockEdge(session: Session, key: string): Promise<void> {
  await session.rows('SELECT pg_advisory_xact_lock(1279348819, hashtext($1))', [key]);
}
