import { mix } from '../random.ts';

/** 2024-01-01: ids do not depend on `now`, so that generating again later updates the same records. */
const IDS_EPOCH_MS = 1_704_067_200_000;

const SALT = { principal: 1, asset: 2, grant: 3 } as const;

/** Four hexadecimal digits each. Looking them up makes an id in a quarter of the time of formatting numbers. */
const HEX = Array.from({ length: 0x1_0000 }, (_, number) => number.toString(16).padStart(4, '0'));

/** An id in the form of a UUID v7, sorted like its index. */
export function recordId(seed: number, kind: keyof typeof SALT, index: number): string {
  const key = mix(seed, SALT[kind]);
  return uuid7(IDS_EPOCH_MS + index, mix(key, index), mix(key + 1, index));
}

/** A UUID v7 of the time of the event; the running number keeps two of one millisecond apart. */
export function eventId(seed: number, time: number, number: number): string {
  return uuid7(time, mix(seed, number), number);
}

function uuid7(time: number, middle: number, ending: number): string {
  const timeHigh = Math.floor(time / 0x1_0000);
  const version = 0x7000 | (middle & 0xfff);
  const variant = 0x8000 | ((middle >>> 12) & 0x3fff);
  return (
    `${HEX[timeHigh >>> 16]}${HEX[timeHigh & 0xffff]}-${HEX[time % 0x1_0000]}-${HEX[version]}-${HEX[variant]}-` +
    `${HEX[middle >>> 16]}${HEX[ending >>> 16]}${HEX[ending & 0xffff]}`
  );
}
