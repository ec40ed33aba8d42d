/**
 * Numbers that look random and depend on nothing but their arguments. Everything synthetic is a function of a
 * seed and an index, so any part can be made again without keeping it in memory. A seed XORed with a constant of
 * its own is an independent sequence; the constants are the ASCII of a word, so that no two meet by chance.
 */

/** A well-mixed unsigned 32-bit number from two (the finaliser of MurmurHash3). */
export function mix(a: number, b: number): number {
  let h = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 0x7f4a7c15, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** `mix` over text, for data whose keys are names. */
export function mixText(seed: number, text: string): number {
  let h = seed;
  for (let i = 0; i < text.length; i++) h = mix(h, text.charCodeAt(i));
  return mix(h, text.length);
}

/** A whole number in [0, bound) from a mixed number. */
export function below(bound: number, mixed: number): number {
  return Math.floor((mixed / 0x1_0000_0000) * bound);
}

/** The element that a mixed number chooses. */
export function pick<T>(choices: readonly T[], mixed: number): T {
  return choices[below(choices.length, mixed)] as T;
}

/** A sequence of numbers in [0, 1), for where one draw decides how many more follow. */
export class Random {
  readonly #seed: number;
  #drawn = 0;

  constructor(seed: number) {
    this.#seed = seed;
  }

  next(): number {
    return mix(this.#seed, this.#drawn++) / 0x1_0000_0000;
  }
}

/** A version 4 UUID, as directories give to their objects. Different for every index below 2^32. */
export function objectId(seed: number, index: number): string {
  const key = mix(seed, index);
  const a = hex8(mix(key, 1));
  const b = hex8(mix(key, 2));
  const c = hex8(mix(key, 3));
  // An odd factor permutes the 32-bit numbers: no two indices share the last eight digits.
  const unique = hex8(Math.imul(index, 0x9e3779b1) >>> 0);
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-a${c.slice(0, 3)}-${c.slice(4)}${unique}`;
}

function hex8(number: number): string {
  return number.toString(16).padStart(8, '0');
}
