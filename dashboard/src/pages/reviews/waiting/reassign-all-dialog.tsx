import type { Answer } from '@lapse/client';
import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { formatNumber } from '../../../parts/format.ts';
import { FormDialog } from '../../../parts/forms/form-dialog.tsx';
import { useChange } from '../../../parts/forms/use-change.ts';
import { ThingMultiSelect } from '../../../parts/thing-multi-select.tsx';
import { reassignStrings } from '../../../strings/reviews.ts';
import { waitingStrings } from '../../../strings/waiting.ts';

type ReassignedAll = Answer<'/v1/reviews/reassign', 'post'>;

const strings = waitingStrings.reviewers;

/** Shares what somebody has to answer among others. */
export function ReassignAllDialog(props: {
  /** Null: nobody. */
  from: { id: string; name: string } | null;
  open: number;
  onClose: () => void;
}) {
  const { from, open, onClose } = props;
  const [to, setTo] = useState<string[]>([]);
  const [isMissing, setIsMissing] = useState(false);
  const reassign = useChange({
    send: (to_ids: string[]) => reassignAll(from?.id ?? null, to_ids),
    stale: ['reviews'],
    onDone: ({ moved, kept }) => {
      const stays = kept === 0 ? '' : ` ${strings.kept(formatNumber(kept))}`;
      notifications.show({ message: strings.moved(formatNumber(moved)) + stays, role: 'status' });
      onClose();
    },
  });
  const count = formatNumber(open);
  return (
    <FormDialog
      title={from === null ? strings.reassignNobodys : strings.reassignOf(from.name)}
      submit={reassignStrings.send}
      isSending={reassign.isPending}
      error={reassign.error}
      onSubmit={() => (to.length > 0 ? reassign.mutate(to) : setIsMissing(true))}
      onClose={onClose}
    >
      <Text size="sm">{from === null ? strings.nobodys(count) : strings.theirs(count, from.name)}</Text>
      <ThingMultiSelect
        kind="principal"
        label={strings.to}
        value={to}
        onChange={(ids) => {
          setTo(ids);
          setIsMissing(false);
        }}
        error={isMissing ? strings.missing : undefined}
      />
    </FormDialog>
  );
}

/** As many calls as it takes. */
async function reassignAll(from_id: string | null, to_ids: string[]) {
  const sum = { moved: 0, kept: 0 };
  let next: string | null | undefined;
  do {
    const body = { from_id, to_ids, ...(next ? { after: next } : {}) };
    const answer: ReassignedAll = await api.post('/v1/reviews/reassign', { body });
    sum.moved += answer.moved;
    sum.kept += answer.kept;
    next = answer.next;
  } while (next !== null);
  return sum;
}
