import { Button, Group, Text } from '@mantine/core';
import { IconDeviceFloppy, IconFlask } from '@tabler/icons-react';
import { formatNumber } from '../../parts/format.ts';
import { policyStrings as strings } from '../../strings/policy.ts';
import classes from './policy.module.css';

/** What can be done with the changes, always in sight. */
export function ActionBar(props: {
  changes: number;
  faults: number;
  isTrying: boolean;
  onDiscard: () => void;
  onTry: () => void;
  onSave: () => void;
}) {
  const { changes, faults, isTrying, onDiscard, onTry, onSave } = props;
  const isReady = changes > 0 && faults === 0;
  return (
    <div className={classes.bar} data-idle={changes + faults === 0}>
      <Text size="sm" role="status" className="numbers">
        <strong>{strings.changeCount(changes, formatNumber(changes))}</strong>
        {faults > 0
          ? `; ${strings.faultCount(faults, formatNumber(faults))}`
          : changes > 0
            ? `, ${strings.unsaved}`
            : ''}
      </Text>
      <Group gap="xs">
        <Button variant="subtle" disabled={changes + faults === 0} onClick={onDiscard}>
          {strings.discard}
        </Button>
        <Button
          variant="default"
          leftSection={<IconFlask size={16} aria-hidden />}
          disabled={!isReady}
          loading={isTrying}
          onClick={onTry}
        >
          {strings.tryIt}
        </Button>
        <Button
          leftSection={<IconDeviceFloppy size={16} aria-hidden />}
          disabled={!isReady || isTrying}
          onClick={onSave}
        >
          {strings.save}
        </Button>
      </Group>
    </div>
  );
}
