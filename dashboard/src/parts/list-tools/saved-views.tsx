import { ActionIcon, Button, Group, Popover, Stack, TextInput } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { SmallButton } from '../buttons.tsx';
import { Hint } from '../text.ts';

/** How somebody looks at a list: what it is filtered and ordered by, as in the address, and which columns are hidden. */
export interface ListView {
  filters: Readonly<Record<string, string | undefined>>;
  hidden?: string[];
}

interface Words {
  saved: string;
  /** What is saved, after the word on the button for who cannot see where it stands. */
  bar: string;
  savedHint: string;
  savedNone: string;
  saveName: string;
  save: string;
  saveShort: string;
  deleteSaved: (name: string) => string;
}

const NAME_MAX = 60;

/** Views of a list under names, kept in this browser. */
export function SavedViews(props: {
  /** Of the browser's storage. */
  place: string;
  words: Words;
  view: ListView;
  onChoose: (view: ListView) => void;
}) {
  const { place, words, view, onChoose } = props;
  const [isOpen, { close, toggle }] = useDisclosure(false);
  const [saved, setSaved] = useLocalStorage<({ name: string } & ListView)[]>({
    key: place,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const [name, setName] = useState('');
  const save = () => {
    const trimmed = name.trim();
    if (trimmed === '') return;
    setSaved([...saved.filter((each) => each.name !== trimmed), { name: trimmed, ...view }]);
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
          {words.saved}
          <span className="visually-hidden"> {words.bar}</span>
        </SmallButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={words.savedHint}>
        <Stack gap="sm">
          {saved.length === 0 ? (
            <Hint>{words.savedNone}</Hint>
          ) : (
            saved.map((each) => (
              <Group key={each.name} gap="xs" wrap="nowrap">
                <Button
                  size="xs"
                  variant="subtle"
                  fullWidth
                  justify="flex-start"
                  onClick={() => {
                    onChoose(each);
                    close();
                  }}
                >
                  {each.name}
                </Button>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={words.deleteSaved(each.name)}
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
                label={words.saveName}
                maxLength={NAME_MAX}
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
              />
              <Button size="xs" type="submit" disabled={name.trim() === ''} aria-label={words.save}>
                {words.saveShort}
              </Button>
            </Group>
          </form>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
