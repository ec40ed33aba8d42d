import {
  type Context,
  DiagLogLevel,
  diag,
  type Link,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ConsoleSpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import type { SpanKind as Kind, Span, SpanOptions, Tracing } from './tracing.ts';

const KINDS: Record<Kind, SpanKind> = {
  server: SpanKind.SERVER,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
};

/** Sampler, limits, batching, endpoint, headers and certificates come from the environment, as the SDK reads it. */
export function startOpenTelemetry(options: {
  version: string;
  to_console: boolean;
  onTrouble: (sentence: string) => void;
}): Tracing {
  // A collector that is away must not fill the log: one sentence per kind of trouble.
  const said = new Set<string>();
  const tell = (sentence: string): void => {
    if (said.has(sentence) || said.size >= 20) return;
    said.add(sentence);
    options.onTrouble(`Traces: ${sentence}`);
  };
  const ignore = () => {};
  diag.setLogger(
    { error: tell, warn: tell, info: ignore, debug: ignore, verbose: ignore },
    DiagLogLevel.WARN,
  );

  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'lapse', 'service.version': options.version }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [
      options.to_console
        ? new SimpleSpanProcessor(new ConsoleSpanExporter())
        : new BatchSpanProcessor(new OTLPTraceExporter()),
    ],
  });
  const tracer = provider.getTracer('lapse', options.version);
  return {
    start: (name, span = {}) => {
      const started = tracer.startSpan(
        name,
        {
          kind: KINDS[span.kind ?? 'internal'],
          attributes: span.attributes ?? {},
          links: linksOf(span),
          ...(span.began_ms === undefined ? {} : { startTime: span.began_ms }),
        },
        parentOf(span),
      );
      return asSpan(started);
    },
    close: () => provider.shutdown().catch((error: Error) => tell(error.message)),
  };
}

function asSpan(span: ReturnType<ReturnType<BasicTracerProvider['getTracer']>['startSpan']>): Span {
  const { traceId, spanId, traceFlags } = span.spanContext();
  const isSampled = (traceFlags & TraceFlags.SAMPLED) !== 0;
  return {
    traceparent: isSampled ? `00-${traceId}-${spanId}-01` : null,
    set: (attributes) => void span.setAttributes(attributes),
    fail: (error) => {
      span.setStatus({ code: SpanStatusCode.ERROR });
      const { name, code } = error as { name?: string; code?: unknown };
      span.setAttribute('error.type', typeof code === 'string' ? code : (name ?? 'Error'));
    },
    end: () => span.end(),
  };
}

function parentOf({ parent }: SpanOptions): Context {
  const context = parent ? contextOf(parent) : null;
  return context === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, context);
}

function linksOf({ links = [] }: SpanOptions): Link[] {
  return links.flatMap((each) => {
    const context = contextOf(each);
    return context === null ? [] : [{ context }];
  });
}

/** W3C Trace Context, version 00 and what later ones keep of it. */
function contextOf(traceparent: string): SpanContext | null {
  const match = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/.exec(traceparent);
  const [, traceId = '', spanId = '', flags = ''] = match ?? [];
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return match && trace.isSpanContextValid(context) ? context : null;
}
