import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { SendError } from '../../parts/send-error.tsx';
import { reassignStrings } from '../../strings/reviews.ts';
import { labelOf, type Packet } from './packets.ts';
import { type Thing, ThingSearch } from './thing-search.tsx';

export function ReassignDialog({ packet, onClose }: { packet: Packet; onClose: () => void }) {
  const client = useQueryClient();
  const [to, setTo] = useState<Thing | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const reassign = useMutation({
    mutationFn: (assigned_to_id: string) =>
      api.post('/v1/reviews/{id}/reassign', { params: { id: packet.id }, body: { assigned_to_id } }),
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
          <Text size="sm">{reassignStrings.hint(labelOf(packet))}</Text>
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
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {reassignStrings.cancel}
            </Button>
            <Button type="submit" loading={reassign.isPending}>
              {reassignStrings.send}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
