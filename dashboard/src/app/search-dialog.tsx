import { Modal, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconDatabase, IconSearch, IconUser } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useId, useState } from 'react';
import { findThings } from '../parts/find-things.ts';
import { ErrorNote } from '../parts/query-state.tsx';
import { Small } from '../parts/text.ts';
import { assetStrings } from '../strings/assets.ts';
import { principalStrings } from '../strings/principals.ts';
import { searchStrings as strings } from '../strings/search.ts';
import classes from './search-dialog.module.css';

const SHOWN = 6;
const TYPED_MS = 250;

interface Match {
  kind: 'principals' | 'assets';
  id: string;
  name: string;
  about: string;
}

/** Finds principals and assets from anywhere; arrows choose, Enter goes there. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const [q] = useDebouncedValue(text.trim(), TYPED_MS);
  const navigate = useNavigate();
  const listId = useId();
  const query = useQuery({
    queryKey: ['search', q],
    queryFn: ({ signal }) => findMatches(q, signal),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
  const matches = q === '' ? [] : (query.data ?? []);
  const chosen = Math.min(active, matches.length - 1);
  const go = (match: Match | undefined) => {
    if (!match) return;
    onClose();
    void navigate({
      to: match.kind === 'principals' ? '/principals/$id' : '/assets/$id',
      params: { id: match.id },
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && matches.length > 0) {
      event.preventDefault();
      setActive((chosen + step + matches.length) % matches.length);
    }
    if (event.key === 'Enter') go(matches[chosen]);
  };
  return (
    <Modal opened onClose={onClose} title={strings.title} size="lg" yOffset="8vh">
      <TextInput
        data-autofocus
        role="combobox"
        aria-label={strings.title}
        aria-expanded={matches.length > 0}
        aria-controls={listId}
        aria-activedescendant={matches.length > 0 ? `${listId}-${chosen}` : undefined}
        aria-autocomplete="list"
        placeholder={strings.field}
        maxLength={200}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
        leftSection={<IconSearch size={16} aria-hidden />}
      />
      <Small my="xs" role="status">
        {q === ''
          ? strings.begin
          : query.isSuccess && !query.isPlaceholderData
            ? matches.length === 0
              ? strings.none(q)
              : strings.found(matches.length)
            : ' '}
      </Small>
      {query.isError ? <ErrorNote error={query.error} onRetry={() => void query.refetch()} /> : null}
      <div id={listId} role="listbox" aria-label={strings.title} className={classes.results}>
        {matches.map((match, index) => {
          const Icon = match.kind === 'principals' ? IconUser : IconDatabase;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys.
            // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus and names the chosen one.
            <div
              key={`${match.kind} ${match.id}`}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === chosen}
              data-active={index === chosen}
              className={classes.option}
              onClick={() => go(match)}
              onMouseMove={() => setActive(index)}
            >
              <Icon size={18} aria-hidden />
              <div className={classes.text}>
                <div className={classes.line}>{match.name}</div>
                <Small className={classes.line}>{match.about}</Small>
              </div>
            </div>
          );
        })}
      </div>
    </Modal>
  );
}

async function findMatches(q: string, signal: AbortSignal): Promise<Match[]> {
  const { principals, assets } = await findThings(['principal', 'asset'], q, SHOWN, signal);
  return [
    ...principals.map(({ id, display_name, type, department, email }) => ({
      kind: 'principals' as const,
      id,
      name: display_name,
      about: [principalStrings.types[type], department, email].filter(Boolean).join(' · '),
    })),
    ...assets.map(({ id, name, type, platform }) => ({
      kind: 'assets' as const,
      id,
      name,
      about: [assetStrings.types[type], platform].join(' · '),
    })),
  ];
}
