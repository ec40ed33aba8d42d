import { ActionIcon, Button, Group, Popover, Stack, TextInput } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { SmallButton } from '../../../parts/buttons.tsx';
import { Hint } from '../../../parts/text.ts';
import { filterStrings } from '../../../strings/reviews.ts';
import type { InboxFilters } from './inbox-filters.ts';

interface SavedFilters {
  name: string;
  filters: InboxFilters;
}

const NAME_MAX = 60;

/** Filters under a name, kept in this browser. */
export function SavedFiltersMenu(props: {
  filters: InboxFilters;
  onChoose: (filters: InboxFilters) => void;
}) {
  const { filters, onChoose } = props;
  const [isOpen, { close, toggle }] = useDisclosure(false);
  const [saved, setSaved] = useLocalStorage<SavedFilters[]>({
    key: 'lapse-inbox-filters',
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const [name, setName] = useState('');
  const save = () => {
    const trimmed = name.trim();
    if (trimmed === '') return;
    setSaved([...saved.filter((each) => each.name !== trimmed), { name: trimmed, filters }]);
    setName('');
  };
  return (
    <Popover
      opened={isOpen}
      onChange={close}
      onDismiss={close}
      position="bottom-end"
      width={300}
      trapFocus
      withRoles
      shadow="md"
    >
      <Popover.Target>
        <SmallButton leftSection={<IconBookmark size={15} aria-hidden />} onClick={toggle}>
          {filterStrings.saved}
          <span className="visually-hidden"> {filterStrings.bar}</span>
        </SmallButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={filterStrings.savedHint}>
        <Stack gap="sm">
          {saved.length === 0 ? (
            <Hint>{filterStrings.savedNone}</Hint>
          ) : (
            saved.map((each) => (
              <Group key={each.name} gap="xs" wrap="nowrap">
                <Button
                  size="xs"
                  variant="subtle"
                  fullWidth
                  justify="flex-start"
                  onClick={() => {
                    onChoose(each.filters);
                    close();
                  }}
                >
                  {each.name}
                </Button>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={filterStrings.deleteSaved(each.name)}
                  onClick={() => setSaved(saved.filter((other) => other.name !== each.name))}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              </Group>
            ))
          )}
          <form
            onSubmit={(event) => {
              event.preventDefault();
              save();
            }}
          >
            <Group gap="xs" align="flex-end" wrap="nowrap">
              <TextInput
                size="xs"
                flex={1}
                label={filterStrings.saveName}
                maxLength={NAME_MAX}
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
              />
              <Button size="xs" type="submit" disabled={name.trim() === ''} aria-label={filterStrings.save}>
                {filterStrings.saveShort}
              </Button>
            </Group>
          </form>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
