import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorCode, type Fault, LapseError } from '../platform/errors.ts';
import { isScimAddress, renderScimError } from './scim-errors.ts';

/** The one place where a code becomes a status. */
export const STATUS: Readonly<Record<ErrorCode, number>> = {
  invalid_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  precondition_failed: 412,
  idempotency_key_reused: 409,
  idempotency_key_in_flight: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  rate_limited: 429,
  unavailable: 503,
};

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Not authenticated',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  412: 'Changed meanwhile',
  413: 'Body too large',
  415: 'Unsupported media type',
  416: 'Range not satisfiable',
  429: 'Too many requests',
  500: 'Internal error',
  503: 'Temporarily unavailable',
};

const RETRY_WHEN_UNAVAILABLE_S = 2;

export interface ErrorAnswer {
  status: number;
  code: ErrorCode | 'internal_error';
  detail: string | readonly Fault[];
  /** Further members of the body, such as `retry_after`. */
  extra?: Record<string, unknown>;
  scim_type?: string | undefined;
}

/** Answers a request for an address that does not exist; false: it is left to the usual answer. */
export type AnswerUnknown = (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>;

export function registerErrors(app: FastifyInstance, answerUnknown?: AnswerUnknown): void {
  app.setErrorHandler((error: FastifyError | LapseError, request, reply) => {
    const answer = describeError(error, request.id);
    if (answer.status >= 500)
      request.log.error({ err: error, tenant_id: request.caller?.tenant_id }, 'request failed');
    setErrorHeaders(request, reply, answer, error.message);
    return sendError(request, reply, answer);
  });
  app.setNotFoundHandler(async (request, reply) => {
    const allowed = allowedMethods(app, request.url);
    const refuse = (code: ErrorCode, detail: string): FastifyReply =>
      sendError(request, reply, { status: STATUS[code], code, detail });
    // A route may find that there is nothing behind it, as that of the dashboard's files.
    if (allowed.length === 0 || allowed.includes(request.method)) {
      if (await answerUnknown?.(request, reply)) return reply;
      return refuse('not_found', 'There is nothing at this path.');
    }
    reply.header('allow', allowed.join(', '));
    return refuse(
      'method_not_allowed',
      `${request.method} is not possible here; allowed: ${allowed.join(', ')}.`,
    );
  });
}

export function describeError(error: Error, requestId: string): ErrorAnswer {
  if (error instanceof LapseError) {
    const { code, faults, message, retry_after, scim_type } = error;
    const extra = retry_after === undefined ? {} : { extra: { retry_after } };
    return { status: STATUS[code], code, detail: faults ?? message, scim_type, ...extra };
  }
  const { code = '', statusCode = 500 } = error as FastifyError;
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    const detail =
      'The Content-Type is not supported here; send application/json (application/x-ndjson for streams).';
    return { status: 415, code: 'unsupported_media_type', detail };
  }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return { status: 413, code: 'payload_too_large', detail: 'The body is larger than 1 MiB.' };
  }
  if (statusCode >= 400 && statusCode < 500) {
    const place = code === 'FST_ERR_BAD_URL' ? 'path' : 'body';
    return {
      status: 400,
      code: 'invalid_request',
      detail: [{ loc: [place], msg: error.message, type: place === 'path' ? 'bad_url' : 'json_invalid' }],
    };
  }
  const detail = `An unexpected failure happened on our side; please report request ${requestId}.`;
  return { status: 500, code: 'internal_error', detail };
}

function setErrorHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: ErrorAnswer,
  message: string,
): void {
  if (answer.code === 'unauthenticated') {
    // RFC 6750: a request without credentials is not told about an error in them.
    const description = message.replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, ' ');
    const fault = request.headers.authorization
      ? ` error="invalid_token", error_description="${description}"`
      : ' realm="lapse"';
    reply.header('www-authenticate', `Bearer${fault}`);
  }
  if (answer.extra?.retry_after) reply.header('retry-after', String(answer.extra.retry_after));
  else if (answer.code === 'unavailable') reply.header('retry-after', String(RETRY_WHEN_UNAVAILABLE_S));
}

/** `{detail}` as the contract has it, or a problem document (RFC 9457) for those who ask for one. */
export function sendError(request: FastifyRequest, reply: FastifyReply, answer: ErrorAnswer): FastifyReply {
  const { type, body } = renderError(request, answer);
  return reply.code(answer.status).type(type).serializer(String).send(body);
}

export function renderError(request: FastifyRequest, answer: ErrorAnswer): { type: string; body: string } {
  if (isScimAddress(request.url)) return renderScimError(answer);
  if (!request.headers.accept?.includes('application/problem+json')) {
    return {
      type: 'application/json; charset=utf-8',
      body: JSON.stringify({ detail: answer.detail, ...answer.extra }),
    };
  }
  const faults = typeof answer.detail === 'string' ? undefined : answer.detail;
  return {
    type: 'application/problem+json; charset=utf-8',
    body: JSON.stringify({
      type: 'about:blank',
      title: TITLES[answer.status] ?? 'Error',
      status: answer.status,
      detail: faults ? 'The request is not valid; see errors.' : answer.detail,
      code: answer.code,
      instance: `urn:uuid:${request.id}`,
      ...(faults ? { errors: faults } : {}),
      ...answer.extra,
    }),
  };
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

function allowedMethods(app: FastifyInstance, url: string): string[] {
  const path = url.split('?', 1)[0] ?? '';
  return METHODS.filter((method) => app.routeTable.matches(method, path));
}
