import { Ajv, type ValidateFunction } from 'ajv';
import { type TSchema, Type } from 'typebox';
import type { Fault } from '../../../platform/errors.ts';
import { describeViolation, FORMATS, faultsAsText } from '../../../platform/faults.ts';
import { findUnstorable } from '../../../platform/unstorable.ts';
import { implausibleDate, parseInstant, utcText } from '../../events/event-time.rules.ts';
import {
  ASSET_TYPES,
  CLASSIFICATIONS,
  type DirectoryKind,
  type DirectoryLine,
  GRANT_STATUSES,
  NAME_MAX,
  PRINCIPAL_TYPES,
  PURPOSE_WORDS,
} from '../directory.rules.ts';
import type { RemovalLine } from '../directory-removal.rules.ts';

const Id = Type.String({ minLength: 1, maxLength: 200 });
const Name = Type.String({ minLength: 1, maxLength: NAME_MAX });
const maybe = (schema: object) =>
  Type.Optional(Type.Unsafe({ ...schema, type: [(schema as { type: string }).type, 'null'] }));
const oneOf = (values: readonly string[]) => Type.Unsafe({ type: 'string', enum: [...values] });
const maybeOneOf = (values: readonly string[]) =>
  Type.Optional(Type.Unsafe({ type: ['string', 'null'], enum: [...values, null] }));
const MaybeId = maybe(Id);
const MaybeText = maybe(Type.String({ maxLength: 500 }));
const MaybeFlag = maybe(Type.Boolean());
const MaybeTime = maybe({
  ...Type.String({ format: 'date-time' }),
  description: 'ISO 8601 with its zone. At most 24 hours ahead, not before 1970.',
});

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
    purpose: maybeOneOf(PURPOSE_WORDS),
    created_at: MaybeTime,
  }),
  membership: Type.Object({ kind: Type.Literal('membership'), group_id: Id, member_id: Id }),
  identity: Type.Object({
    kind: Type.Literal('identity'),
    principal_id: Id,
    provider: Id,
    external_id: Name,
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
    purpose: maybeOneOf(PURPOSE_WORDS),
    granted_at: MaybeTime,
    last_used_at: MaybeTime,
  }),
};

const Gone = Type.Literal(true, { description: 'It is gone, and the access that goes with it.' });
const removal = (kind: DirectoryKind, key: Record<string, TSchema>) =>
  Type.Object({ kind: Type.Literal(kind), removed: Gone, ...key });

/** A line that says that something is gone needs to say what, and no more. */
export const REMOVAL_LINE_SCHEMAS: Readonly<Record<DirectoryKind, TSchema>> = {
  principal: removal('principal', { id: Id }),
  membership: removal('membership', { group_id: Id, member_id: Id }),
  identity: removal('identity', { provider: Id, external_id: Name }),
  asset: removal('asset', { id: Id }),
  grant: removal('grant', { id: Id }),
};

/** Where a line has dates. */
const DATE_FIELDS: Readonly<Record<DirectoryKind, readonly string[]>> = {
  principal: ['last_login_at', 'created_at'],
  membership: [],
  identity: [],
  asset: ['created_at'],
  grant: ['granted_at', 'last_used_at'],
};

// Formats are left to parseInstant, which also says which instant it is.
const ajv = new Ajv({ allErrors: true, strict: false, validateFormats: false });
const compiled = (schemas: Readonly<Record<DirectoryKind, TSchema>>) =>
  new Map<string, ValidateFunction>(
    Object.entries(schemas).map(([kind, schema]) => [kind, ajv.compile(schema)]),
  );
const validators = compiled(DIRECTORY_LINE_SCHEMAS);
const removalValidators = compiled(REMOVAL_LINE_SCHEMAS);

/** A line that can be stored, what it says to be gone, or the reason why neither. */
export function parseDirectoryLine(
  text: string,
  nowMs: number,
): { line: DirectoryLine } | { removal: RemovalLine } | { reason: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { reason: 'is not valid JSON' };
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    return { reason: 'expected a JSON object' };
  }
  const { kind, removed } = value as { kind?: unknown; removed?: unknown };
  const known = removed === true ? removalValidators : validators;
  const validate = typeof kind === 'string' ? known.get(kind) : undefined;
  if (!validate) return { reason: `kind: expected one of ${[...validators.keys()].join(', ')}` };
  const faults = findUnstorable(value, []);
  if (faults.length === 0 && !validate(value)) {
    faults.push(...(validate.errors ?? []).map((violation) => describeViolation(violation, [])));
  }
  if (typeof removed !== 'boolean' && (removed ?? null) !== null) {
    faults.push({ loc: ['removed'], msg: 'expected true, or nothing', type: 'bad_type' });
  }
  if (removed !== true) faults.push(...readDates(value as DatedLine, nowMs));
  if (faults.length > 0) return { reason: faultsAsText(faults) };
  if (removed === true) return { removal: value as RemovalLine };
  delete (value as { removed?: unknown }).removed;
  return { line: value as DirectoryLine };
}

type DatedLine = { kind: DirectoryKind; [field: string]: unknown };

/** Leaves the dates of a line in UTC, and says which are none that can be. */
function readDates(line: DatedLine, nowMs: number): Fault[] {
  return DATE_FIELDS[line.kind].flatMap((field) => {
    const text = line[field];
    if (typeof text !== 'string') return [];
    const ms = parseInstant(text.replace(' ', 'T'));
    if (ms === null) return [{ loc: [field], msg: `expected ${FORMATS['date-time']}`, type: 'bad_format' }];
    const msg = implausibleDate(ms, nowMs);
    if (msg !== null) return [{ loc: [field], msg, type: 'out_of_range' }];
    line[field] = utcText(text, ms);
    return [];
  });
}

/**
 * The line without the dates that cannot be. For lines of a platform, to which nobody can be told: access that exists is
 * not left out because its date is wrong.
 */
export function withoutImplausibleDates(line: DirectoryLine, nowMs: number): DirectoryLine {
  const dated: DatedLine = { ...line };
  for (const { loc } of readDates(dated, nowMs)) dated[String(loc[0])] = null;
  return dated as unknown as DirectoryLine;
}
