import { Anchor, AppShell, Box, Burger, Group, NavLink, ScrollArea, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertTriangle, IconExternalLink } from '@tabler/icons-react';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { useLive } from '../api/live.ts';
import { organisationOf, useMay, useSession } from '../api/session.ts';
import { Loading } from '../parts/query-state.tsx';
import { Hint, Small } from '../parts/text.ts';
import { shellStrings } from '../strings/shell.ts';
import { navigationFor } from './navigation.ts';
import { type NavigationCount, useNavigationCounts } from './navigation-counts.ts';
import { Search } from './search.tsx';
import { SessionEnded } from './session-ended.tsx';
import classes from './shell.module.css';
import { UserMenu } from './user-menu.tsx';

export function Shell() {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const session = useSession();
  const isLive = useLive();
  const path = useRouterState({ select: (state) => state.location.pathname });
  // The page was chosen: on a small screen the menu has done its work.
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes when the path changes, whatever else does.
  useEffect(close, [path]);
  return (
    <AppShell
      header={{ height: session.auth === 'disabled' ? { base: 104, sm: 84 } : 52 }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'sm', sm: 'lg' }}
    >
      <a className={classes.skip} href="#content">
        {shellStrings.skip}
      </a>
      <AppShell.Header>
        {session.auth === 'disabled' ? (
          <Box className={classes.banner} role="note">
            <IconAlertTriangle size={16} aria-hidden />
            <span>{shellStrings.authDisabled}</span>
          </Box>
        ) : null}
        <Group h={52} px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap" miw={0}>
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={shellStrings.menu}
              aria-expanded={isOpen}
            />
            <Anchor component={Link} to="/" className={classes.brand} underline="never">
              <img src="/dashboard/lapse.svg" width={26} height={26} alt="" />
              {shellStrings.product}
            </Anchor>
            <Hint truncate miw={0} maw={320}>
              {organisationOf(session)}
            </Hint>
          </Group>
          <Group gap="sm" wrap="nowrap" flex="none">
            <Search />
            <LiveMark isLive={isLive} />
            <UserMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={shellStrings.menu}>
        <Navigation path={path} />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} className={classes.main}>
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </AppShell.Main>
      <SessionEnded />
    </AppShell>
  );
}

function Navigation({ path }: { path: string }) {
  const groups = navigationFor(useMay());
  const counts = useNavigationCounts();
  return (
    <ScrollArea>
      {groups.map(({ label, items }) => (
        <Box key={label} mb="xs">
          <Small fw={700} px="sm" py={4} component="h2">
            {label}
          </Small>
          {items.map(({ to, label: name, icon: Icon }) => (
            <NavLink
              key={to}
              component={Link}
              to={to}
              label={name}
              leftSection={<Icon size={18} stroke={1.7} aria-hidden />}
              active={path === to || path.startsWith(`${to}/`)}
              aria-current={path === to || path.startsWith(`${to}/`) ? 'page' : undefined}
              className={classes.link}
              rightSection={counts[to] ? <Count count={counts[to]} /> : undefined}
            />
          ))}
        </Box>
      ))}
      <NavLink
        href="/docs/"
        target="_blank"
        rel="noopener"
        label={shellStrings.explorer}
        leftSection={<IconExternalLink size={18} stroke={1.7} aria-hidden />}
        className={classes.link}
      />
    </ScrollArea>
  );
}

/** A number for the eyes; the name of the link says what it is of. */
function Count({ count }: { count: NavigationCount }) {
  return (
    <>
      <span aria-hidden className={`${classes.count} numbers`}>
        {count.shown}
      </span>
      <span className="visually-hidden">{count.said}</span>
    </>
  );
}

function LiveMark({ isLive }: { isLive: boolean }) {
  const text = isLive ? shellStrings.live : shellStrings.notLive;
  return (
    <Tooltip label={text} events={{ hover: true, focus: true, touch: true }}>
      <span role="status" aria-label={text} className={classes.live} data-live={isLive} data-testid="live">
        {isLive ? '●' : '○'}
      </span>
    </Tooltip>
  );
}
