import { Button, Checkbox } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { type Confirmation, ConfirmDialog } from '../../parts/forms/confirm-dialog.tsx';
import { platformName } from '../../strings/platforms.ts';
import { remediationStrings } from '../../strings/remediations.ts';
import { type Order, ordersOf, type RemediationDetail } from './remediation-state.ts';

const { order: words, attest } = remediationStrings;

export function RemediationOrders({ remediation }: { remediation: RemediationDetail }) {
  const client = useQueryClient();
  const may = useMay();
  const [asking, setAsking] = useState<Order | null>(null);
  const [acceptsLosses, setAcceptsLosses] = useState(false);
  const orders = ordersOf(remediation, may as never);
  const losesOthers = remediation.guards?.some(({ guard, passed }) => guard === 'other_access' && !passed);
  const send = async (order: Order, note: string) => {
    const params = { id: remediation.id };
    if (order === 'attest') {
      const body = { attestation: note };
      await finish(order, await api.post('/v1/remediations/{id}/attest', { params, body }));
      return;
    }
    const body = {
      ...(note === '' ? {} : { note }),
      ...(order === 'retry' && acceptsLosses ? { accept_other_losses: true } : {}),
    };
    await finish(order, await api.post(`/v1/remediations/{id}/${order}`, { params, body }));
  };
  const finish = async (order: Order, answer: RemediationDetail) => {
    client.setQueryData(['remediations', remediation.id], answer);
    notifications.show({ message: words.done[order] });
    await client.invalidateQueries({ queryKey: ['remediations'] });
  };
  const labelOf = (order: Order) => {
    if (order === 'cancel' && remediation.status === 'requested') return words.cancelRequest;
    return order === 'retry' && remediation.dry_run ? words.carryOut : words[order];
  };
  return (
    <>
      {orders.map((order, place) => (
        <Button key={order} variant={place === 0 ? 'filled' : 'default'} onClick={() => setAsking(order)}>
          {labelOf(order)}
        </Button>
      ))}
      {asking ? (
        <ConfirmDialog
          confirmation={confirmationOf(asking, remediation)}
          onClose={() => setAsking(null)}
          onConfirm={(note) => send(asking, note)}
        >
          {asking === 'retry' && losesOthers ? (
            <Checkbox
              label={words.acceptLosses}
              checked={acceptsLosses}
              onChange={(event) => setAcceptsLosses(event.currentTarget.checked)}
            />
          ) : null}
        </ConfirmDialog>
      ) : null}
    </>
  );
}

/** What exactly will happen, from the plan where there is one. */
function confirmationOf(order: Order, remediation: RemediationDetail): Confirmation {
  const { principal_name: who, target, platform, plan, undo, dry_run, execution } = remediation;
  const sends = (statements: readonly string[] | undefined) => {
    if (execution === 'person') return [words.byPerson(platformName(platform))];
    if (execution === 'simulated') return [words.simulated];
    return statements && statements.length > 0
      ? [words.sends(platformName(platform), statements.join('; '))]
      : [];
  };
  const also = plan?.also_removes;
  const losses = also && also.total > 0 ? [words.alsoLoses(also.total, also.in_use)] : [];
  switch (order) {
    case 'attest':
      return {
        title: attest.title(remediation.operation === 'restore'),
        consequences: [...attest.consequences],
        action: attest.action,
        note: 'required',
        noteLabel: attest.how,
        noteHint: attest.howHint,
      };
    case 'approve':
      return {
        title: words.approveTitle,
        consequences: [
          words.loses(who, target),
          ...sends(plan?.statements),
          ...losses,
          words.guardsFirst,
          ...(execution === 'connector' ? [words.readBack] : []),
        ],
        action: words.approve,
        isDangerous: true,
        note: 'optional',
      };
    case 'cancel':
      return {
        title: words.cancelTitle,
        consequences: [words.cancelled(who, target), words.grantActive],
        action: words.cancel,
        note: 'optional',
      };
    case 'retry':
      return {
        title: words.retryTitle,
        consequences: [words.loses(who, target), ...losses, words.again, words.byMode],
        action: dry_run ? words.carryOut : words.retry,
        isDangerous: true,
        note: 'optional',
      };
    case 'revert':
      return {
        title: words.revertTitle,
        consequences: [words.restored(who, target), ...sends(undo?.statements)],
        action: words.revert,
        note: 'optional',
      };
  }
}
