import { fieldOf, isObject } from './read-value.rules.ts';
import { quoted, scimFault } from './scim-fault.rules.ts';

export const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const OPS = ['add', 'replace', 'remove'] as const;

export interface Operation {
  op: (typeof OPS)[number];
  /** Undefined: the value is of the resource as a whole. */
  path: string | undefined;
  value: unknown;
}

/** The operations of the body of a PATCH; Entra ID writes them with a capital letter. */
export function readOperations(body: unknown): Operation[] {
  const operations = isObject(body) ? fieldOf(body, 'Operations') : undefined;
  if (!Array.isArray(operations) || operations.length === 0) {
    throw scimFault(
      'invalidSyntax',
      `expected an object with schemas ["${PATCH_SCHEMA}"] and a list of Operations.`,
    );
  }
  return operations.map((operation, index) => {
    const place = `Operations.${index}`;
    if (!isObject(operation)) throw scimFault('invalidSyntax', `${place} is no object.`);
    const word = fieldOf(operation, 'op');
    const op = OPS.find((known) => typeof word === 'string' && word.toLowerCase() === known);
    if (!op) throw scimFault('invalidSyntax', `${place}.op is ${quoted(word)}; expected ${OPS.join(', ')}.`);
    const path = fieldOf(operation, 'path') ?? undefined;
    if (path !== undefined && typeof path !== 'string') {
      throw scimFault('invalidPath', `${place}.path is ${quoted(path)}; expected a text.`);
    }
    const said = path?.trim();
    return { op, path: said === '' ? undefined : said, value: fieldOf(operation, 'value') };
  });
}
