import { Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { developerStrings } from '../../strings/developers.ts';
import { AdminsOnly } from './admins-only.tsx';
import { DeliveriesPanel } from './deliveries-panel.tsx';
import { WebhookAbout } from './webhook-about.tsx';
import { WebhookActions } from './webhook-actions.tsx';

const { webhook: words, webhooks } = developerStrings;

export function WebhookPage() {
  const { id = '' } = useParams({ strict: false });
  const isAdmin = useMay()('service.admin');
  const query = useQuery({
    queryKey: ['webhooks', id],
    enabled: isAdmin,
    queryFn: () => api.get('/v1/webhooks/{id}', { params: { id } }),
  });
  const title = query.data?.description || query.data?.url || webhooks.title;
  return (
    <Page
      title={title}
      description={
        <Anchor component={Link} to="/developers" size="sm">
          ← {words.back}
        </Anchor>
      }
      actions={query.data ? <WebhookActions webhook={query.data} /> : null}
    >
      <AdminsOnly>
        <QueryState query={query}>
          {(webhook) => (
            <Stack gap="lg">
              {webhook.enabled ? null : (
                <Notice tone="idle" title={words.disabledTitle}>
                  <Text size="sm">{words.disabledHint}</Text>
                </Notice>
              )}
              <WebhookAbout webhook={webhook} />
              <DeliveriesPanel webhook={webhook} />
            </Stack>
          )}
        </QueryState>
      </AdminsOnly>
    </Page>
  );
}
