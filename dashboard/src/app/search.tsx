import { IconSearch } from '@tabler/icons-react';
import { lazy, type RefObject, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { searchStrings as strings } from '../strings/search.ts';
import classes from './search.module.css';

const PaletteDialog = lazy(async () => ({
  default: (await import('./palette/palette-dialog.tsx')).PaletteDialog,
}));

/** What is typed into the palette, and whether Enter was pressed for what will be found. */
export interface Typed {
  text: string;
  isEnterDue: boolean;
}

const NOTHING: Typed = { text: '', isEnterDue: false };

/** What looks like a field in the header and opens the palette, as Ctrl K or Cmd K does. */
export function Search() {
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState(NOTHING);
  const early = useRef<HTMLInputElement>(null);
  const open = () => {
    if (isOpen || document.querySelector('[role="dialog"][aria-modal="true"]')) return;
    // At once: the next key may already be the first letter.
    flushSync(() => {
      setTyped(NOTHING);
      setIsOpen(true);
    });
    early.current?.focus();
  };
  const close = () => setIsOpen(false);
  // Before anything is shown: who sees the page can use the key.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  });
  return (
    <>
      <button
        type="button"
        className={classes.field}
        aria-label={strings.openHint}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={open}
      >
        <IconSearch size={16} aria-hidden />
        <span className={classes.words}>{strings.open}</span>
        <kbd className={classes.keys}>{strings.keys}</kbd>
      </button>
      {isOpen ? (
        <>
          <EarlyField fieldRef={early} typed={typed} onType={setTyped} onClose={close} />
          <Suspense fallback={null}>
            <PaletteDialog typed={typed} onType={setTyped} onClose={close} />
          </Suspense>
        </>
      ) : null}
    </>
  );
}

/** Takes what is typed until the palette has come and its own field takes the focus. */
function EarlyField(props: {
  fieldRef: RefObject<HTMLInputElement | null>;
  typed: Typed;
  onType: (typed: Typed) => void;
  onClose: () => void;
}) {
  const { fieldRef, typed, onType, onClose } = props;
  const [isNeeded, setIsNeeded] = useState(true);
  if (!isNeeded) return null;
  return (
    <input
      ref={fieldRef}
      className="visually-hidden"
      aria-label={strings.openHint}
      value={typed.text}
      onChange={(event) => onType({ text: event.currentTarget.value, isEnterDue: false })}
      onKeyDown={({ key, nativeEvent }) => {
        if (key === 'Escape') onClose();
        if (key === 'Enter' && !nativeEvent.isComposing) onType({ ...typed, isEnterDue: true });
      }}
      onBlur={() => setIsNeeded(false)}
    />
  );
}
