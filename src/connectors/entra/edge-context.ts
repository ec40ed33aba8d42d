import { ConnectorError } from '../connector.ts';
import type { Step } from '../edges/edge.ts';
import { PlatformError } from '../http/platform-error.ts';
import { Refusal } from '../refusal.ts';
import type { EntraSettings } from './entra-settings.ts';
import type { Graph } from './graph.ts';

export const PLATFORM = 'azure_ad';
export const TITLE = 'Entra ID';

export interface EdgeContext {
  reader: Graph;
  /** Signs in as the application that may change things. */
  writer: Graph;
  settings: EntraSettings;
  signal: AbortSignal;
}

/** 404: gone already, and what was read was behind. */
export function deletion({ writer, signal }: EdgeContext, path: string): Step {
  return {
    text: `DELETE ${path}`,
    send: async () => (await writer.write({ method: 'DELETE', path, accept: [404], signal })).status !== 404,
  };
}

export function addition({ writer, signal }: EdgeContext, path: string, json: Record<string, unknown>): Step {
  return {
    text: `POST ${path} ${JSON.stringify(json)}`,
    async send() {
      const { status, body } = await writer
        .write({ method: 'POST', path, json, accept: [400], signal })
        .catch((error: unknown) => {
          // All of it was read a moment ago: one copy of the directory has not heard of it yet.
          throw error instanceof PlatformError && error.status === 404 ? notYet(error.message) : error;
        });
      if (status !== 400) return true;
      const message = messageOf(body);
      // The one case in which Graph has a message but no code.
      if (/already exists?\b/i.test(message)) return false;
      if (/exist/i.test(message)) throw notYet(message);
      throw new Refusal(
        'not_supported',
        `${TITLE} does not take it back: ${message.slice(0, 300) || 'bad request'}`,
      );
    },
  };
}

const messageOf = (body: unknown): string =>
  String((body as { error?: { message?: unknown } } | null)?.error?.message ?? '');

const notYet = (message: string): ConnectorError =>
  new ConnectorError('conflict', `${TITLE} does not know all of it yet: ${message.slice(0, 300)}`, {
    retry_after: 30,
  });
