type Json = Record<string, unknown>;

interface Sampled {
  method: string;
  /** As in the description: `/v1/grants/{id}`. */
  path: string;
  parameters: readonly Json[];
  requestBody: Json | undefined;
  responses: Readonly<Record<string, Json>>;
  is_public: boolean;
}

/** As Redoc shows them beside an operation. */
export interface CodeSample {
  lang: string;
  label: string;
  source: string;
}

/** How an operation is called, made of its own description: the parameters it requires, and the example of its body. */
export function codeSamples(operation: Sampled): CodeSample[] {
  const samples = [{ lang: 'Shell', label: 'curl', source: curlSample(operation) }];
  // The viewer colours JavaScript, and knows no other name for this.
  if (speaksJson(operation))
    samples.push({ lang: 'JavaScript', label: 'TypeScript', source: clientSample(operation) });
  return samples;
}

function curlSample(operation: Sampled): string {
  const { method, is_public } = operation;
  const body = bodyOf(operation);
  const headers = Object.entries(required(operation, 'header')).map(([name, value]) => `${name}: ${value}`);
  if (!is_public) headers.unshift('Authorization: Bearer $LAPSE_TOKEN');
  if (body) headers.push(`Content-Type: ${body.type}`);
  const options = headers.map((header) => `-H "${header}"`);
  const answers = answerTypes(operation);
  if (answers.includes('text/event-stream')) options.push('--no-buffer');
  if (answers.includes('application/pdf')) options.push('--fail --remote-name --remote-header-name');
  if (body) options.push("--data-binary @- <<'END'");
  const verb = method === 'get' ? '' : `-X ${method.toUpperCase()} `;
  const call = [`curl ${verb}"$LAPSE_URL${address(operation)}"`, ...options].join(' \\\n  ');
  return body ? `${call}\n${textOf(body).trimEnd()}\nEND` : call;
}

function address(operation: Sampled): string {
  const values = required(operation, 'path');
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(values[name])));
  const query = Object.entries(required(operation, 'query'));
  return query.length === 0
    ? path
    : `${path}?${new URLSearchParams(query.map(([name, value]): [string, string] => [name, String(value)]))}`;
}

const textOf = ({ example }: Body): string =>
  typeof example === 'string' ? example : JSON.stringify(example, null, 2);

/** The client sends and reads JSON; for streams of lines, tables and events there is curl. */
function speaksJson(operation: Sampled): boolean {
  const sent = Object.keys((operation.requestBody?.content ?? {}) as Json)[0] ?? 'application/json';
  return sent === 'application/json' && answerTypes(operation)[0] === 'application/json';
}

const CLIENT = `import { createClient } from '@lapse/client';

const { LAPSE_URL = '', LAPSE_TOKEN = null } = process.env;
const lapse = createClient({ base_url: LAPSE_URL, token: () => LAPSE_TOKEN });
`;

/** The client gives a POST its Idempotency-Key by itself. */
function clientSample(operation: Sampled): string {
  const { method, path, parameters } = operation;
  const [params, query] = [required(operation, 'path'), required(operation, 'query')];
  const options = {
    ...(Object.keys(params).length > 0 && { params }),
    ...(Object.keys(query).length > 0 && { query }),
    body: bodyOf(operation)?.example,
  };
  const given = [path, ...(Object.values(options).some((value) => value !== undefined) ? [options] : [])];
  const call = (verb: string): string => `lapse.${verb}(${given.map((value) => literal(value)).join(', ')})`;
  const isList = parameters.some(({ name }) => name === 'cursor');
  return isList
    ? `${CLIENT}\nfor await (const item of ${call('all')}) console.log(item);`
    : `${CLIENT}\nconst answer = await ${call(method)};\nconsole.log(answer);`;
}

const LINE_LENGTH = 60;

/** As somebody would write it: on one line where it is short. */
function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (value === null || typeof value !== 'object') return String(value);
  const deeper = `${indent}  `;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const parts = Array.isArray(value)
    ? value.map((item) => literal(item, deeper))
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => `${/^[a-z_]\w*$/i.test(key) ? key : literal(key)}: ${literal(item, deeper)}`);
  if (parts.length === 0) return `${open}${close}`;
  const space = open === '{' ? ' ' : '';
  const line = `${open}${space}${parts.join(', ')}${space}${close}`;
  return line.length + indent.length <= LINE_LENGTH && !line.includes('\n')
    ? line
    : `${open}\n${parts.map((part) => `${deeper}${part},\n`).join('')}${indent}${close}`;
}

interface Body {
  type: string;
  example: unknown;
}

/** A body that says nothing is left out where it may be. */
function bodyOf({ requestBody }: Sampled): Body | null {
  const [content] = Object.entries((requestBody?.content ?? {}) as Record<string, Json>);
  if (content === undefined) return null;
  const [type, { example, schema }] = content;
  const shown = example ?? (schema as { examples?: unknown[] } | undefined)?.examples?.[0];
  const isNothing =
    shown === undefined || (typeof shown === 'object' && Object.keys(shown ?? {}).length === 0);
  return isNothing && requestBody?.required !== true ? null : { type, example: shown ?? {} };
}

function required({ parameters }: Sampled, place: 'path' | 'query' | 'header'): Json {
  const asked = parameters.filter(
    (parameter) => parameter.in === place && (parameter.required === true || isOneRequired(parameter)),
  );
  return Object.fromEntries(asked.map(({ name, example }) => [name, example]));
}

/** See `ONE_REQUIRED`. */
const isOneRequired = ({ schema }: Json): boolean =>
  (schema as Json | undefined)?.['x-one-required'] === true;

function answerTypes({ responses }: Sampled): string[] {
  const success = responses['200'] ?? responses['201'] ?? {};
  return Object.keys((success.content ?? {}) as Json);
}
