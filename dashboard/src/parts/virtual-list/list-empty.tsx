import { Button } from '@mantine/core';
import { listStrings } from '../../strings/lists.ts';
import { Empty } from '../query-state.tsx';

interface Words {
  none: string;
  noneHint: string;
  noneMatch: string;
  noneMatchHint: string;
}

/** Nothing at all, or nothing that matches: two different things to do. */
export function ListEmpty(props: { words: Words; isFiltered: boolean; onClear: () => void }) {
  const { words, isFiltered, onClear } = props;
  if (!isFiltered) return <Empty title={words.none}>{words.noneHint}</Empty>;
  return (
    <Empty
      title={words.noneMatch}
      action={
        <Button size="xs" variant="default" mt="xs" onClick={onClear}>
          {listStrings.clearFilters}
        </Button>
      }
    >
      {words.noneMatchHint}
    </Empty>
  );
}
