import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Notice } from '../../parts/notice.tsx';
import { developerStrings } from '../../strings/developers.ts';

/** The one time that a secret is shown. Only the button ends it: a slip beside the dialog must not cost the secret. */
export function SecretOnce(props: {
  secret: string;
  words?: { title: string; warning: string; hint: string; label: string; done: string };
  onClose: () => void;
}) {
  const { secret, words = developerStrings.secret, onClose } = props;
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
        <Notice tone="waiting" title={words.warning} />
        <CodeBlock label={words.label} text={secret} wrap />
        <Text size="sm">{words.hint}</Text>
        <Group justify="flex-end">
          <Button onClick={onClose}>{words.done}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
