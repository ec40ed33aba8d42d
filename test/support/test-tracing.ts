import { diag } from '@opentelemetry/api';
import { vi } from 'vitest';
import { openTracing } from '../../src/platform/tracing/open-tracing.ts';
import type { Tracing } from '../../src/platform/tracing/tracing.ts';
import { type ReceivedSpan, startOtlpReceiver } from './otlp-receiver.ts';

export interface TestTracing {
  tracing: Tracing;
  /** What a collector has been sent, once everything is sent. Nothing is traced after that. */
  received(): Promise<{ spans: ReceivedSpan[]; text: string }>;
  stop(): Promise<void>;
}

/** The SDK as the service loads it, and a collector on loopback. */
export async function startTestTracing(): Promise<TestTracing> {
  const collector = await startOtlpReceiver();
  const troubles: string[] = [];
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.endpoint);
  const tracing = await openTracing({
    env: process.env,
    version: 'test',
    onTrouble: (sentence) => troubles.push(sentence),
  });
  if (!tracing) throw new Error(`there are no traces: ${troubles.join(' ')}`);
  return {
    tracing,
    received: async () => {
      await tracing.close();
      if (troubles.length > 0) throw new Error(troubles.join(' '));
      return { spans: collector.spans, text: Buffer.concat(collector.bytes).toString('latin1') };
    },
    stop: async () => {
      vi.unstubAllEnvs();
      await tracing.close();
      // One of a process is enough for the SDK.
      diag.disable();
      await collector.stop();
    },
  };
}
