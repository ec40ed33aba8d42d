import { Modal, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useMay } from '../../api/session.ts';
import { ErrorNote } from '../../parts/query-state.tsx';
import { Small } from '../../parts/text.ts';
import { paletteStrings as strings } from '../../strings/palette.ts';
import type { Typed } from '../search.tsx';
import { type CommandDialog, useCommands } from './commands.ts';
import type { Entry, Go } from './entry.ts';
import { useFound } from './found.ts';
import { matchEntries } from './match-entries.ts';
import { pageEntries } from './pages.ts';
import classes from './palette.module.css';

const TYPED_MS = 250;

const CommandForm = lazy(async () => ({ default: (await import('./command-form.tsx')).CommandForm }));

interface Props {
  typed: Typed;
  onType: (typed: Typed) => void;
  onClose: () => void;
}

/** Everything that can be gone to or done from anywhere. */
export function PaletteDialog(props: Props) {
  const { onClose } = props;
  const [dialog, setDialog] = useState<CommandDialog | null>(null);
  if (dialog === null) return <Palette {...props} onOpen={setDialog} />;
  return (
    <Suspense fallback={null}>
      <CommandForm dialog={dialog} onClose={onClose} />
    </Suspense>
  );
}

/** Arrows choose, Enter goes there. Pages and commands are there at once; what the API finds comes below them. */
function Palette(props: Props & { onOpen: (dialog: CommandDialog) => void }) {
  const { typed, onType, onOpen, onClose } = props;
  const { text, isEnterDue } = typed;
  const [active, setActive] = useState(0);
  const [q] = useDebouncedValue(text.trim(), TYPED_MS);
  const may = useMay();
  const navigate = useNavigate();
  const id = useId();
  const go: Go = (place) => void navigate(place as never);
  const found = useFound(q, go);
  const commands = useCommands(go, onOpen);
  const isTyped = text.trim() !== '';
  const pageGroup = { heading: strings.pagesHeading, entries: matchEntries(pageEntries(may, go), text) };
  const commandGroup = { heading: strings.commandsHeading, entries: matchEntries(commands, text) };
  // Pages are in the navigation too; commands would be out of sight below them.
  const groups = (isTyped ? [pageGroup, commandGroup, ...found.groups] : [commandGroup, pageGroup]).filter(
    ({ entries }) => entries.length > 0,
  );
  const entries = groups.flatMap((group) => group.entries);
  const chosen = Math.min(active, entries.length - 1);
  const isFresh = text.trim() === q && found.isFound;

  const choose = (entry: Entry | undefined) => {
    if (!entry) return;
    entry.choose();
    // A command that opens a form takes the place of the palette.
    if (!FORMS.has(entry.key)) onClose();
  };
  // Who types a name and presses Enter at once means what will be found.
  useEffect(() => {
    if (!isEnterDue || !isFresh) return;
    onType({ text, isEnterDue: false });
    choose(entries[0]);
  });
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another one is chosen.
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && entries.length > 0) {
      event.preventDefault();
      setActive((chosen + step + entries.length) % entries.length);
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (entries.length > 0) choose(entries[chosen]);
    else if (!isFresh) onType({ text, isEnterDue: true });
  };
  return (
    <Modal opened onClose={onClose} title={strings.title} size="lg" yOffset="8vh">
      <TextInput
        data-autofocus
        role="combobox"
        aria-label={strings.title}
        aria-expanded={entries.length > 0}
        aria-controls={id}
        aria-activedescendant={entries.length > 0 ? `${id}-${chosen}` : undefined}
        aria-autocomplete="list"
        placeholder={strings.field}
        maxLength={200}
        value={text}
        onChange={(event) => {
          onType({ text: event.currentTarget.value, isEnterDue: false });
          setActive(0);
        }}
        onKeyDown={onKeyDown}
        leftSection={<IconSearch size={16} aria-hidden />}
      />
      <div className={classes.status}>
        <Small role="status">
          {!isTyped
            ? strings.begin
            : isFresh
              ? entries.length === 0
                ? strings.none(text.trim())
                : strings.found(entries.length)
              : ' '}
        </Small>
        <Small visibleFrom="sm">{strings.keys}</Small>
      </div>
      {isTyped && found.things.isError ? (
        <ErrorNote error={found.things.error} onRetry={() => void found.things.refetch()} />
      ) : null}
      <div ref={list} id={id} role="listbox" aria-label={strings.results} className={classes.results}>
        {groups.map(({ heading, entries: shown }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields.
          <div key={heading} role="group" aria-label={heading}>
            <div aria-hidden className={classes.heading}>
              {heading}
            </div>
            {shown.map((entry) => (
              <Option
                key={entry.key}
                id={`${id}-${entries.indexOf(entry)}`}
                entry={entry}
                isChosen={entries[chosen] === entry}
                onChoose={() => choose(entry)}
                onPoint={() => setActive(entries.indexOf(entry))}
              />
            ))}
          </div>
        ))}
      </div>
    </Modal>
  );
}

const FORMS: ReadonlySet<string> = new Set<CommandDialog>(['ask', 'campaign', 'report', 'keys']);

function Option(props: {
  id: string;
  entry: Entry;
  isChosen: boolean;
  onChoose: () => void;
  onPoint: () => void;
}) {
  const { id, entry, isChosen, onChoose, onPoint } = props;
  const { label, about, icon: Icon } = entry;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus and names the chosen one.
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      data-active={isChosen}
      className={classes.option}
      onClick={onChoose}
      onMouseMove={onPoint}
    >
      <Icon size={18} stroke={1.7} aria-hidden />
      <div className={classes.text}>
        <div className={classes.line}>{label}</div>
        {about ? <Small className={classes.line}>{about}</Small> : null}
      </div>
    </div>
  );
}
