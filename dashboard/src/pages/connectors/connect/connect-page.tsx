import { Paper, SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useMay } from '../../../api/session.ts';
import { Page } from '../../../parts/page.tsx';
import { TextLink } from '../../../parts/page-link.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { Empty, QueryState } from '../../../parts/query-state.tsx';
import { connectStrings as words } from '../../../strings/connect.ts';
import { typesQuery } from '../connector-queries.ts';
import type { ConnectorType } from '../connector-settings.ts';
import classes from './connect.module.css';
import { ConnectForm } from './connect-form.tsx';

/** From the choice of a platform to a connector that is saved. */
export function ConnectPage() {
  const isAdmin = useMay()('service.admin');
  const { platform } = useSearch({ strict: false }) as { platform?: string };
  const query = useQuery({ ...typesQuery, enabled: isAdmin });
  const type = query.data?.items.find((each) => each.platform === platform);
  return (
    <Page
      title={type ? words.titleOf(type.title) : words.title}
      description={
        type ? (
          <TextLink to="/connectors/new">← {words.another}</TextLink>
        ) : (
          <TextLink to="/connectors">← {words.back}</TextLink>
        )
      }
    >
      {isAdmin ? (
        <QueryState query={query}>
          {({ items }) =>
            type ? <ConnectForm key={type.platform} type={type} /> : <PlatformChoice types={items} />
          }
        </QueryState>
      ) : (
        <Empty title={words.adminsOnly}>{words.adminsOnlyHint}</Empty>
      )}
    </Page>
  );
}

function PlatformChoice({ types }: { types: ConnectorType[] }) {
  return (
    <Panel title={words.choose} description={words.description} bare>
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="md">
        {types.map(({ platform, title }) => (
          <Paper
            key={platform}
            component={Link}
            withBorder
            p="md"
            className={classes.choice}
            {...({ to: '/connectors/new', search: { platform } } as object)}
          >
            <Text fw={600}>{title}</Text>
          </Paper>
        ))}
      </SimpleGrid>
    </Panel>
  );
}
