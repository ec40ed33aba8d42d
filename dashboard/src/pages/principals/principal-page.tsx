import { LapseError } from '@lapse/client';
import {
  Badge,
  Button,
  Grid,
  Group,
  SegmentedControl,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
} from '@mantine/core';
import { IconBan, IconLifebuoy, IconMessageQuestion, IconRadar, IconShieldLock } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { formatDate, formatNumber } from '../../parts/format.ts';
import { optionsOf } from '../../parts/forms/bind-fields.ts';
import { InsidersOnly } from '../../parts/insiders-only.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { PageLink } from '../../parts/page-link.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Empty, QueryState } from '../../parts/query-state.tsx';
import { AddressTabs } from '../../parts/virtual-list/address-tabs.tsx';
import { accountStrings } from '../../strings/accounts.ts';
import { principalStrings, principalPageStrings as strings } from '../../strings/principals.ts';
import { AccountsPanel } from '../accounts/accounts-panel.tsx';
import { AccessTab } from './access-tab.tsx';
import { ActivityTab } from './activity-tab.tsx';
import { AskDialog } from './ask-dialog.tsx';
import { Figure } from './figure.tsx';
import { HistoryPanel } from './history-panel.tsx';
import { IdentityPanel } from './identity-panel.tsx';
import { type Principal, principalQueries } from './principal-queries.ts';
import { RemediationsPanel } from './remediations-panel.tsx';
import { ReviewsPanel } from './reviews-panel.tsx';
import { ScorePanel } from './score-panel.tsx';

export function PrincipalPage() {
  const { id = '' } = useParams({ strict: false });
  const query = useQuery(principalQueries.principal(id));
  if (query.error instanceof LapseError && query.error.status === 404) {
    return (
      <Page title={strings.missing}>
        <Empty title={strings.missing}>{id}</Empty>
      </Page>
    );
  }
  if (!query.data) {
    return (
      <Page title={strings.loading}>
        <QueryState query={query}>{() => null}</QueryState>
      </Page>
    );
  }
  return <LoadedPage key={id} principal={query.data} />;
}

function LoadedPage({ principal }: { principal: Principal }) {
  const { id } = principal;
  const score = useQuery(principalQueries.score(id));
  const may = useMay();
  const [isAsking, setIsAsking] = useState(false);
  const mayAsk = may('service.admin', 'service.reviewer') && (score.data?.grants.length ?? 0) > 0;
  const about = [principalStrings.types[principal.type], principal.department, principal.email].filter(
    Boolean,
  );
  return (
    <Page
      title={principal.display_name}
      description={about.join(' · ')}
      actions={
        <Group gap="xs">
          <PrincipalMarks {...principal} />
          {mayAsk ? (
            <Button
              leftSection={<IconMessageQuestion size={17} aria-hidden />}
              onClick={() => setIsAsking(true)}
            >
              {strings.ask}
            </Button>
          ) : null}
        </Group>
      }
    >
      {principal.linked_to === null ? (
        <>
          <Grid gap="md">
            <Grid.Col span={{ base: 12, lg: 8 }}>
              <Stack>
                <QueryState query={score} skeleton={<Skeleton height={240} />}>
                  {(data) => <ScorePanel score={data} />}
                </QueryState>
                <HistoryPanel id={id} />
              </Stack>
            </Grid.Col>
            <Grid.Col span={{ base: 12, lg: 4 }}>
              <IdentityPanel principal={principal} />
            </Grid.Col>
          </Grid>
          <AccountsPanel person={principal} />
          <MetricsPanel id={id} />
        </>
      ) : (
        <>
          <LinkedTo id={principal.linked_to} />
          <IdentityPanel principal={principal} />
        </>
      )}
      <AddressTabs
        tabs={[
          {
            value: 'access',
            label: strings.tabs.access,
            content: () => (
              <QueryState query={score} skeleton={<Skeleton height={200} />}>
                {(data) => <AccessTab score={data} />}
              </QueryState>
            ),
          },
          {
            value: 'reviews',
            label: strings.tabs.reviews,
            content: () => (
              <Stack gap="lg">
                <ReviewsPanel
                  title={strings.reviews.about}
                  filter={{ principal_id: id }}
                  subject="asset"
                  none={strings.reviews.none}
                  noneHint={strings.reviews.noneHint}
                />
                <ReviewsPanel
                  title={strings.reviews.assigned}
                  filter={{ assigned_to_id: id }}
                  subject="both"
                  none={strings.reviews.noneAssigned}
                />
              </Stack>
            ),
          },
          {
            value: 'removals',
            label: strings.tabs.removals,
            content: () => (
              <InsidersOnly>
                <RemediationsPanel
                  title={strings.removals.label}
                  filter={{ principal_id: id }}
                  subject="asset"
                  none={strings.removals.none}
                  noneHint={strings.removals.noneHint}
                />
              </InsidersOnly>
            ),
          },
          { value: 'activity', label: strings.tabs.activity, content: () => <ActivityTab id={id} /> },
        ]}
      />
      {isAsking && score.data ? (
        <AskDialog principalId={id} grants={score.data.grants} onClose={() => setIsAsking(false)} />
      ) : null}
    </Page>
  );
}

