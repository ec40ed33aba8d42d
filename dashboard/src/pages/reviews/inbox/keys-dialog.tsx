import { Kbd, Modal, Stack, Table, Text } from '@mantine/core';
import { useShortcutsOn } from '../../../parts/shortcuts.ts';
import { keyStrings } from '../../../strings/reviews.ts';

export function KeysDialog({ onClose, isGrouped = false }: { onClose: () => void; isGrouped?: boolean }) {
  const [on] = useShortcutsOn();
  return (
    <Modal opened onClose={onClose} title={keyStrings.title} centered>
      <Stack>
        <Text size="sm">{on ? keyStrings.on : keyStrings.off}</Text>
        <Table verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{keyStrings.key}</Table.Th>
              <Table.Th scope="col">{keyStrings.does}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {keyStrings[isGrouped ? 'groups' : 'all'].map(([key, does]) => (
              <Table.Tr key={key}>
                <Table.Td>
                  <Kbd>{key}</Kbd>
                </Table.Td>
                <Table.Td>{does}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Stack>
    </Modal>
  );
}
