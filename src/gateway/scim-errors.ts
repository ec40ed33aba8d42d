import type { Fault } from '../platform/errors.ts';
import { faultsAsText } from '../platform/faults.ts';

export const SCIM_TYPE = 'application/scim+json; charset=utf-8';
const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** Identity providers understand the errors of SCIM there, and no others. */
export const isScimAddress = (url: string): boolean => /^\/scim\/v2(\/|\?|$)/.test(url);

/** RFC 7644, section 3.12: the status is a text. */
export function renderScimError(answer: {
  status: number;
  code: string;
  detail: string | readonly Fault[];
  scim_type?: string | undefined;
}): { type: string; body: string } {
  const { status, code, detail, scim_type } = answer;
  const scimType = scim_type ?? (code === 'invalid_request' ? 'invalidSyntax' : undefined);
  const body = JSON.stringify({
    schemas: [ERROR_SCHEMA],
    status: String(status),
    ...(scimType === undefined ? {} : { scimType }),
    detail: typeof detail === 'string' ? detail : faultsAsText(detail),
  });
  return { type: SCIM_TYPE, body };
}
