import { Select, Text, Textarea } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { api } from '../../api/client.ts';
import { FormDialog } from '../../parts/forms/form-dialog.tsx';
import { useChange } from '../../parts/forms/use-change.ts';
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
  const navigate = useNavigate();
  const ask = useChange({
    send: () =>
      api.post('/v1/reviews', {
        body: {
          principal_id: principalId,
          asset_id: assetId as string,
          reason: 'manual_trigger',
          ...(notes.trim() ? { notes: notes.trim() } : {}),
        },
        idempotency_key: key.current,
      }),
    stale: ['reviews'],
    done: strings.askDone,
    onDone: ({ id }) => {
      onClose();
      void navigate({ to: '/reviews/$id', params: { id } });
    },
  });
  const assets = new Map(grants.map(({ asset_id, asset_name }) => [asset_id, asset_name]));
  return (
    <FormDialog
      title={strings.askTitle}
      submit={strings.askSend}
      isSending={ask.isPending}
      isDisabled={assetId === null}
      error={null}
      onSubmit={() => ask.mutate()}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}
