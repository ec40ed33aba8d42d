import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { formatNumber } from '../../parts/format.ts';
import { policyStrings as strings } from '../../strings/policy.ts';
import { ChangesList } from './changes-list.tsx';
import type { DryRunResult } from './dry-run.ts';
import type { Change } from './policy-draft.ts';

/** Asks once more, with what changes and what the dry run found. */
export function SaveDialog(props: {
  version: number;
  changes: readonly Change[];
  /** Of exactly these changes; null when they were not tried. */
  result: DryRunResult | null;
  onClose: () => void;
  onSave: () => Promise<unknown>;
}) {
  const { version, changes, result, onClose, onSave } = props;
  return (
    <ConfirmDialog
      confirmation={{
        title: strings.saveTitle(formatNumber(version)),
        action: strings.saveAction,
        consequences: [
          ...(changes.some(({ path, after }) => path === 'review.when_overdue' && after === 'revoke')
            ? [strings.saveRevokes]
            : []),
          ...(result ? foundBy(result) : [strings.saveUntried]),
          strings.saveAudit,
        ],
      }}
      onClose={onClose}
      onConfirm={onSave}
    >
      <ChangesList changes={changes} />
    </ConfirmDialog>
  );
}

function foundBy({ today, last_90_days: past }: DryRunResult): string[] {
  return [
    strings.saveToday(formatNumber(today.packets_now), formatNumber(today.packets_then)),
    strings.savePast(formatNumber(past.packets_now), formatNumber(past.packets_then)),
    strings.saveChanged(formatNumber(today.grants_changed)),
  ];
}
