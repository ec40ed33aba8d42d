import {
  ActionIcon,
  Button,
  Popover,
  SegmentedControl,
  Stack,
  Switch,
  useMantineColorScheme,
} from '@mantine/core';
import { IconBell, IconLogout, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../api/session.ts';
import { useShortcutsOn } from '../parts/shortcuts.ts';
import { Small, Strong } from '../parts/text.ts';
import { roleName } from '../strings/roles.ts';
import { shellStrings } from '../strings/shell.ts';

/** A small panel and no menu: what is in it are settings. */
export function UserMenu() {
  const session = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [shortcutsOn, setShortcutsOn] = useShortcutsOn();
  const [opened, setOpened] = useState(false);
  const name = session.name ?? session.email ?? session.principal_id ?? session.tenant;
  return (
    <Popover position="bottom-end" width={280} trapFocus withRoles opened={opened} onChange={setOpened}>
      <Popover.Target>
        <ActionIcon
          variant="default"
          size="lg"
          radius="xl"
          aria-label={shellStrings.signedInAs(name)}
          onClick={() => setOpened(!opened)}
        >
          <IconUser size={18} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={shellStrings.signedInAs(name)}>
        <Stack gap="sm">
          <Strong>{shellStrings.signedInAs(name)}</Strong>
          <Small>{session.roles.map(roleName).join(', ')}</Small>
          <SegmentedControl
            aria-label={shellStrings.scheme}
            size="xs"
            value={colorScheme}
            onChange={(value) => setColorScheme(value as 'light' | 'dark' | 'auto')}
            data={[
              { value: 'light', label: shellStrings.light },
              { value: 'dark', label: shellStrings.dark },
              { value: 'auto', label: shellStrings.auto },
            ]}
          />
          <Switch
            label={shellStrings.shortcutsOn}
            description={shellStrings.shortcutsHint}
            checked={shortcutsOn}
            onChange={(event) => setShortcutsOn(event.currentTarget.checked)}
          />
          {session.principal_id === null ? null : (
            <Button
              component={Link}
              to="/notifications"
              variant="default"
              leftSection={<IconBell size={16} aria-hidden />}
              onClick={() => setOpened(false)}
            >
              {shellStrings.notificationSettings}
            </Button>
          )}
        </Stack>
        {session.auth === 'cookie' ? (
          <form method="post" action="/auth/sign-out">
            <Button
              type="submit"
              mt="md"
              fullWidth
              variant="default"
              leftSection={<IconLogout size={16} aria-hidden />}
            >
              {shellStrings.signOut}
            </Button>
          </form>
        ) : null}
      </Popover.Dropdown>
    </Popover>
  );
}
