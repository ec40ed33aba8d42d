import { ActionIcon } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { formatNumber } from '../../parts/format.ts';
import { ConfirmDialog } from '../../parts/forms/confirm-dialog.tsx';
import { policyChoiceStrings, policyFieldStrings, policyStrings as strings } from '../../strings/policy.ts';
import type { DryRunResult } from './dry-run.ts';
import classes from './policy.module.css';
import type { Change } from './policy-draft.ts';
import { RULES } from './policy-fields.ts';

/** What differs, one line each: before → after. */
export function ChangesList(props: { changes: readonly Change[]; onUndo?: (path: string) => void }) {
  const { changes, onUndo } = props;
  return (
    <ul className={classes.changes}>
      {changes.map(({ path, before, after }) => (
        <li key={path}>
          <span>
            {labelOf(path)}:{' '}
            <span className="numbers">
              {sayValue(path, before)} → <strong>{sayValue(path, after)}</strong>
            </span>
          </span>
          {onUndo ? (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={strings.undo(labelOf(path))}
              onClick={() => onUndo(path)}
            >
              <IconArrowBackUp size={16} aria-hidden />
            </ActionIcon>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

const labelOf = (path: string): string => policyFieldStrings[path]?.label ?? path;

/** A value of a policy as one reads it, with its unit. */
function sayValue(path: string, value: unknown): string {
  const unit = policyFieldStrings[path]?.unit;
  const rule = RULES[path];
  if (value === null && rule && 'orNone' in rule) return strings.noLimit;
  const words = wordsOf(value);
  return unit === undefined || unit === '0 to 1' ? words : `${words} ${unit}`;
}

function wordsOf(value: unknown): string {
  if (value === null || value === undefined) return strings.nobody;
  if (typeof value === 'number') return formatNumber(value);
  if (Array.isArray(value))
    return value.length === 0 ? '–' : value.map((each) => formatNumber(each)).join(', ');
  return policyChoiceStrings[String(value)] ?? String(value);
}

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
