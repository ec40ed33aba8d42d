import { Alert, Grid, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { CodeBlock, CopyText } from '../../parts/code-block.tsx';
import { Facts } from '../../parts/facts.tsx';
import { formatDateTime, formatNumber } from '../../parts/format.ts';
import { Page } from '../../parts/page.tsx';
import { TextLink } from '../../parts/page-link.tsx';
import { Panel } from '../../parts/panel.tsx';
import { prettyJson } from '../../parts/pretty-json.ts';
import { QueryState } from '../../parts/query-state.tsx';
import { auditStrings } from '../../strings/audit.ts';
import type { Entry } from './entry-row.tsx';
import { ProofPanel } from './proof-steps.tsx';

const { entry: words, types } = auditStrings;
/** An entry without a place gets it within ten seconds. */
const LOOK_MS = 3_000;

export function EntryPage() {
  const { id = '' } = useParams({ strict: false });
  const query = useQuery({
    queryKey: ['audit', id],
    queryFn: () => api.get('/v1/audit/{id}', { params: { id } }),
    // Entries do not change; only their place may be to come.
    refetchInterval: ({ state: { data } }) => (data && data.position === null ? LOOK_MS : false),
  });
  const { data } = query;
  return (
    <Page
      title={data ? (types[data.event_type] ?? data.event_type) : auditStrings.title}
      description={<TextLink to="/audit">← {words.back}</TextLink>}
    >
      <QueryState query={query}>
        {(entry) => (
          <Grid gap="md">
            <Grid.Col span={{ base: 12, lg: 6 }}>
              <About entry={entry} />
            </Grid.Col>
            <Grid.Col span={{ base: 12, lg: 6 }}>
              <ProofPanel entry={entry} />
            </Grid.Col>
          </Grid>
        )}
      </QueryState>
    </Page>
  );
}

function About({ entry }: { entry: Entry }) {
  const { id, description, event_type, actor, timestamp, principal_id, review_id, position, data } = entry;
  const { facts } = words;
  return (
    <Panel title={words.about}>
      <Stack gap="md">
        {entry.integrity === 'altered' && (
          <Alert color="red" title={auditStrings.altered}>
            {words.alteredMeaning}
          </Alert>
        )}
        <Text>{description}</Text>
        <Facts
          single
          items={[
            [
              facts.when,
              <time key="when" dateTime={timestamp}>
                {formatDateTime(timestamp)}
              </time>,
            ],
            [
              facts.happened,
              <time key="happened" dateTime={entry.occurred_at}>
                {formatDateTime(entry.occurred_at)}
              </time>,
            ],
            [facts.type, <code key="type">{event_type}</code>],
            [facts.actor, actor],
            [
              facts.principal,
              principal_id && (
                <TextLink to="/principals/$id" id={principal_id}>
                  {principal_id}
                </TextLink>
              ),
            ],
            [
              facts.review,
              review_id && (
                <TextLink to="/reviews/$id" id={review_id}>
                  {facts.openReview}
                </TextLink>
              ),
            ],
            [facts.place, position === null ? words.notPlaced : words.of(formatNumber(position))],
            [
              facts.id,
              <Group key="id" gap={6}>
                <code>{id}</code>
                <CopyText label={facts.link} text={`${window.location.origin}/audit/${id}`} />
              </Group>,
            ],
          ]}
        />
        {Object.keys(data).length === 0 ? (
          <Text size="sm">{words.noData}</Text>
        ) : (
          <CodeBlock label={words.data} text={prettyJson(data)} wrap />
        )}
      </Stack>
    </Panel>
  );
}
