import type { Fault } from './errors.ts';

/** Nothing that Lapse knows is nested more than a few levels; PostgreSQL and others overflow their stack somewhere above a thousand. */
export const DEPTH_MAX = 20;
/** A caller who hears of ten does not need the other thousands. */
const FAULTS_MAX = 10;
const HALF_OF_A_PAIR = /\p{Surrogate}/u;
const UNPRINTABLE = /\0|\p{Surrogate}/gu;

type Step = string | number;

interface Place {
  value: unknown;
  step: Step | null;
  parent: Place | null;
}

/** What PostgreSQL could not keep, whether the field is known or not; found before anything is stored. */
export function findUnstorable(value: unknown, place: readonly Step[]): Fault[] {
  const faults: Fault[] = [];
  const refuse = (steps: Step[], msg: string, type = 'bad_character'): void => {
    const loc = [...place, ...steps].map((step) =>
      typeof step === 'string' ? step.replace(UNPRINTABLE, '\ufffd') : step,
    );
    if (!faults.some((fault) => fault.loc.join('\n') === loc.join('\n'))) faults.push({ loc, msg, type });
  };
  // Not by recursion: a value may be nested more deeply than the stack.
  let level: Place[] = mayHoldText(value) ? [{ value, step: null, parent: null }] : [];
  for (let depth = 0; level.length > 0 && faults.length < FAULTS_MAX; depth += 1) {
    const next: Place[] = [];
    for (const at of level) {
      if (faults.length >= FAULTS_MAX) break;
      if (typeof at.value === 'string') {
        const fault = faultOfText(at.value);
        if (fault) refuse(stepsTo(at), fault);
      } else if (depth > DEPTH_MAX) {
        refuse(stepsTo(at).slice(0, 1), `expected at most ${DEPTH_MAX} levels of nesting`, 'too_deep');
      } else if (Array.isArray(at.value)) {
        at.value.forEach((item, step) => {
          if (mayHoldText(item)) next.push({ value: item, step, parent: at });
        });
      } else {
        for (const [step, item] of Object.entries(at.value as object)) {
          const fault = faultOfKey(step);
          if (fault) refuse([...stepsTo(at), step], fault);
          else if (mayHoldText(item)) next.push({ value: item, step, parent: at });
        }
      }
    }
    level = next;
  }
  return faults;
}

function faultOfText(text: string): string | null {
  if (text.includes('\u0000')) return 'must not contain the NUL character';
  return HALF_OF_A_PAIR.test(text) ? 'must not contain half of a surrogate pair' : null;
}

/** Code that copies objects must not meet the second. */
const faultOfKey = (key: string): string | null =>
  key === '__proto__' ? 'is not a name that a field may have' : faultOfText(key);

const mayHoldText = (value: unknown): boolean =>
  typeof value === 'string' || (value !== null && typeof value === 'object');

function stepsTo(place: Place): Step[] {
  const steps: Step[] = [];
  for (let at: Place | null = place; at !== null; at = at.parent) if (at.step !== null) steps.push(at.step);
  return steps.reverse();
}
