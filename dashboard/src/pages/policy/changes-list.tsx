import { ActionIcon } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { policyStrings as strings } from '../../strings/policy.ts';
import { labelOf, sayValue } from './change-words.ts';
import classes from './policy.module.css';
import type { Change } from './policy-draft.ts';

/** What differs, one line each: before → after. */
export function ChangesList({
  changes,
  onUndo,
}: {
  changes: readonly Change[];
  onUndo?: (path: string) => void;
}) {
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
