import { type KeyboardEvent, type PointerEvent, useState } from 'react';

const STEPS: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowLeft: (index) => index - 1,
  ArrowDown: (index) => index - 1,
  ArrowRight: (index) => index + 1,
  ArrowUp: (index) => index + 1,
  PageDown: (index) => index - 7,
  PageUp: (index) => index + 7,
  Home: () => 0,
  End: (_, last) => last,
};

/** Where a key leads from a place among `count`; null when the key means nothing here. */
export function scrubTo(key: string, index: number, count: number): number | null {
  const step = STEPS[key];
  return step ? Math.max(0, Math.min(count - 1, step(index, count - 1))) : null;
}

/** One place of a chart is read at a time: by pointer, by finger, or with the keys of a slider. The last one until then. */
export function useScrub(count: number, indexAt: (x: number) => number) {
  const [chosen, setChosen] = useState<number | null>(null);
  const index = Math.min(chosen ?? count - 1, count - 1);
  return {
    index,
    isChosen: chosen !== null,
    handlers: {
      onKeyDown: (event: KeyboardEvent) => {
        const next = scrubTo(event.key, index, count);
        if (next === null) return;
        event.preventDefault();
        setChosen(next);
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
        setChosen(Math.max(0, Math.min(count - 1, indexAt(x))));
      },
      onPointerLeave: () => setChosen(null),
      onBlur: () => setChosen(null),
    },
  };
}
