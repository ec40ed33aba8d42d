import { Stack, Table } from '@mantine/core';
import { useState } from 'react';
import { formatDate, formatNumber, formatScore } from '../../parts/format.ts';
import { TextLink } from '../../parts/page-link.tsx';
import { More } from '../../parts/paged-table.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { Row, TableBox } from '../../parts/table-box.tsx';
import { Hint, Strong } from '../../parts/text.ts';
import { policyStrings as strings } from '../../strings/policy.ts';
import type { DryRunResult } from './dry-run.ts';

type Grant = DryRunResult['today']['grants'][number];

const FIRST = 10;

/** Which grants begin or stop being asked about, and whose scores move most. */
export function DryRunGrants({ grants }: { grants: readonly Grant[] }) {
  const [shown, setShown] = useState(FIRST);
  const begin = grants.filter((grant) => grant.asks_then && !grant.asks_now).length;
  const stop = grants.filter((grant) => grant.asks_now && !grant.asks_then).length;
  const { columns } = strings;
  return (
    <Stack gap="xs">
      <div>
        <Strong component="h3">{strings.grants}</Strong>
        <Hint>
          {grants.length === 0
            ? strings.grantsNone
            : strings.grantsHint(formatNumber(begin), formatNumber(stop))}
        </Hint>
      </div>
      {grants.length === 0 ? null : (
        <>
          <TableBox
            label={strings.grants}
            columns={[columns.who, columns.what, columns.asks, columns.score, columns.lapses]}
          >
            {grants.slice(0, shown).map((grant) => (
              <Row key={grant.grant_id}>
                <TextLink to={`/principals/${encodeURIComponent(grant.principal_id)}`}>
                  {grant.principal_name}
                </TextLink>
                <TextLink to={`/assets/${encodeURIComponent(grant.asset_id)}`}>{grant.asset_name}</TextLink>
                <Asks grant={grant} />
                <Table.Td className="numbers">
                  {strings.nowThen(
                    grant.score_now === null ? '–' : formatScore(grant.score_now),
                    formatScore(grant.score_then),
                  )}
                </Table.Td>
                <Table.Td className="numbers">
                  {strings.nowThen(
                    grant.lapses_at_now === null ? '–' : formatDate(grant.lapses_at_now),
                    formatDate(grant.lapses_at_then),
                  )}
                </Table.Td>
              </Row>
            ))}
          </TableBox>
          <More
            shown={Math.min(shown, grants.length)}
            total={grants.length}
            hasMore={shown < grants.length}
            isLoading={false}
            onMore={() => setShown(grants.length)}
          />
        </>
      )}
    </Stack>
  );
}

function Asks({ grant: { asks_now, asks_then } }: { grant: Grant }) {
  if (asks_then && !asks_now) return <StateBadge tone="warning">{strings.begins}</StateBadge>;
  if (asks_now && !asks_then) return <StateBadge tone="good">{strings.stops}</StateBadge>;
  return <StateBadge tone="idle">{asks_now ? strings.still : strings.not}</StateBadge>;
}
