import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { operationStrings } from '../../strings/operations.ts';
import { SendError } from './send-error.tsx';

interface FormProps {
  /** What the button says. */
  submit: string;
  isSending: boolean;
  isDangerous?: boolean;
  isDisabled?: boolean;
  /** What is left to say that no field says. */
  error: unknown;
  /** The page itself says what is missing. */
  noValidate?: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** The fields of a form, why it could not be sent, and its buttons. What was typed stays then. */
export function Form(props: FormProps) {
  const { submit, isSending, isDangerous = false, isDisabled, error, noValidate, onSubmit, onClose } = props;
  return (
    <form
      noValidate={noValidate}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Stack>
        {props.children}
        <SendError error={error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {operationStrings.cancel}
          </Button>
          <Button
            type="submit"
            loading={isSending}
            disabled={isDisabled}
            {...(isDangerous ? { color: 'red.9' } : {})}
          >
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

export function FormDialog({
  title,
  size,
  centered = true,
  ...form
}: FormProps & { title: string; size?: string; centered?: boolean }) {
  return (
    <Modal opened onClose={form.onClose} title={title} centered={centered} size={size}>
      <Form {...form} />
    </Modal>
  );
}
