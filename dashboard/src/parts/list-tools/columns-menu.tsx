import { Checkbox, Popover, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconColumns3 } from '@tabler/icons-react';
import { listToolStrings as strings } from '../../strings/list-tools.ts';
import { SmallButton, TinyButton } from '../buttons.tsx';
import { toggled } from './columns.ts';
import type { ChosenColumns } from './use-columns.ts';

/** Which columns a list shows. */
export function ColumnsMenu<Column extends { key: string; header: string }>(props: {
  columns: ChosenColumns<Column>;
}) {
  const { hidden, hide } = props.columns;
  // One of buttons has no name, and stays.
  const isNamed = ({ header }: Column) => header !== '';
  const [all, shown] = [props.columns.all.filter(isNamed), props.columns.shown.filter(isNamed)];
  const [isOpen, { close, toggle }] = useDisclosure(false);
  const isPart = shown.length < all.length;
  return (
    <Popover
      opened={isOpen}
      onChange={close}
      onDismiss={close}
      position="bottom-end"
      width={240}
      trapFocus
      withRoles
      shadow="md"
    >
      <Popover.Target>
        <SmallButton leftSection={<IconColumns3 size={15} aria-hidden />} onClick={toggle}>
          {isPart ? strings.someColumns(shown.length, all.length) : strings.columns}
        </SmallButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={strings.columnsHint}>
        <Stack gap="xs">
          {all.map(({ key, header }, place) => (
            <Checkbox
              key={key}
              size="sm"
              label={header}
              checked={place === 0 || !hidden.includes(key)}
              disabled={place === 0}
              onChange={() => hide(toggled(hidden, key))}
            />
          ))}
          <TinyButton disabled={!isPart} onClick={() => hide([])}>
            {strings.allColumns}
          </TinyButton>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
