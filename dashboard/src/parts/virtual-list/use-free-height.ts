import { type RefObject, useLayoutEffect, useState } from 'react';

/** Below the list: its foot and the page's edge. */
const BELOW_PX = 64;
const LEAST_PX = 300;

/** The height that is left for an element down to the end of the screen. */
export function useFreeHeight(ref: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(() => Math.max(LEAST_PX, window.innerHeight - 300));
  useLayoutEffect(() => {
    const measure = () => {
      const element = ref.current;
      if (!element) return;
      const top = element.getBoundingClientRect().top + window.scrollY;
      setHeight(Math.max(LEAST_PX, window.innerHeight - top - BELOW_PX));
    };
    measure();
    window.addEventListener('resize', measure);
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => {
      window.removeEventListener('resize', measure);
      observer.disconnect();
    };
  }, [ref]);
  return height;
}
