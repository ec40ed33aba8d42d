/** A table or view that a statement names; without a schema, whatever the session's search path finds. */
export interface NamedRelation {
  schema: string | null;
  name: string;
  action: 'query' | 'write';
}

const READ_LEADS = new Set(['from', 'join', 'using', 'table', 'only', 'copy']);
const KNOWN_STATEMENTS = new Set(
  'select with insert update delete merge truncate copy table values lock declare explain'.split(' '),
);
/** What may stand where a list of relations goes on, but is none. */
const NOT_A_RELATION = new Set(
  `select values lateral rows unnest where on using set group order limit offset fetch for union intersect except
   having window returning default inner left right full cross natural join as only table`.split(/\s+/),
);

interface Token {
  kind: 'name' | 'mark';
  text: string;
  is_quoted: boolean;
}

/**
 * The relations in the text of one statement. This is no parser: it knows where names of relations stand (after FROM,
 * JOIN, INTO, UPDATE and their like, and after commas there), leaves out functions and names that WITH defines, and says
 * nothing about statements it does not know. `null` for those. Why it is not PostgreSQL's own parser: decision 0031.
 */
export function relationsInSql(sql: string): NamedRelation[] | null {
  const tokens = tokensOf(sql);
  const first = tokens[0]?.text;
  if (!first || !KNOWN_STATEMENTS.has(first)) return null;
  const defined = namesDefinedByWith(tokens);
  const found = new Map<string, NamedRelation>();
  for (let at = 0; at < tokens.length; at++) {
    const action = leadAt(tokens, at);
    if (action === null) continue;
    for (const { schema, name } of listAfter(tokens, at + 1, tokens[at]?.text as string)) {
      if (schema === null && defined.has(name)) continue;
      found.set(JSON.stringify([schema, name, action]), { schema, name, action });
    }
  }
  return [...found.values()];
}

function leadAt(tokens: Token[], at: number): 'query' | 'write' | null {
  const { text, kind, is_quoted } = tokens[at] as Token;
  if (kind !== 'name' || is_quoted) return null;
  const [before, statement] = [tokens[at - 1]?.text, tokens[0]?.text];
  switch (text) {
    case 'into':
      return before === 'insert' || before === 'merge' ? 'write' : null;
    case 'update':
      // Not FOR UPDATE, ON UPDATE, DO UPDATE or THEN UPDATE.
      return at === 0 || before === '(' || before === ')' ? 'write' : null;
    case 'truncate':
      return at === 0 ? 'write' : null;
    case 'copy':
      return at === 0 ? (tokens.some((token) => token.text === 'from') ? 'write' : 'query') : null;
    case 'from':
      if (before === 'delete') return 'write';
      // COPY's FROM names a file; IS DISTINCT FROM and the FROM of extract(), substring() and trim() name values.
      return (statement === 'copy' && tokens[1]?.text !== '(') ||
        before === 'distinct' ||
        isInsideCall(tokens, at)
        ? null
        : 'query';
    case 'using':
      // Of DELETE and MERGE; that of a JOIN holds columns.
      return tokens[at + 1]?.text === '(' && tokens[at + 2]?.text !== 'select' ? null : 'query';
    case 'lock':
      return at === 0 ? 'query' : null;
    default:
      return READ_LEADS.has(text) && (text !== 'table' || at === 0) && text !== 'only' ? 'query' : null;
  }
}

/** Between a function's name and this token nothing but its opening parenthesis and values. */
function isInsideCall(tokens: Token[], at: number): boolean {
  let depth = 0;
  for (let back = at - 1; back > 0; back--) {
    const { text } = tokens[back] as Token;
    if (text === ')') depth++;
    else if (text === '(' && depth-- === 0) {
      return ['extract', 'substring', 'trim', 'overlay', 'position'].includes(tokens[back - 1]?.text ?? '');
    }
  }
  return false;
}

function* listAfter(
  tokens: Token[],
  start: number,
  lead: string,
): Generator<{ schema: string | null; name: string }> {
  const isList = lead === 'from' || lead === 'using' || lead === 'truncate' || lead === 'lock';
  let at = start;
  for (;;) {
    const begin = at;
    while (['only', 'table', 'lateral', '('].includes(tokens[at]?.text ?? '')) at++;
    const token = tokens[at];
    if (token?.kind === 'name' && (token.is_quoted || !NOT_A_RELATION.has(token.text))) {
      const parts = [token.text];
      while (tokens[at + 1]?.text === '.' && tokens[at + 2]?.kind === 'name') {
        parts.push((tokens[at + 2] as Token).text);
        at += 2;
      }
      const isCall = tokens[at + 1]?.text === '(' && !['insert', 'into', 'copy'].includes(lead);
      if (!isCall) yield { schema: parts.at(-2) ?? null, name: parts.at(-1) as string };
    }
    const comma = isList ? nextComma(tokens, begin) : -1;
    if (comma === -1) return;
    at = comma + 1;
  }
}

const END_OF_LIST = new Set(
  'where group order limit offset fetch for union intersect except having window returning on set when'.split(
    ' ',
  ),
);

/** The comma that continues the list, past an alias or what stands in parentheses; -1 at its end. */
function nextComma(tokens: Token[], start: number): number {
  let depth = 0;
  for (let at = start; at < tokens.length; at++) {
    const { text, is_quoted } = tokens[at] as Token;
    if (text === '(' && !is_quoted) depth++;
    else if (text === ')' && !is_quoted) {
      depth--;
      if (depth < 0) return -1;
    } else if (depth === 0 && text === ',') return at;
    else if (depth === 0 && !is_quoted && END_OF_LIST.has(text)) return -1;
  }
  return -1;
}

function namesDefinedByWith(tokens: Token[]): Set<string> {
  const names = new Set<string>();
  for (let at = 0; at < tokens.length; at++) {
    if (tokens[at]?.text !== 'as') continue;
    const next = tokens[at + 1]?.text;
    const opens =
      next === '(' || ((next === 'materialized' || next === 'not') && tokens[at + 2] !== undefined);
    if (!opens) continue;
    let back = at - 1;
    // name (column, column) AS (
    if (tokens[back]?.text === ')') while (back > 0 && tokens[back]?.text !== '(') back--;
    if (tokens[back]?.text === '(') back--;
    const before = tokens[back - 1]?.text;
    const name = tokens[back];
    if (name?.kind === 'name' && ['with', 'recursive', ','].includes(before ?? '')) names.add(name.text);
  }
  return names;
}

const TOKEN =
  /--[^\n]*|\/\*[\s\S]*?\*\/|\$([A-Za-z_]\w*)?\$[\s\S]*?\$\1\$|[eEbBxXnN]?'(?:[^'\\]|''|\\[\s\S])*'|"((?:[^"]|"")+)"|([\p{L}_][\p{L}\p{N}_$]*)|\$?\d[\d.]*|([(),.;])|\S/gu;

function tokensOf(sql: string): Token[] {
  const tokens: Token[] = [];
  for (const [text, , quoted, word, mark] of sql.matchAll(TOKEN)) {
    if (quoted !== undefined)
      tokens.push({ kind: 'name', text: quoted.replaceAll('""', '"'), is_quoted: true });
    else if (word !== undefined) tokens.push({ kind: 'name', text: word.toLowerCase(), is_quoted: false });
    else if (!/^(--|\/\*)/.test(text)) tokens.push({ kind: 'mark', text: mark ?? '', is_quoted: false });
  }
  return tokens;
}
