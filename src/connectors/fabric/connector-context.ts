import type { ConnectorClock } from '../connector.ts';
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
