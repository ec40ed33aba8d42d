import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { SessionName } from '../session-tokens.ts';
import { SESSION_HOURS_MAX } from '../sessions.sql.ts';
import { clearCookie, readCookies, writeCookie } from './cookies.ts';

export const SESSION_COOKIE = '__Host-lapse';

export type SessionCookies = ReturnType<typeof createSessionCookies>;

/**
 * The tenant stands beside the id, because rows are found by tenant first. Both are authenticated: nobody can try ids out
 * in the database, nor take a session to another tenant.
 */
export function createSessionCookies(secretsKey: Buffer) {
  const key = Buffer.from(hkdfSync('sha256', secretsKey, '', 'lapse session cookie', 32));
  const sign = (text: string): Buffer => createHmac('sha256', key).update(text).digest();
  return {
    /** `undefined`: there is no cookie. `null`: there is one that we did not write. */
    read(header: string | undefined): SessionName | null | undefined {
      if (!header?.includes(SESSION_COOKIE)) return undefined;
      const value = readCookies(header).get(SESSION_COOKIE);
      if (value === undefined) return undefined;
      const [, text, tenant, id, signature] = /^((\d{1,10})\.([\w-]{43}))\.([\w-]{43})$/.exec(value) ?? [];
      if (!text || !id || !signature) return null;
      const given = Buffer.from(signature, 'base64url');
      const expected = sign(text);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      return { tenant_id: Number(tenant), id };
    },
    write({ tenant_id, id }: SessionName): string {
      const text = `${tenant_id}.${id}`;
      return writeCookie(
        SESSION_COOKIE,
        `${text}.${sign(text).toString('base64url')}`,
        SESSION_HOURS_MAX * 3_600,
      );
    },
    clear: () => clearCookie(SESSION_COOKIE),
  };
}
