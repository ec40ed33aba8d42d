import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { invalidRequest } from '../../platform/errors.ts';

/**
 * A cursor says after which row the next page begins. It is signed together with the tenant, the list and the
 * filters, so that a cursor of another tenant, list or filter is refused instead of silently meaning something else.
 */
export interface CursorScope {
  tenant_id: number;
  list: string;
  filters: object;
}

export type CursorCodec = ReturnType<typeof createCursorCodec>;

const SIGNATURE_BYTES = 16;

export function createCursorCodec(secretsKey: Buffer) {
  const key = Buffer.from(hkdfSync('sha256', secretsKey, '', 'lapse cursor', 32));
  const sign = (scope: CursorScope, payload: string): Buffer =>
    createHmac('sha256', key)
      .update(JSON.stringify([scope.tenant_id, scope.list, canonical(scope.filters), payload]))
      .digest()
      .subarray(0, SIGNATURE_BYTES);

  const read = <T>(scope: CursorScope, cursor: string): T | null => {
    const [payload = '', signature = '', ...rest] = cursor.split('.');
    const given = Buffer.from(signature, 'base64url');
    const expected = sign(scope, payload);
    if (rest.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
  };

  return {
    encode(scope: CursorScope, position: unknown): string {
      const payload = Buffer.from(JSON.stringify(position)).toString('base64url');
      return `${payload}.${sign(scope, payload).toString('base64url')}`;
    },
    /** Null: it is none of this scope. */
    read,
    decode<T>(scope: CursorScope, cursor: string): T {
      const position = read<T>(scope, cursor);
      if (position !== null) return position;
      const msg = 'is not a cursor of this list with these filters; start again without it';
      throw invalidRequest([{ loc: ['query', 'cursor'], msg, type: 'bad_cursor' }]);
    },
  };
}

function canonical(filters: object): [string, unknown][] {
  return Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
