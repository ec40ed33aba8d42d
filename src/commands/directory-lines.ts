import { Ajv, type ValidateFunction } from 'ajv';
import addFormatsModule from 'ajv-formats';
import { type TSchema, Type } from 'typebox';
import {
  ASSET_TYPES,
  CLASSIFICATIONS,
  type DirectoryKind,
  type DirectoryLine,
  GRANT_STATUSES,
  PRINCIPAL_TYPES,
} from '../domain/directory.ts';
import { describeViolation, faultsAsText, findNul } from '../domain/faults.ts';

const Id = Type.String({ minLength: 1, maxLength: 200 });
const Name = Type.String({ minLength: 1, maxLength: 500 });
const maybe = (schema: object) =>
  Type.Optional(Type.Unsafe({ ...schema, type: [(schema as { type: string }).type, 'null'] }));
const oneOf = (values: readonly string[]) => Type.Unsafe({ type: 'string', enum: [...values] });
const maybeOneOf = (values: readonly string[]) =>
  Type.Optional(Type.Unsafe({ type: ['string', 'null'], enum: [...values, null] }));
const MaybeId = maybe(Id);
const MaybeText = maybe(Type.String({ maxLength: 500 }));
const MaybeFlag = maybe(Type.Boolean());
const MaybeTime = maybe(Type.String({ format: 'date-time' }));

/** One schema per kind of line: the resource's own field names. Unknown fields are ignored. */
export const DIRECTORY_LINE_SCHEMAS: Readonly<Record<DirectoryKind, TSchema>> = {
  principal: Type.Object({
    kind: Type.Literal('principal'),
    id: Id,
    display_name: Name,
    type: oneOf(PRINCIPAL_TYPES),
    email: maybe(Type.String({ maxLength: 320 })),
    source: MaybeText,
    department: MaybeText,
    platform: MaybeText,
    manager_id: MaybeId,
    mfa_enabled: MaybeFlag,
    last_login_at: MaybeTime,
    disabled: MaybeFlag,
    protected: MaybeFlag,
    created_at: MaybeTime,
  }),
  membership: Type.Object({ kind: Type.Literal('membership'), group_id: Id, member_id: Id }),
  identity: Type.Object({
    kind: Type.Literal('identity'),
    principal_id: Id,
    provider: Id,
    external_id: Type.String({ minLength: 1, maxLength: 500 }),
  }),
  asset: Type.Object({
    kind: Type.Literal('asset'),
    id: Id,
    name: Name,
    type: oneOf(ASSET_TYPES),
    platform: Id,
    classification: maybeOneOf(CLASSIFICATIONS),
    owner_id: MaybeId,
    contains_pii: MaybeFlag,
    protected: MaybeFlag,
    tags: maybe(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 })),
    created_at: MaybeTime,
  }),
  grant: Type.Object({
    kind: Type.Literal('grant'),
    id: Id,
    principal_id: Id,
    asset_id: Id,
    permission: Type.String({ minLength: 1, maxLength: 200 }),
    via_group_id: MaybeId,
    status: maybeOneOf(GRANT_STATUSES),
    granted_at: MaybeTime,
    last_used_at: MaybeTime,
  }),
};

const ajv = new Ajv({ allErrors: true, strict: false });
(addFormatsModule as unknown as (ajv: Ajv, formats: string[]) => void)(ajv, ['date-time']);
const validators = new Map<string, ValidateFunction>(
  Object.entries(DIRECTORY_LINE_SCHEMAS).map(([kind, schema]) => [kind, ajv.compile(schema)]),
);

/** A line that can be stored, or the reason why not. */
export function parseDirectoryLine(text: string): { line: DirectoryLine } | { reason: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { reason: 'is not valid JSON' };
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    return { reason: 'expected a JSON object' };
  }
  const kind = (value as { kind?: unknown }).kind;
  const validate = typeof kind === 'string' ? validators.get(kind) : undefined;
  if (!validate) return { reason: `kind: expected one of ${[...validators.keys()].join(', ')}` };
  const faults = text.includes('\\u0000') ? findNul(value, []) : [];
  if (!validate(value)) {
    faults.push(...(validate.errors ?? []).map((violation) => describeViolation(violation, [])));
  }
  if (faults.length > 0) {
    return { reason: faultsAsText(faults) };
  }
  return { line: value as DirectoryLine };
}
