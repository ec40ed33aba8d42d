/** Where a list was left, by its address, as long as the page is open. */
export interface Place {
  offset: number;
  row: number;
  count: number;
}

const places = new Map<string, Place>();
const PLACES_MAX = 50;

export function rememberPlace(address: string, place: Place): void {
  places.delete(address);
  places.set(address, place);
  const oldest = places.keys().next().value;
  if (places.size > PLACES_MAX && oldest !== undefined) places.delete(oldest);
}

export const placeOf = (address: string): Place | undefined => places.get(address);
