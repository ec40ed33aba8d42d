import { Button, Group, Modal, Select, Stack, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { api } from '../../api/client.ts';
import { ErrorNote } from '../../parts/query-state.tsx';
import { principalPageStrings as strings } from '../../strings/principals.ts';
import type { GrantScore } from './principal-queries.ts';

/** A review that somebody requests by hand. */
export function AskDialog(props: {
  principalId: string;
  grants: readonly GrantScore[];
  onClose: () => void;
}) {
  const { principalId, grants, onClose } = props;
  const [assetId, setAssetId] = useState<string | null>(grants[0]?.asset_id ?? null);
  const [notes, setNotes] = useState('');
  const key = useRef(crypto.randomUUID());
  const client = useQueryClient();
  const navigate = useNavigate();
  const ask = useMutation({
    mutationFn: () =>
      api.post('/v1/reviews', {
        body: {
          principal_id: principalId,
          asset_id: assetId as string,
          reason: 'manual_trigger',
          ...(notes.trim() ? { notes: notes.trim() } : {}),
        },
        idempotency_key: key.current,
      }),
    onSuccess: ({ id }) => {
      void client.invalidateQueries({ queryKey: ['reviews'] });
      notifications.show({ message: strings.askDone });
      onClose();
      void navigate({ to: '/reviews/$id', params: { id } });
    },
  });
  const assets = new Map(grants.map(({ asset_id, asset_name }) => [asset_id, asset_name]));
  return (
    <Modal opened onClose={onClose} title={strings.askTitle} centered>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          ask.mutate();
        }}
      >
        <Stack>
          <Text size="sm">{strings.askHint}</Text>
          <Select
            label={strings.askAsset}
            value={assetId}
            onChange={setAssetId}
            searchable={assets.size > 8}
            allowDeselect={false}
            data={[...assets].map(([value, label]) => ({ value, label }))}
          />
          <Textarea
            label={strings.askReason}
            description={strings.askReasonHint}
            value={notes}
            onChange={(event) => setNotes(event.currentTarget.value)}
            maxLength={4000}
            autosize
            minRows={2}
          />
          {ask.isError ? <ErrorNote error={ask.error} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {strings.cancel}
            </Button>
            <Button type="submit" loading={ask.isPending} disabled={assetId === null}>
              {strings.askSend}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
