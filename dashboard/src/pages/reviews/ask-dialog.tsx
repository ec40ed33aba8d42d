import { Text, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import type { Thing } from '../../parts/find-things.ts';
import { FormDialog } from '../../parts/forms/form-dialog.tsx';
import { useChange } from '../../parts/forms/use-change.ts';
import { ThingSearch } from '../../parts/thing-search.tsx';
import { askStrings } from '../../strings/reviews.ts';

/** Has a review made for an access that somebody doubts, whatever its score. */
export function AskDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [principal, setPrincipal] = useState<Thing | null>(null);
  const [asset, setAsset] = useState<Thing | null>(null);
  const [reason, setReason] = useState('');
  const [notes, setNotes] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const ask = useChange({
    send: (about: { principal_id: string; asset_id: string }) =>
      api.post('/v1/reviews', {
        body: {
          ...about,
          ...(reason.trim() ? { reason: reason.trim() } : {}),
          ...(notes.trim() ? { notes: notes.trim() } : {}),
        },
      }),
    stale: ['reviews'],
    onDone: ({ id }) => {
      notifications.show({ message: askStrings.done, role: 'status' });
      onClose();
      void navigate({ to: '/reviews/$id', params: { id } });
    },
  });
  const missing = (thing: Thing | null) => (isChecked && !thing ? askStrings.missing : null);
  return (
    <FormDialog
      title={askStrings.title}
      submit={askStrings.send}
      isSending={ask.isPending}
      error={ask.error}
      onSubmit={() => {
        setIsChecked(true);
        if (principal && asset) ask.mutate({ principal_id: principal.id, asset_id: asset.id });
      }}
      onClose={onClose}
    >
      <Text size="sm">{askStrings.hint}</Text>
      <ThingSearch
        kinds={['principal']}
        label={askStrings.principal}
        value={principal}
        onChange={setPrincipal}
        error={missing(principal)}
      />
      <ThingSearch
        kinds={['asset']}
        label={askStrings.asset}
        value={asset}
        onChange={setAsset}
        error={missing(asset)}
      />
      <TextInput
        label={askStrings.reason}
        maxLength={4000}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Textarea
        label={askStrings.notes}
        maxLength={4000}
        autosize
        minRows={2}
        maxRows={6}
        value={notes}
        onChange={(event) => setNotes(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
