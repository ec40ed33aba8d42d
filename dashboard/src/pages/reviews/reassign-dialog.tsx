import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import type { Thing } from '../../parts/find-things.ts';
import { FormDialog } from '../../parts/forms/form-dialog.tsx';
import { useChange } from '../../parts/forms/use-change.ts';
import { ThingSearch } from '../../parts/thing-search.tsx';
import { reassignStrings } from '../../strings/reviews.ts';
import { labelOf, type Review } from './reviews.ts';

export function ReassignDialog({ review, onClose }: { review: Review; onClose: () => void }) {
  const [to, setTo] = useState<Thing | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const reassign = useChange({
    send: (assigned_to_id: string) =>
      api.post('/v1/reviews/{id}/reassign', { params: { id: review.id }, body: { assigned_to_id } }),
    stale: ['reviews'],
    onDone: () => {
      notifications.show({ message: reassignStrings.done(to?.name ?? ''), role: 'status' });
      onClose();
    },
  });
  return (
    <FormDialog
      title={reassignStrings.title}
      submit={reassignStrings.send}
      isSending={reassign.isPending}
      error={reassign.error}
      onSubmit={() => (to ? reassign.mutate(to.id) : setIsMissing(true))}
      onClose={onClose}
    >
      <Text size="sm">{reassignStrings.hint(labelOf(review))}</Text>
      <ThingSearch
        kinds={['principal']}
        label={reassignStrings.to}
        value={to}
        onChange={(thing) => {
          setTo(thing);
          setIsMissing(false);
        }}
        error={isMissing ? reassignStrings.missing : null}
      />
    </FormDialog>
  );
}
