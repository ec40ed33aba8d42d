import { createClient } from '@lapse/client';

/**
 * The page's own origin, with the session's cookie. The header cannot be sent by another site's form, and the gateway
 * asks for it before a cookie may change anything.
 */
export const api = createClient({
  headers: { 'x-lapse-request': 'dashboard' },
  retries: 1,
  retry_wait_ms_max: 3_000,
});
