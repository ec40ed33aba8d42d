import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { searchStrings as strings } from '../strings/search.ts';
import classes from './search.module.css';

const PaletteDialog = lazy(async () => ({
  default: (await import('./palette/palette-dialog.tsx')).PaletteDialog,
}));

/** What looks like a field in the header and opens the palette, as Ctrl K or Cmd K does. */
export function Search() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      if (!document.querySelector('[role="dialog"][aria-modal="true"]')) setIsOpen(true);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return (
    <>
      <button
        type="button"
        className={classes.field}
        aria-label={strings.openHint}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setIsOpen(true)}
      >
        <IconSearch size={16} aria-hidden />
        <span className={classes.words}>{strings.open}</span>
        <kbd className={classes.keys}>{strings.keys}</kbd>
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <PaletteDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
