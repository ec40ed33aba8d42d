import { List, Text, Textarea } from '@mantine/core';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { operationStrings } from '../../strings/operations.ts';
import { FormDialog } from './form-dialog.tsx';

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
  /** How the keys begin of what is read again when it is done. */
  stale?: QueryKey;
  /** More to choose, between the sentences and the note. */
  children?: ReactNode;
}) {
  const { confirmation, onClose, onConfirm, stale, children } = props;
  const { title, consequences, action, isDangerous = false, note: wantsNote } = confirmation;
  const client = useQueryClient();
  const [note, setNote] = useState('');
  const [isSending, setIsSending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const send = async () => {
    setIsSending(true);
    setError(null);
    try {
      await onConfirm(note.trim());
      if (stale) await client.invalidateQueries({ queryKey: stale });
      onClose();
    } catch (thrown) {
      setError(thrown);
      setIsSending(false);
    }
  };
  return (
    <FormDialog
      title={title}
      size="lg"
      submit={action}
      isSending={isSending}
      isDangerous={isDangerous}
      error={error}
      onSubmit={() => void send()}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}
