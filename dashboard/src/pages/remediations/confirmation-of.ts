import type { Confirmation } from '../../parts/confirm-dialog.tsx';
import { remediationStrings } from '../../strings/remediations.ts';
import type { Order, RemediationDetail } from './remediation-state.ts';

const { order: words, attest } = remediationStrings;

/** What exactly will happen, from the plan where there is one. */
export function confirmationOf(order: Order, remediation: RemediationDetail): Confirmation {
  const { principal_name: who, target, platform, plan, undo, dry_run, execution } = remediation;
  const sends = (statements: readonly string[] | undefined) => {
    if (execution === 'person') return [words.byPerson(platform)];
    if (execution === 'simulated') return [words.simulated];
    return statements && statements.length > 0 ? [words.sends(platform, statements.join('; '))] : [];
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
