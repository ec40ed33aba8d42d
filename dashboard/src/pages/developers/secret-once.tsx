import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { CodeBlock } from '../../parts/code-block.tsx';
import { developerStrings } from '../../strings/developers.ts';

const { secret: words } = developerStrings;

/** The one time that a secret is shown. Only the button ends it: a slip beside the dialog must not cost the secret. */
export function SecretOnce({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={words.title}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      centered
      size="lg"
    >
      <Stack>
        <Alert color="orange" variant="light" icon={<IconAlertTriangle />} title={words.warning} />
        <CodeBlock label={words.label} text={secret} wrap />
        <Text size="sm">{words.hint}</Text>
        <Group justify="flex-end">
          <Button onClick={onClose}>{words.done}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
