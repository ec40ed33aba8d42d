import { Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import type { Thing } from '../../parts/find-things.ts';
import { FormActions } from '../../parts/form-actions.tsx';
import { SendError } from '../../parts/send-error.tsx';
import { ThingSearch } from '../../parts/thing-search.tsx';
import { reassignStrings } from '../../strings/reviews.ts';
import { labelOf, type Review } from './reviews.ts';

export function ReassignDialog({ review, onClose }: { review: Review; onClose: () => void }) {
  const client = useQueryClient();
  const [to, setTo] = useState<Thing | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const reassign = useMutation({
    mutationFn: (assigned_to_id: string) =>
      api.post('/v1/reviews/{id}/reassign', { params: { id: review.id }, body: { assigned_to_id } }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['reviews'] });
      notifications.show({ message: reassignStrings.done(to?.name ?? ''), role: 'status' });
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={reassignStrings.title} centered>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (to) reassign.mutate(to.id);
          else setIsMissing(true);
        }}
      >
        <Stack>
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
          <SendError error={reassign.error} />
          <FormActions submit={reassignStrings.send} isSending={reassign.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
