import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { policyStrings as strings } from '../../strings/policy.ts';

/** Asks before changes are lost: in a dialog on the way to another page, by the browser on the way out. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  return (
    <Modal
      opened={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={strings.leave}
      centered
    >
      <Stack>
        <Text size="sm">{strings.leaveHint}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => blocker.proceed?.()}>
            {strings.leaveAction}
          </Button>
          <Button onClick={() => blocker.reset?.()} data-autofocus>
            {strings.stay}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
