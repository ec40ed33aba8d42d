import { LapseError } from '@lapse/client';
import { Badge, Code, Group, Stack } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { Facts } from '../../parts/facts.tsx';
import { formatDate } from '../../parts/format.ts';
import { InsidersOnly } from '../../parts/insiders-only.tsx';
import { ListTools } from '../../parts/list-tools/list-tools.tsx';
import { useColumns } from '../../parts/list-tools/use-columns.ts';
import { Page } from '../../parts/page.tsx';
import { PageLink } from '../../parts/page-link.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Empty, QueryState } from '../../parts/query-state.tsx';
import { AddressTabs } from '../../parts/virtual-list/address-tabs.tsx';
import { useList } from '../../parts/virtual-list/use-list.ts';
import { useRowSource } from '../../parts/virtual-list/use-row-pages.ts';
import { VirtualList } from '../../parts/virtual-list/virtual-list.tsx';
import { assetStrings, assetTypeName, assetPageStrings as strings } from '../../strings/assets.ts';
import { platformName } from '../../strings/platforms.ts';
import { DecisionsPanel } from '../audit/decisions-panel.tsx';
import { TrailPanel } from '../audit/trail-panel.tsx';
import { ASSET_GRANT_COLUMNS, GrantCard, type GrantItem } from '../grants/grant-columns.tsx';
import { principalQueries } from '../principals/principal-queries.ts';
import { RemediationsPanel } from '../principals/remediations-panel.tsx';
import { ReviewsPanel } from '../principals/reviews-panel.tsx';
import { Classification } from './classification.tsx';

const FIRST = { sort: 'score', order: 'desc' } as const;
const loadGrants = (query: object, signal: AbortSignal) => api.get('/v1/grants', { query, signal });
const card = (row: GrantItem) => <GrantCard row={row} />;

export function AssetPage() {
  const { id = '' } = useParams({ strict: false });
  const query = useQuery({
    queryKey: ['assets', 'one', id],
    queryFn: () => api.get('/v1/assets/{id}', { params: { id } }),
  });
  if (query.error instanceof LapseError && query.error.status === 404) {
    return (
      <Page title={strings.missing}>
        <Empty title={strings.missing}>{id}</Empty>
      </Page>
    );
  }
  const asset = query.data;
  const about = asset ? [assetTypeName(asset.type), platformName(asset.platform)].join(' · ') : undefined;
  return (
    <Page
      title={asset?.name ?? strings.loading}
      description={about}
      actions={asset ? <Marks classification={asset.classification} isProtected={asset.protected} /> : null}
    >
      <QueryState query={query}>
        {(loaded) => (
          <Stack>
            <AboutPanel asset={loaded} />
            <AddressTabs
              tabs={[
                {
                  value: 'reach',
                  label: strings.tabs.reach,
                  content: () => <Reach id={loaded.id} name={loaded.name} />,
                },
                {
                  value: 'reviews',
                  label: strings.tabs.reviews,
                  content: () => (
                    <ReviewsPanel
                      title={strings.reviews}
                      filter={{ asset_id: loaded.id }}
                      subject="principal"
                      none={strings.noReviews}
                      noneHint={strings.noReviewsHint}
                    />
                  ),
                },
                {
                  value: 'removals',
                  label: strings.tabs.removals,
                  content: () => (
                    <InsidersOnly>
                      <RemediationsPanel
                        title={strings.removals}
                        filter={{ asset_id: loaded.id }}
                        subject="principal"
                        none={strings.noRemediations}
                        noneHint={strings.noRemediationsHint}
                      />
                    </InsidersOnly>
                  ),
                },
                {
                  value: 'activity',
                  label: strings.tabs.activity,
                  content: () => (
                    <InsidersOnly>
                      <Stack gap="md">
                        <DecisionsPanel filter={{ asset_id: loaded.id }} />
                        <TrailPanel filter={{ asset_id: loaded.id }} />
                      </Stack>
                    </InsidersOnly>
                  ),
                },
              ]}
            />
          </Stack>
        )}
      </QueryState>
    </Page>
  );
}

function Marks(props: { classification: string | null; isProtected: boolean }) {
  return (
    <Group gap="xs">
      <Classification value={props.classification} />
      {props.isProtected ? (
        <Badge variant="default" tt="none" leftSection={<IconShieldLock size={12} aria-hidden />}>
          {assetStrings.protected}
        </Badge>
      ) : null}
    </Group>
  );
}

function AboutPanel({ asset }: { asset: Awaited<ReturnType<typeof api.get<'/v1/assets/{id}'>>> }) {
  const { facts } = strings;
  const owner = useQuery({
    ...principalQueries.principal(asset.owner_id ?? ''),
    enabled: asset.owner_id !== null,
  });
  const pii = asset.contains_pii;
  return (
    <Panel title={strings.about}>
      <Facts
        items={[
          [facts.type, assetTypeName(asset.type)],
          [facts.platform, platformName(asset.platform)],
          [facts.classification, <Classification key="c" value={asset.classification} />],
          [facts.pii, pii === null ? strings.unknown : pii ? strings.yes : strings.no],
          [
            facts.owner,
            asset.owner_id ? (
              <PageLink key="owner" to="/principals/$id" id={asset.owner_id} inherit underline="always">
                {owner.data?.display_name ?? asset.owner_id}
              </PageLink>
            ) : (
              strings.noOwner
            ),
          ],
          [facts.tags, asset.tags.join(', ')],
          [facts.created, formatDate(asset.created_at)],
          [facts.id, <Code key="id">{asset.id}</Code>],
        ]}
      />
    </Panel>
  );
}

/** Who can reach it, stalest first. */
function Reach({ id, name }: { id: string; name: string }) {
  const { sorting, open } = useList([], FIRST);
  const { sort, order } = sorting;
  const source = useRowSource('grants', loadGrants, { asset_id: id, sort, order });
  const columns = useColumns('grants-of-asset', ASSET_GRANT_COLUMNS);
  return (
    <Stack gap="sm">
      <Group gap="xs" justify="flex-end">
        <ListTools list="grants-of-asset" columns={columns} load={source.load} />
      </Group>
      <VirtualList
        label={strings.reachList(name)}
        source={source}
        columns={columns.shown}
        card={card}
        sorting={sorting}
        sparklines="grant_ids"
        empty={<Empty title={strings.none}>{strings.noneHint}</Empty>}
        open={(row, inNewTab) => open('principals', row.principal_id, inNewTab)}
        min_width={820}
      />
    </Stack>
  );
}
