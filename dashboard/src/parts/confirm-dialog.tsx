import { Button, Group, List, Modal, Stack, Text, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { operationStrings } from '../strings/operations.ts';
import { SendError } from './send-error.tsx';

export interface Confirmation {
  title: string;
  /** What will happen, in whole sentences. */
  consequences: readonly string[];
  action: string;
  isDangerous?: boolean;
  /** Whether a note may or must be given; left out: there is no place for one. */
  note?: 'optional' | 'required';
  /** What the note is, where it is more than one. */
  noteLabel?: string;
  noteHint?: string;
}

/** Says exactly what will happen before it does. What was typed stays when it could not be sent. */
export function ConfirmDialog(props: {
  confirmation: Confirmation;
  onClose: () => void;
  onConfirm: (note: string) => Promise<unknown>;
  /** More to choose, between the sentences and the note. */
  children?: ReactNode;
}) {
  const { confirmation, onClose, onConfirm, children } = props;
  const { title, consequences, action, isDangerous = false, note: wantsNote } = confirmation;
  const [note, setNote] = useState('');
  const [isSending, setIsSending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const send = async () => {
    setIsSending(true);
    setError(null);
    try {
      await onConfirm(note.trim());
      onClose();
    } catch (thrown) {
      setError(thrown);
      setIsSending(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={title} centered size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <Stack>
          {consequences.length === 1 ? (
            <Text size="sm">{consequences[0]}</Text>
          ) : (
            <List size="sm" spacing={6}>
              {consequences.map((sentence) => (
                <List.Item key={sentence}>{sentence}</List.Item>
              ))}
            </List>
          )}
          {children}
          {wantsNote ? (
            <Textarea
              label={confirmation.noteLabel ?? operationStrings.note}
              description={
                confirmation.noteHint ??
                (wantsNote === 'required' ? operationStrings.noteNeeded : operationStrings.noteHint)
              }
              required={wantsNote === 'required'}
              maxLength={2000}
              autosize
              minRows={2}
              value={note}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
          ) : null}
          <SendError error={error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {operationStrings.cancel}
            </Button>
            <Button type="submit" loading={isSending} {...(isDangerous ? { color: 'red.9' } : {})}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
