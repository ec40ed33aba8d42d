import type { paths } from './api.ts';
import { LapseError, toError } from './lapse-error.ts';
import type { Answer, Item, Method, Options, PathOf } from './operation.ts';

export interface ClientOptions {
  /** Such as `https://lapse.example.com`; left out in a browser, the page's own. */
  base_url?: string;
  /** Asked before every request, so that a token may be renewed. */
  token?: () => string | null | Promise<string | null>;
  headers?: Record<string, string>;
  fetch?: typeof fetch;
  /** How often a request is repeated that was refused for now (429, 503) or got no answer. */
  retries?: number;
  /** No wait between two attempts is longer; a server that asks for more gets its error told. */
  retry_wait_ms_max?: number;
}

interface AnyOptions {
  params?: object | undefined;
  query?: object | undefined;
  body?: unknown;
  headers?: Record<string, string> | undefined;
  idempotency_key?: string | undefined;
  signal?: AbortSignal | undefined;
}

type Rest<P extends keyof paths, M extends Method> =
  { params?: undefined } extends Options<P, M> ? [options?: Options<P, M>] : [options: Options<P, M>];

/** Every endpoint by its path, with the types of what goes in and comes out. */
export interface LapseClient {
  get<P extends PathOf<'get'>>(path: P, ...rest: Rest<P, 'get'>): Promise<Answer<P, 'get'>>;
  post<P extends PathOf<'post'>>(path: P, ...rest: Rest<P, 'post'>): Promise<Answer<P, 'post'>>;
  put<P extends PathOf<'put'>>(path: P, ...rest: Rest<P, 'put'>): Promise<Answer<P, 'put'>>;
  patch<P extends PathOf<'patch'>>(path: P, ...rest: Rest<P, 'patch'>): Promise<Answer<P, 'patch'>>;
  delete<P extends PathOf<'delete'>>(path: P, ...rest: Rest<P, 'delete'>): Promise<Answer<P, 'delete'>>;
  /** All items of a list, page by page, as they are asked for. */
  all<P extends PathOf<'get'>>(path: P, ...rest: Rest<P, 'get'>): AsyncGenerator<Item<P>>;
}

const RETRYABLE = new Set([429, 503]);
const FIRST_WAIT_MS = 200;

export function createClient(given: ClientOptions = {}): LapseClient {
  const { base_url = '', retries = 2, retry_wait_ms_max = 10_000 } = given;
  const send = given.fetch ?? ((...args: Parameters<typeof fetch>) => fetch(...args));

  async function attempt(
    method: Method,
    path: string,
    options: AnyOptions,
    key: string | null,
  ): Promise<Response> {
    const address = `${base_url}${fillPath(path, options.params)}${queryText(options.query)}`;
    const token = await given.token?.();
    const init: RequestInit = {
      method: method.toUpperCase(),
      headers: {
        accept: 'application/json',
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
        ...given.headers,
        ...options.headers,
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      ...(options.signal ? { signal: options.signal } : {}),
    };
    try {
      return await send(address, init);
    } catch (error) {
      if (options.signal?.aborted) throw error;
      throw new LapseError('The server cannot be reached.', { status: 0 }, error);
    }
  }

  async function call(method: Method, path: string, options: AnyOptions = {}): Promise<unknown> {
    // The same key at every attempt: an answer that got lost does not make it happen twice.
    const key = options.idempotency_key ?? (method === 'post' && retries > 0 ? crypto.randomUUID() : null);
    for (let left = retries; ; left -= 1) {
      let error: LapseError;
      try {
        const response = await attempt(method, path, options, key);
        if (response.ok) return await bodyOf(response);
        error = await toError(response);
      } catch (thrown) {
        if (!(thrown instanceof LapseError)) throw thrown;
        error = thrown;
      }
      const wait =
        error.retry_after === null ? FIRST_WAIT_MS * 2 ** (retries - left) : error.retry_after * 1000;
      const isRepeatable =
        RETRYABLE.has(error.status) || (error.status === 0 && (method === 'get' || key !== null));
      if (left <= 0 || !isRepeatable || wait > retry_wait_ms_max) throw error;
      await pause(wait, options.signal);
    }
  }

  async function* all(path: string, options: AnyOptions = {}): AsyncGenerator<unknown> {
    let cursor: string | null = null;
    do {
      const query: object = cursor === null ? { limit: 100, ...options.query } : { ...options.query, cursor };
      const page = (await call('get', path, { ...options, query })) as {
        items: unknown[];
        next_cursor: string | null;
      };
      yield* page.items;
      cursor = page.next_cursor;
    } while (cursor !== null);
  }

  const verb = (method: Method) => (path: string, options?: AnyOptions) => call(method, path, options);
  return {
    get: verb('get'),
    post: verb('post'),
    put: verb('put'),
    patch: verb('patch'),
    delete: verb('delete'),
    all,
  } as unknown as LapseClient;
}

function fillPath(path: string, params: object | undefined): string {
  const given = params as Record<string, unknown> | undefined;
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = given?.[name];
    if (value === undefined || value === '') throw new TypeError(`${path} needs the parameter ${name}.`);
    return encodeURIComponent(String(value));
  });
}

function queryText(query: object | undefined): string {
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null);
  return pairs.length === 0
    ? ''
    : `?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))}`;
}

async function bodyOf(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const isJson = response.headers.get('content-type')?.includes('json');
  return isJson ? response.json() : response.blob();
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
