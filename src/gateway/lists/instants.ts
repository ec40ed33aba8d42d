import { type Fault, invalidRequest } from '../../platform/errors.ts';

/** The years that an ISO timestamp of four digits can name, in any zone. */
export const EARLIEST = Date.parse('0001-01-01T00:00:00.000Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Milliseconds of a timestamp that passed its schema. Some pass that are no instant: the 60th second, a zone that
 * leads out of the calendar.
 */
export function queryInstant(name: string, text: string, faults: Fault[]): number {
  const ms = Date.parse(text);
  if (ms >= EARLIEST && ms <= LATEST) return ms;
  faults.push({
    loc: ['query', name],
    msg: 'expected an ISO 8601 timestamp such as 2026-01-31T09:30:00Z, of the years 1 to 9999',
    type: 'bad_format',
  });
  return Number.NaN;
}

export function refuse(faults: readonly Fault[]): void {
  if (faults.length > 0) throw invalidRequest(faults);
}
