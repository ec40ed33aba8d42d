import { Button, Code, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import {
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  lazyRouteComponent,
  type RouteComponent,
  redirect,
  useLocation,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { queryClient } from '../api/query-client.ts';
import { sessionQuery } from '../api/session.ts';
import { InsidersOnly } from '../parts/insiders-only.tsx';
import { Page } from '../parts/page.tsx';
import { Loading } from '../parts/query-state.tsx';
import { shellStrings } from '../strings/shell.ts';
import { Shell } from './shell.tsx';
import { SignIn } from './sign-in.tsx';

const root = createRootRoute({
  // Being signed out is no failure of the page, so it is not thrown: the frame shows the way in.
  beforeLoad: async () => {
    await queryClient.ensureQueryData(sessionQuery).catch(() => {});
  },
  component: Frame,
  errorComponent: SignIn,
  notFoundComponent: NotFound,
  pendingComponent: Loading,
});

/** Filters live in the address, as text; each page reads those it knows. */
type Search = Record<string, string | undefined>;

function readSearch(search: Record<string, unknown>): Search {
  return Object.fromEntries(
    Object.entries(search).map(([name, value]) => [name, value === undefined ? undefined : String(value)]),
  );
}

const route = <P extends string>(path: P, component: RouteComponent) =>
  createRoute({ getParentRoute: () => root, path, component, validateSearch: readSearch });

type Load<Name extends string> = () => Promise<Record<Name, ComponentType>>;

const page = <P extends string, Name extends string>(path: P, load: Load<Name>, name: Name) =>
  route(path, lazyRouteComponent(load, name));

/** A page of which every part needs a role; nothing of it is loaded for others. */
const insiders = <P extends string, Name extends string>(path: P, load: Load<Name>, name: Name) => {
  const Inner: ComponentType = lazyRouteComponent(load, name);
  return route(path, () => (
    <InsidersOnly>
      <Inner />
    </InsidersOnly>
  ));
};

/** Who decides sees the reviews first, everybody else the whole. */
const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    const session = queryClient.getQueryData(sessionQuery.queryKey);
    if (session)
      throw redirect({ to: session.roles.includes('service.reviewer') ? '/reviews' : '/overview' });
  },
});

const routeTree = root.addChildren([
  home,
  page('/reviews', () => import('../pages/reviews/inbox/inbox-page.tsx'), 'InboxPage'),
  page('/reviews/waiting', () => import('../pages/reviews/waiting/waiting-page.tsx'), 'WaitingPage'),
  page('/reviews/$id', () => import('../pages/reviews/review-page.tsx'), 'ReviewPage'),
  page('/overview', () => import('../pages/overview/overview-page.tsx'), 'OverviewPage'),
  insiders('/overview/missed', () => import('../pages/overview/missed-page.tsx'), 'MissedPage'),
  page('/principals', () => import('../pages/principals/principals-page.tsx'), 'PrincipalsPage'),
  page('/principals/$id', () => import('../pages/principals/principal-page.tsx'), 'PrincipalPage'),
  insiders('/accounts', () => import('../pages/accounts/accounts-page.tsx'), 'AccountsPage'),
  page('/assets', () => import('../pages/assets/assets-page.tsx'), 'AssetsPage'),
  page('/assets/$id', () => import('../pages/assets/asset-page.tsx'), 'AssetPage'),
  page('/grants', () => import('../pages/grants/grants-page.tsx'), 'GrantsPage'),
  insiders('/remediations', () => import('../pages/remediations/remediations-page.tsx'), 'RemediationsPage'),
  insiders(
    '/remediations/$id',
    () => import('../pages/remediations/remediation-page.tsx'),
    'RemediationPage',
  ),
  insiders('/campaigns', () => import('../pages/campaigns/campaigns-page.tsx'), 'CampaignsPage'),
  insiders('/audit', () => import('../pages/audit/audit-page.tsx'), 'AuditPage'),
  insiders('/audit/$id', () => import('../pages/audit/entry-page.tsx'), 'EntryPage'),
  insiders('/reports', () => import('../pages/reports/reports-page.tsx'), 'ReportsPage'),
  insiders('/connectors', () => import('../pages/connectors/connectors-page.tsx'), 'ConnectorsPage'),
  insiders('/connectors/import', () => import('../pages/import/import-page.tsx'), 'ImportPage'),
  insiders('/connectors/new', () => import('../pages/connectors/connect/connect-page.tsx'), 'ConnectPage'),
  insiders(
    '/connectors/$id',
    () => import('../pages/connectors/connect/connector-page.tsx'),
    'ConnectorPage',
  ),
  page('/policy', () => import('../pages/policy/policy-page.tsx'), 'PolicyPage'),
  insiders('/policy/rules', () => import('../pages/policy/rules/rules-page.tsx'), 'RulesPage'),
  page(
    '/notifications',
    () => import('../pages/notifications/settings-page.tsx'),
    'NotificationSettingsPage',
  ),
  page('/developers', () => import('../pages/developers/developers-page.tsx'), 'DevelopersPage'),
  page('/developers/webhooks/$id', () => import('../pages/developers/webhook-page.tsx'), 'WebhookPage'),
]);

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

/** The application, or the way in. Who signs in comes back with a new page, so what was found at its start holds. */
function Frame() {
  const session = useQueryClient().getQueryState(sessionQuery.queryKey);
  return session?.data ? <Shell /> : <SignIn error={session?.error} />;
}

function NotFound() {
  const { pathname } = useLocation();
  return (
    <Page title={shellStrings.notFound}>
      <Stack align="flex-start" gap="md">
        <Code style={{ overflowWrap: 'anywhere' }}>{pathname}</Code>
        <Text>{shellStrings.notFoundHint}</Text>
        <Button component={Link} to="/" variant="default">
          {shellStrings.home}
        </Button>
      </Stack>
    </Page>
  );
}
