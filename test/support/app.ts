import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import pino from 'pino';
import { buildApp } from '../../src/app.ts';
import { type Config, loadConfig } from '../../src/config.ts';
import { connectorSetup } from '../../src/connectors/open-connectors.ts';
import type { ImportSummary } from '../../src/core/directory/import/import-directory.ts';
import { type Authenticate, createDevAuthenticate } from '../../src/gateway/tokens/token-verifier.ts';
import { requireDescribed } from './contract.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { keepFirstModel } from './first-model.ts';

export interface TestApp {
  app: FastifyInstance;
  test: TestDatabase;
  /** Calls the gateway; the answer must be one that openapi.json describes. */
  call(options: InjectOptions): Promise<LightMyRequestResponse>;
  import(lines: object[]): Promise<ImportSummary>;
  close(): Promise<void>;
}

const TEST_SECRETS_KEY = Buffer.alloc(32, 7);

const UNLIMITED = {
  RATE_LIMIT_READS: 'off',
  RATE_LIMIT_WRITES: 'off',
  RATE_LIMIT_REPORTS: 'off',
  RATE_LIMIT_BULK: 'off',
  RATE_LIMIT_SCIM: 'off',
  RATE_LIMIT_SIGN_IN: 'off',
  RATE_LIMIT_HOLDER: 'off',
  RATE_LIMIT_SLACK: 'off',
};

/** The real gateway on a database of its own. Callers are the synthetic admin of tenant A unless told otherwise. */
export async function createTestApp(
  options: {
    env?: Record<string, string>;
    authenticate?: (test: TestDatabase) => Authenticate;
    test?: TestDatabase;
    streams?: { stream_ms_max?: number; heartbeat_ms?: number };
    logger?: pino.Logger;
    /** See `keepFirstModel`. */
    keeps_first_model?: boolean;
  } = {},
): Promise<TestApp> {
  const test = options.test ?? (await createTestDatabase());
  if (options.keeps_first_model) await keepFirstModel(test);
  const config: Config = loadConfig('start', { ...UNLIMITED, ...options.env });
  const app = await buildApp({
    config,
    db: test.db,
    secrets_key: TEST_SECRETS_KEY,
    connectors: connectorSetup(TEST_SECRETS_KEY, config.connector_reach),
    authenticate: options.authenticate?.(test) ?? createDevAuthenticate(test.tenants.a),
    logger: options.logger ?? pino({ level: 'silent' }),
    isReady: async () => true,
    // A call waits for the end of its answer.
    streams: { stream_ms_max: 20, ...options.streams },
  });
  const call = async (request: InjectOptions): Promise<LightMyRequestResponse> => {
    const response = await app.inject(request);
    requireDescribed(app, request, response);
    return response;
  };
  return {
    app,
    test,
    call,
    import: async (lines) => {
      const response = await call({
        method: 'POST',
        url: '/v1/directory/import',
        headers: { 'content-type': 'application/x-ndjson' },
        payload: lines.map((line) => JSON.stringify(line)).join('\n'),
      });
      if (response.statusCode !== 200) throw new Error(`the import failed: ${response.body}`);
      return response.json();
    },
    close: async () => {
      await app.close();
      if (!options.test) await test.drop();
    },
  };
}
