import { Button, Group } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { listStrings } from '../../strings/lists.ts';

/** Search and filters above a list; on a narrow screen the filters wait behind a button, so that the list has room. */
export function ListFilters(props: { search: ReactNode; set: number; children: ReactNode }) {
  const { search, set, children } = props;
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <Group gap="sm" component="search">
      {search}
      {isNarrow ? (
        <Button
          variant="default"
          aria-expanded={isOpen}
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
          onClick={toggle}
        >
          {listStrings.filters(set)}
        </Button>
      ) : null}
      {!isNarrow || isOpen ? children : null}
    </Group>
  );
}
