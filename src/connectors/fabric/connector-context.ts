import { type ConnectorClock, ConnectorError } from '../connector.ts';
import type { Fabric } from './fabric-api.ts';
import type { FabricSettings } from './fabric-settings.ts';
import type { People } from './people.ts';

export const PLATFORM = 'fabric';
export const TITLE = 'Microsoft Fabric';

/** What one call works with. */
export interface FabricContext {
  reader: Fabric;
  /** Signs in as the application that may change things. */
  writer: Fabric;
  people: People;
  settings: FabricSettings;
  sleep: NonNullable<ConnectorClock['sleep']>;
  signal: AbortSignal;
}

/** The object ids of the applications of Lapse; `null`: a token does not say whose it is. */
export async function ownIds({
  reader,
  writer,
  signal,
}: Pick<FabricContext, 'reader' | 'writer' | 'signal'>): Promise<Set<string | null>> {
  const removing = writer.ownId(signal).catch((error: unknown) => {
    // Nothing can be removed then, and reading goes on.
    if (error instanceof ConnectorError && error.code === 'authentication') return null;
    throw error;
  });
  return new Set(await Promise.all([reader.ownId(signal), removing]));
}
