import { namedIn, resolvePath, type Target } from './attribute-path.rules.ts';
import { type Attribute, type ResourceType, USER } from './attributes.rules.ts';
import { quoted, scimFault } from './scim-fault.rules.ts';

const COMPARISONS = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;
export type Comparison = (typeof COMPARISONS)[number];
export type Literal = string | number | boolean | null;

/** A filter of RFC 7644. `not_kept` is an attribute that no resource here has. */
export type Filter =
  | { op: 'and' | 'or'; left: Filter; right: Filter }
  | { op: 'not'; filter: Filter }
  | { op: 'pr'; target: Target | 'not_kept' }
  | { op: Comparison; target: Target | 'not_kept'; value: Literal }
  /** Some value of an attribute matches; targets inside are parts of it. */
  | { op: 'some'; target: Target | 'not_kept'; filter: Filter };

const LENGTH_MAX = 4_096;
const DEPTH_MAX = 30;

interface Token {
  kind: 'word' | 'string' | 'number' | 'sign';
  text: string;
}

const TOKEN =
  /\s*(?:("(?:[^"\\]|\\.)*")|(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w$:.-]))|(\.?\$?[a-z][\w$:.-]*)|([()[\]]))/iy;

/** `names` resolves what stands to the left of a comparison. */
type Names = (path: string) => Target | 'not_kept';

export function parseFilter(type: ResourceType, text: string): Filter {
  return new Parser(text, namesOf(type)).whole();
}

/** What stands in the brackets of a path: its names are parts of the attribute. */
export function parseValueFilter(attribute: Attribute, is_extension: boolean, text: string): Filter {
  return new Parser(text, partsOf(attribute, is_extension)).whole();
}

const namesOf =
  (type: ResourceType): Names =>
  (path) => {
    const found = resolvePath(type, path);
    if (found === 'not_kept') return found;
    if (found === 'unknown' || found.attribute === null) {
      throw scimFault(
        'invalidFilter',
        `The filter names ${quoted(path)}, which a ${type.name} does not have.`,
      );
    }
    return found;
  };

const partsOf =
  (attribute: Attribute, is_extension: boolean): Names =>
  (path) => {
    const sub = namedIn(attribute.sub, path);
    if (sub) return { is_extension, attribute, sub };
    if (attribute.sub && /^[a-z]\w*$/i.test(path)) return 'not_kept';
    throw scimFault(
      'invalidFilter',
      `The filter names ${quoted(path)}, which ${attribute.name} does not have.`,
    );
  };

class Parser {
  readonly #tokens: Token[];
  #at = 0;
  #depth = 0;
  #names: Names;

  constructor(text: string, names: Names) {
    this.#tokens = tokensOf(text);
    this.#names = names;
  }

  whole(): Filter {
    const filter = this.#or();
    const rest = this.#peek();
    if (rest) throw unexpected(rest);
    return filter;
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#at];
  }

  #take(): Token {
    const token = this.#tokens[this.#at];
    if (!token) throw scimFault('invalidFilter', 'The filter ends too early.');
    this.#at += 1;
    return token;
  }

  #takes(text: string, kind: Token['kind']): boolean {
    const token = this.#peek();
    if (token?.kind !== kind || token.text.toLowerCase() !== text) return false;
    this.#at += 1;
    return true;
  }

  #expect(sign: string): void {
    const token = this.#take();
    if (token.kind !== 'sign' || token.text !== sign) throw unexpected(token, quoted(sign));
  }

  #or(): Filter {
    let left = this.#and();
    while (this.#takes('or', 'word')) left = { op: 'or', left, right: this.#and() };
    return left;
  }

  #and(): Filter {
    let left = this.#term();
    while (this.#takes('and', 'word')) left = { op: 'and', left, right: this.#term() };
    return left;
  }

  #term(): Filter {
    if (this.#takes('(', 'sign')) return this.#nested(')');
    const name = this.#take();
    if (name.kind !== 'word') throw unexpected(name, 'the name of an attribute');
    if (name.text.toLowerCase() === 'not' && this.#takes('(', 'sign')) {
      return { op: 'not', filter: this.#nested(')') };
    }
    const target = this.#names(name.text);
    if (this.#takes('[', 'sign')) return this.#some(name, target);
    return this.#comparison(target);
  }

  #nested(end: string): Filter {
    this.#depth += 1;
    if (this.#depth > DEPTH_MAX) {
      throw scimFault('invalidFilter', `The filter is nested more than ${DEPTH_MAX} levels deep.`);
    }
    const filter = this.#or();
    this.#expect(end);
    this.#depth -= 1;
    return filter;
  }

  #some(name: Token, target: Target | 'not_kept'): Filter {
    const attribute = target === 'not_kept' ? ANY : target.attribute;
    if (!attribute?.sub || (target !== 'not_kept' && target.sub !== null)) throw unexpected(name);
    const outer = this.#names;
    this.#names = partsOf(attribute, target !== 'not_kept' && target.is_extension);
    const inside = this.#nested(']');
    const part = this.#peek();
    // Entra ID compares a part of the value that it means: emails[type eq "work"].value eq "…".
    if (part?.kind !== 'word' || !part.text.startsWith('.')) {
      this.#names = outer;
      return { op: 'some', target, filter: inside };
    }
    const right = this.#comparison(this.#names(this.#take().text.slice(1)));
    this.#names = outer;
    return { op: 'some', target, filter: { op: 'and', left: inside, right } };
  }

  #comparison(target: Target | 'not_kept'): Filter {
    const operator = this.#take();
    const op = operator.text.toLowerCase();
    if (operator.kind === 'word' && op === 'pr') return { op, target };
    const comparison = COMPARISONS.find((known) => known === op);
    if (operator.kind !== 'word' || !comparison)
      throw unexpected(operator, `pr or one of ${COMPARISONS.join(', ')}`);
    return { op: comparison, target, value: literalOf(this.#take()) };
  }
}

/** Of which nobody has any. */
const ANY: Attribute = { name: 'it', type: 'complex', description: '', sub: USER.attributes.slice(0, 1) };

function tokensOf(text: string): Token[] {
  if (text.length > LENGTH_MAX) {
    throw scimFault('invalidFilter', `The filter is longer than ${LENGTH_MAX} characters.`);
  }
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  let end = 0;
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
    const [, string, number, word, sign] = match;
    end = TOKEN.lastIndex;
    if (string !== undefined) tokens.push({ kind: 'string', text: string });
    else if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word });
    else tokens.push({ kind: 'sign', text: sign as string });
  }
  const rest = text.slice(end).trim();
  if (rest !== '') throw scimFault('invalidFilter', `The filter cannot be read from ${quoted(rest)} on.`);
  if (tokens.length === 0) throw scimFault('invalidFilter', 'The filter is empty.');
  return tokens;
}

function literalOf(token: Token): Literal {
  if (token.kind === 'number') return Number(token.text);
  if (token.kind === 'string') {
    try {
      return JSON.parse(token.text) as string;
    } catch {
      throw scimFault('invalidFilter', `The filter has ${quoted(token.text)}, which is no JSON text.`);
    }
  }
  const word = token.text.toLowerCase();
  if (token.kind === 'word' && (word === 'true' || word === 'false')) return word === 'true';
  if (token.kind === 'word' && word === 'null') return null;
  throw unexpected(token, 'a text in double quotes, a number, true, false or null');
}

const unexpected = (token: Token, expected?: string) =>
  scimFault(
    'invalidFilter',
    `The filter has ${quoted(token.text)} in the wrong place${expected ? `; expected ${expected}` : ''}.`,
  );
