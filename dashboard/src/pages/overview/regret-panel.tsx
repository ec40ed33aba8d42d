import { Select, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatNumber } from '../../parts/format.ts';
import { TextLink } from '../../parts/page-link.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Empty, QueryState } from '../../parts/query-state.tsx';
import { Row, TableBox } from '../../parts/table-box.tsx';
import { Hint } from '../../parts/text.ts';
import { regretStrings as strings } from '../../strings/regret.ts';
import {
  type Breakdown,
  CASES_MIN,
  type Figure,
  type Part,
  partsOf,
  type Regret,
  regretQuery,
  shareInWords,
} from './regret.ts';

const SHOWN = 8;
const BREAKDOWNS = Object.entries(strings.breakdowns).map(([value, label]) => ({ value, label }));

/** How much of what was revoked was missed, as far as that is known. */
export function RegretPanel() {
  const query = useQuery(regretQuery);
  return (
    <Panel title={strings.title} description={strings.description}>
      <QueryState query={query} skeleton={<Skeleton height={160} />}>
        {(regret) =>
          regret.all.revocations === 0 ? (
            <Empty title={strings.none}>{strings.noneHint}</Empty>
          ) : (
            <Figures regret={regret} />
          )
        }
      </QueryState>
    </Panel>
  );
}

function Figures({ regret }: { regret: Regret }) {
  const [by, setBy] = useState<Breakdown>('reviewer');
  const { all, is_complete } = regret;
  const parts = partsOf(regret, by);
  const total = by === 'reviewer' ? regret.reviewers : parts.length;
  return (
    <Stack gap="sm">
      <div>
        <Text fw={600}>{sentenceOf(all)}</Text>
        <Hint>
          {[
            all.not_yet_judged > 0 ? strings.recent(formatNumber(all.not_yet_judged)) : null,
            all.regretted > all.cases_regretted
              ? strings.recentMissed(formatNumber(all.regretted - all.cases_regretted))
              : null,
            is_complete ? null : strings.incomplete,
          ]
            .filter((each) => each !== null)
            .join(' ')}
        </Hint>
      </div>
      <Select
        label={strings.by}
        data={BREAKDOWNS}
        value={by}
        onChange={(value) => setBy(value as Breakdown)}
        allowDeselect={false}
        w={180}
      />
      <TableBox
        label={strings.title}
        columns={[strings.breakdowns[by], ...strings.counts]}
        minWidth={520}
        dense
      >
        {parts.slice(0, SHOWN).map((part) => (
          <PartRow key={part.key} part={part} />
        ))}
      </TableBox>
      {total > SHOWN ? <Hint>{strings.shown(formatNumber(SHOWN), formatNumber(total))}</Hint> : null}
      {all.regretted > 0 ? (
        <TextLink to="/overview/missed">{strings.toList(formatNumber(all.regretted))}</TextLink>
      ) : null}
    </Stack>
  );
}

function PartRow({ part }: { part: Part }) {
  const { label, revocations, not_yet_judged, regretted, cases, share, search } = part;
  const missed = formatNumber(regretted);
  return (
    <Row>
      {label}
      <span className="numbers">{formatNumber(revocations)}</span>
      <span className="numbers">{formatNumber(not_yet_judged)}</span>
      {regretted === 0 ? (
        <span className="numbers">{missed}</span>
      ) : (
        <TextLink to="/overview/missed" search={search}>
          <span className="numbers" aria-hidden>
            {missed}
          </span>
          <span className="visually-hidden">{strings.toPart(label, missed)}</span>
        </TextLink>
      )}
      {share === null
        ? strings.shareUnknown(formatNumber(cases))
        : strings.shareOf(shareInWords(share), formatNumber(cases))}
    </Row>
  );
}

const sentenceOf = ({ share, cases, cases_regretted }: Figure): string =>
  share === null
    ? strings.unknown(formatNumber(cases), formatNumber(CASES_MIN))
    : strings.known(formatNumber(cases), formatNumber(cases_regretted), shareInWords(share));
