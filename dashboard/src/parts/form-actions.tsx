import { Button, Group } from '@mantine/core';
import { operationStrings } from '../strings/operations.ts';

/** The end of a form in a dialog. */
export function FormActions(props: { submit: string; isSending: boolean; onCancel: () => void }) {
  const { submit, isSending, onCancel } = props;
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        {operationStrings.cancel}
      </Button>
      <Button type="submit" loading={isSending}>
        {submit}
      </Button>
    </Group>
  );
}
