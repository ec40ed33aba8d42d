import { Select } from '@mantine/core';
import { memo } from 'react';
import { groupStrings } from '../../../strings/review-groups.ts';
import { GROUPINGS } from './inbox-filters.ts';
import type { Inbox } from './use-inbox.ts';

const UNGROUPED = 'NONE';

/** By what the inbox is grouped, or that it is a list. */
export const GroupBy = memo(function GroupBy({ inbox }: { inbox: Inbox }) {
  return (
    <Select
      size="xs"
      w={130}
      allowDeselect={false}
      withCheckIcon={false}
      aria-label={groupStrings.by}
      value={inbox.grouping ?? UNGROUPED}
      onChange={(group) => inbox.change(group === UNGROUPED ? { group: null, review_ids: null } : { group })}
      data={([UNGROUPED, ...GROUPINGS] as const).map((value) => ({
        value,
        label: groupStrings.groupings[value],
      }))}
    />
  );
});
