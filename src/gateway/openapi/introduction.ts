import { DEFAULT_RATE_LIMITS } from '../limits/gateway-limits.ts';

const perMinute = (category: keyof typeof DEFAULT_RATE_LIMITS): string =>
  DEFAULT_RATE_LIMITS[category].split('/')[0] as string;

/** What holds for every operation, above them all. Only addresses that the gateway itself serves are linked. */
export const INTRODUCTION = unwrap(`
Access that is not used should lapse. Lapse scores every grant from 0 (fresh) to 100 (stale), asks a reviewer when it goes stale,
removes what is revoked and keeps an audit trail.

[Reference](/redoc) · [Explorer](/docs/), to try calls · [OpenAPI description](/openapi.json), to generate clients · [Dashboard](/)

The samples of the reference read the address of the gateway from \`LAPSE_URL\` and an access token from \`LAPSE_TOKEN\`.

## Authentication

Send an access token of your identity provider: \`Authorization: Bearer …\`. It belongs to one tenant, and everything you read or
change is that tenant's. Without a valid token the answer is 401; without the role that an operation needs, 403.

Any token of the tenant may read principals, assets, grants, scores, reviews and the policy. Its \`roles\` allow more, and each
operation names the roles it needs:

- \`service.reviewer\` decides reviews, and reads remediations, reports and the audit trail.
- \`service.auditor\` reads the same, requests reports, and gets exports and proofs of the audit trail.
- \`service.admin\` may do everything except decide reviews.
- \`service.ingest\` sends events, and sees which were rejected.

With authentication off (\`AUTH_DISABLED=true\`, as under \`npm start\`) no token is needed, everybody is an administrator who may also
decide, and unless it was told otherwise the gateway answers only under names of its own machine.

## Lists

A list answers \`items\`, \`next_cursor\`, \`total\`, \`limit\` and \`offset\`. \`limit\` is 50 unless you say otherwise, and 100 at most. Send
\`next_cursor\` as \`cursor\`, with the same filters, until it is null; or skip items with \`offset\`, which gets slower the deeper you go.
Not both. \`total\` counts all that match; where \`total_is_exact\` is false, more match than it says. An unknown query parameter
is 400, because a mistyped filter must not return everything.

## Errors

An error answers \`{"detail": "…"}\`, a sentence for people. Where the request is not valid (400), \`detail\` is a list of all its faults,
each with \`loc\` (where), \`msg\` (what was expected) and \`type\`. With \`Accept: application/problem+json\` you get a problem document (RFC
9457) with a stable \`code\` for programs. \`X-Request-Id\` names the request in the operator's log.

## Retries

Every POST takes an \`Idempotency-Key\`; deciding a review requires one, a UUID. For 24 hours a repeat by the same caller gets the
first answer again, with \`Idempotency-Replayed: true\`, and nothing happens twice. Another body or query under the same key is 409,
and so is a repeat while the first is still under way. Only successes are remembered: what was refused may be sent again.

## Limits

Requests are counted by tenant and minute: unless the operator has chosen others, ${perMinute('reads')} reads, ${perMinute('writes')} writes,
${perMinute('bulk')} to paths that end in \`/bulk\` and ${perMinute('reports')} to \`/v1/reports\`, with some room above for a burst.
\`X-RateLimit-Limit\`, \`-Remaining\` and \`-Reset\` come with every answer; over the limit it is 429, and \`Retry-After\` says how many seconds
to wait. A JSON body may have 1 MiB. For more, stream events or an import as lines, of any length.

## Instants and ids

Instants are ISO 8601 in UTC, such as \`2026-01-31T09:30:00.000Z\`. Ids are opaque strings: those that Lapse makes are UUIDs that sort by
time (version 7), those of imported things are what the import called them.

## Webhooks

Every delivery carries \`X-Service-Signature: sha256=…\`, the HMAC-SHA256 of the raw body in hex under the endpoint's secret, and the
headers of Standard Webhooks. [Developers](/developers), in the dashboard, has receivers that check it.

## Versions

The version is in the path. Within \`/v1\` the API only grows: new operations, new optional parameters and new fields may appear at
any time, so ignore fields you do not know. \`GET /v1/health\` tells the version of the program.
`);

/** One viewer shows the end of a line as a new line, so a paragraph is one. */
function unwrap(text: string): string {
  return text.trim().replace(/(?<!\n)\n(?!\n|- )/g, ' ');
}
