/** What the service says about where time goes. Where it is off there is no such object, and nothing is asked. */
export interface Tracing {
  start(name: string, options?: SpanOptions): Span;
  /** Sends what is left. */
  close(): Promise<void>;
}

export type SpanKind = 'server' | 'producer' | 'consumer' | 'client' | 'internal';
/** Numbers, ids and words of the program; never names of people, texts of callers or values of statements. */
export type SpanAttributes = Record<string, string | number | boolean>;

export interface SpanOptions {
  kind?: SpanKind;
  /** W3C `traceparent` of what caused it, from wherever it comes; anything else is left out. */
  parent?: string | null | undefined;
  /** The same of several that caused it together. */
  links?: readonly string[];
  attributes?: SpanAttributes;
  /** When it began, if not now. */
  began_ms?: number;
}

export interface Span {
  /** For whatever comes after it; null when nobody wants to know. */
  readonly traceparent: string | null;
  set(attributes: SpanAttributes): void;
  /** Only what kind of error it was: a message may quote what somebody sent. */
  fail(error: unknown): void;
  end(): void;
}

/** Runs the work inside a span, if there is tracing at all. */
export async function traced<T>(
  tracing: Tracing | null | undefined,
  name: string,
  options: SpanOptions,
  work: (span: Span | null) => Promise<T>,
): Promise<T> {
  if (!tracing) return work(null);
  const span = tracing.start(name, options);
  try {
    return await work(span);
  } catch (error) {
    span.fail(error);
    throw error;
  } finally {
    span.end();
  }
}
