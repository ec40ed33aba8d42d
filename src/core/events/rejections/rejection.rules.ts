/** By which way a refused event came. */
export const REJECTION_SOURCES = ['single', 'batch', 'stream', 'connector'] as const;
export type RejectionSource = (typeof REJECTION_SOURCES)[number];

/** Kept of one request or chunk. Who sends nothing but rubbish is understood by the last hundred. */
export const KEPT_PER_CALL_MAX = 100;
/** Replayed by one request, of rejections as of dead letters. */
export const REPLAYED_MAX = 500;
/** Enough for any event but those with large metadata; a thousand of them are 8 MiB. */
export const PAYLOAD_BYTES_MAX = 8_192;
/** A reason repeats names that came, which may be as long as a body. */
const REASON_CHARS_MAX = 1_000;

const NOT_WHOLE = 'only a part of it was kept, so it cannot be replayed: have it sent again';

const encoder = new TextEncoder();
const room = new Uint8Array(PAYLOAD_BYTES_MAX);

/** As much of a text as is kept. What had to be left out or replaced makes it another text, which nobody may take for it. */
export function keptPayload(text: string | null): { payload: string; is_cut: boolean } {
  if (text === null) return { payload: '', is_cut: true };
  const storable = storableText(text.slice(0, PAYLOAD_BYTES_MAX));
  const { read } = encoder.encodeInto(storable, room);
  const payload = storable.slice(0, read);
  return { payload, is_cut: payload !== text };
}

export function keptReason(reason: string): string {
  const storable = storableText(reason);
  return storable.length <= REASON_CHARS_MAX
    ? storable
    : `${storable.slice(0, REASON_CHARS_MAX).toWellFormed()} …`;
}

/** Why a part of an event was refused, after somebody wanted it replayed. */
export function notWholeReason(reason: string): string {
  return reason.endsWith(NOT_WHOLE) ? reason : `${reason}; ${NOT_WHOLE}`;
}

/** PostgreSQL keeps neither NUL nor halves of surrogate pairs. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\ufffd');
}

/** Twice what a list holds may come at once; whatever comes for long comes at a pace that nobody notices. */
const AT_ONCE = 2_000;
const APART_MS = 10;

/**
 * How many refused events of a tenant are worth storing now. In a flood each would only live until the next ones push it
 * out, and what is deleted still lies in the table until it is vacuumed.
 */
export class RejectionRoom {
  /** When nothing is in the way of a full `AT_ONCE` any more, by tenant. */
  readonly #freeAt = new Map<number, number>();

  /** Of those that are wanted; none, in the worst case. */
  take(tenantId: number, wanted: number, nowMs: number): number {
    const freeAt = Math.max(this.#freeAt.get(tenantId) ?? nowMs, nowMs);
    const taken = Math.min(wanted, AT_ONCE - Math.ceil((freeAt - nowMs) / APART_MS));
    this.#freeAt.set(tenantId, freeAt + taken * APART_MS);
    return taken;
  }
}
