import { Group, Stack, Table } from '@mantine/core';
import { Fragment, useMemo, useState } from 'react';
import { SparklineScore } from '../../charts/sparkline-score.tsx';
import { TinyButton } from '../../parts/buttons.tsx';
import { formatDate, formatNumber } from '../../parts/format.ts';
import { PageLink } from '../../parts/page-link.tsx';
import { Empty } from '../../parts/query-state.tsx';
import { Row, TableBox } from '../../parts/table-box.tsx';
import { Small } from '../../parts/text.ts';
import { useSparklines } from '../../parts/virtual-list/use-sparklines.ts';
import { When } from '../../parts/when.tsx';
import { heldBy } from '../../strings/accounts.ts';
import { permissionName } from '../../strings/permissions.ts';
import { principalPageStrings } from '../../strings/principals.ts';
import { LapseReasons } from './lapse-reasons.tsx';
import type { PrincipalScore } from './principal-queries.ts';

const strings = principalPageStrings.access;

/** The grants of a principal with their scores; each says why on request. */
export function AccessTab({ score }: { score: PrincipalScore }) {
  const { principal_id, grants, grants_total } = score;
  const [openId, setOpenId] = useState<string | null>(null);
  const pages = useMemo(
    () => [{ page: 0, items: grants.map(({ grant_id }) => ({ id: grant_id })) }],
    [grants],
  );
  const points = useSparklines('grant_ids', pages);
  const all = (
    <PageLink to="/grants" search={{ principal_id, sort: 'id', order: 'asc' }} size="sm">
      {strings.before}
    </PageLink>
  );
  if (grants.length === 0) {
    return (
      <Empty title={strings.none} action={all}>
        {strings.noneHint}
      </Empty>
    );
  }
  return (
    <Stack gap="xs">
      <TableBox
        label={strings.label}
        columns={[strings.asset, strings.permission, strings.used, strings.score, strings.why]}
        minWidth={720}
      >
        {grants.map((grant) => (
          <Fragment key={grant.grant_id}>
            <Row>
              <Table.Td fw={600}>
                <PageLink to="/assets/$id" id={grant.asset_id} inherit>
                  {grant.asset_name}
                </PageLink>
                {grant.account ? <Small>{strings.by(heldBy(grant.account))}</Small> : null}
                <Unanswered unanswered={grant.unanswered} />
              </Table.Td>
              {permissionName(grant.grant_type)}
              <When at={grant.last_used} fallback={strings.never} />
              <SparklineScore
                points={points.get(grant.grant_id)}
                score={grant.score}
                level={grant.risk_level}
                none=""
              />
              <TinyButton
                aria-expanded={openId === grant.grant_id}
                aria-label={strings.whyOf(grant.asset_name)}
                onClick={() => setOpenId(openId === grant.grant_id ? null : grant.grant_id)}
              >
                {strings.why}
              </TinyButton>
            </Row>
            {openId === grant.grant_id ? (
              <Table.Tr>
                <Table.Td colSpan={5}>
                  <LapseReasons grant={grant} />
                </Table.Td>
              </Table.Tr>
            ) : null}
          </Fragment>
        ))}
      </TableBox>
      <Group justify="space-between">
        <Small>{strings.shown(formatNumber(grants.length), formatNumber(grants_total))}</Small>
        {all}
      </Group>
    </Stack>
  );
}

/** Stale access without an open review leads to the one that nobody answered. */
function Unanswered({ unanswered }: { unanswered: PrincipalScore['grants'][number]['unanswered'] }) {
  if (!unanswered) return null;
  const { review_id, times, first_asked_at } = unanswered;
  return (
    <PageLink to="/reviews/$id" id={review_id} size="xs" display="block">
      {strings.unanswered(times, formatNumber(times), formatDate(first_asked_at))}
    </PageLink>
  );
}
