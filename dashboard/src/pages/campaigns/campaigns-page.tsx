import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { useFilters } from '../../parts/filters.ts';
import { Page } from '../../parts/page.tsx';
import { PagedTable } from '../../parts/paged-table.tsx';
import { Empty, QueryState } from '../../parts/query-state.tsx';
import { usePages } from '../../parts/use-pages.ts';
import { campaignStrings as strings } from '../../strings/campaigns.ts';
import type { Campaign } from './campaign.ts';
import { CampaignDrawer } from './campaign-drawer.tsx';
import { CampaignRow } from './campaign-row.tsx';
import { CreateDialog } from './create-dialog.tsx';

const WHILE_MADE_MS = 1_000;

export function CampaignsPage() {
  const mayCreate = useMay()('service.admin');
  const [{ campaign }, change] = useFilters(['campaign'] as const);
  const [isCreating, setIsCreating] = useState(false);
  const query = usePages<Campaign>({
    queryKey: ['campaigns', 'list'],
    limit: 100,
    load: (page) => api.get('/v1/campaigns', { query: page }),
    lookAgain: (items) => (items.some(({ status }) => status === 'generating') ? WHILE_MADE_MS : false),
  });
  const create = mayCreate ? (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setIsCreating(true)}>
      {strings.create}
    </Button>
  ) : null;
  const { columns } = strings;
  return (
    <Page title={strings.title} description={strings.description} actions={create}>
      <QueryState query={query}>
        {({ items, total }) =>
          total === 0 ? (
            <Empty title={strings.none}>
              {strings.noneHint} {mayCreate ? null : strings.noneRead}
            </Empty>
          ) : (
            <PagedTable
              query={query}
              label={strings.title}
              minWidth={820}
              columns={[columns.name, columns.status, columns.progress, columns.due, columns.created]}
              items={items.toSorted((a, b) => b.created_at.localeCompare(a.created_at))}
              row={(each) => <CampaignRow key={each.id} campaign={each} />}
            />
          )
        }
      </QueryState>
      {campaign ? <CampaignDrawer id={campaign} onClose={() => change({ campaign: null })} /> : null}
      {isCreating ? (
        <CreateDialog
          onClose={() => setIsCreating(false)}
          onCreated={(id) => {
            setIsCreating(false);
            change({ campaign: id });
          }}
        />
      ) : null}
    </Page>
  );
}
