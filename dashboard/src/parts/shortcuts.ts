import { useLocalStorage } from '@mantine/hooks';
import { useLayoutEffect, useRef } from 'react';

/** Single keys can be turned off, as WCAG 2.1.4 asks; everything they do can be done without them. */
export function useShortcutsOn(): [boolean, (on: boolean) => void] {
  const [on, setOn] = useLocalStorage({
    key: 'lapse-shortcuts',
    defaultValue: true,
    getInitialValueInEffect: false,
  });
  return [on, setOn];
}

/** Keys that do something as long as nobody types and no dialog is open. */
export function useShortcuts(keys: Record<string, (event: KeyboardEvent) => void>): void {
  const [on] = useShortcutsOn();
  const latest = useRef(keys);
  latest.current = keys;
  // Before anything is shown: who sees the page can use its keys.
  useLayoutEffect(() => {
    if (!on) return;
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || document.querySelector('[role="dialog"][aria-modal="true"]')) return;
      // Enter belongs to what has the focus.
      if (
        event.key === 'Enter' &&
        event.target instanceof Element &&
        event.target.closest('a, button, summary')
      )
        return;
      const act = latest.current[event.key];
      if (!act) return;
      event.preventDefault();
      act(event);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [on]);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName) ||
    target.role === 'combobox'
  );
}