/** An account of somebody leads to that one. */
function LinkedTo({ id }: { id: string }) {
  const { data: person } = useQuery(principalQueries.principal(id));
  const name = person?.display_name ?? id;
  return (
    <Notice tone="idle" title={accountStrings.linkedTo(name)}>
      <Text size="sm">
        <PageLink to="/principals/$id" id={id} inherit underline="always">
          {name}
        </PageLink>
        {': '}
        {accountStrings.linkedToHint}
      </Text>
    </Notice>
  );
}

/** What is special about a principal. */
function PrincipalMarks(props: {
  disabled: boolean;
  protected: boolean;
  purpose: string | null;
  inventory_since: string | null;
}) {
  const { purpose, inventory_since } = props;
  if (!props.disabled && !props.protected && purpose === null && inventory_since === null) return null;
  return (
    <Group gap={4} wrap="nowrap" display="inline-flex">
      {props.disabled ? (
        <Badge size="sm" variant="default" tt="none" leftSection={<IconBan size={11} aria-hidden />}>
          {principalStrings.disabled}
        </Badge>
      ) : null}
      {props.protected ? (
        <Badge size="sm" variant="default" tt="none" leftSection={<IconShieldLock size={11} aria-hidden />}>
          {principalStrings.protected}
        </Badge>
      ) : null}
      {inventory_since === null ? null : (
        <Badge
          size="sm"
          variant="default"
          tt="none"
          title={principalStrings.inventoryHint(formatDate(inventory_since))}
          leftSection={<IconRadar size={11} aria-hidden />}
        >
          {principalStrings.inventory}
        </Badge>
      )}
      {purpose === null ? null : (
        <Badge size="sm" variant="default" tt="none" leftSection={<IconLifebuoy size={11} aria-hidden />}>
          {principalStrings.purposes[purpose]}
        </Badge>
      )}
    </Group>
  );
}

type FigureName = keyof typeof strings.figures;
const FIGURES = Object.keys(strings.figures) as FigureName[];

/** What a principal did in a period. */
function MetricsPanel({ id }: { id: string }) {
  const [period, setPeriod] = useState('90d');
  const query = useQuery({ ...principalQueries.metrics(id, period), placeholderData: keepPreviousData });
  return (
    <Panel
      title={strings.metrics}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={strings.period}
          value={period}
          onChange={setPeriod}
          data={optionsOf(strings.periods)}
        />
      }
    >
      <QueryState query={query} skeleton={<Skeleton height={64} />}>
        {(metrics) => (
          <SimpleGrid cols={{ base: 2, xs: 3, md: 5 }} spacing="sm">
            {FIGURES.map((name) => (
              <Figure key={name} label={strings.figures[name]} value={formatNumber(metrics[name])} />
            ))}
          </SimpleGrid>
        )}
      </QueryState>
    </Panel>
  );
}
