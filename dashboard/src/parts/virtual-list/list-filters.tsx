import { Button, Group } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { listStrings } from '../../strings/lists.ts';
import { SearchField } from './search-field.tsx';

/** Search and filters above a list; on a narrow screen the filters wait behind a button, so that the list has room. */
export function ListFilters(props: {
  words: { search: string; searchHint: string };
  filters: Readonly<Record<string, string | undefined>>;
  onSearch: (q: string | null) => void;
  children: ReactNode;
}) {
  const { words, filters, onSearch, children } = props;
  const { q, ...others } = filters;
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <Group gap="sm" component="search">
      <SearchField label={words.search} placeholder={words.searchHint} value={q} onChange={onSearch} />
      {isNarrow ? (
        <Button
          variant="default"
          aria-expanded={isOpen}
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
          onClick={toggle}
        >
          {listStrings.filters(Object.keys(others).length)}
        </Button>
      ) : null}
      {!isNarrow || isOpen ? children : null}
    </Group>
  );
}
