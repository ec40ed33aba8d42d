import { connectorStrings } from '../../strings/connectors.ts';

const { setAside: words } = connectorStrings;

/** Who did what on which asset, as far as an event says so; whatever it is, it was not always checked. */
export function summaryOf(event: object): string {
  const { action, principal_id, asset_id } = event as Record<string, unknown>;
  const word = (value: unknown) => (typeof value === 'string' && value !== '' ? value : words.unknown);
  return words.use(word(action), word(principal_id), word(asset_id));
}
