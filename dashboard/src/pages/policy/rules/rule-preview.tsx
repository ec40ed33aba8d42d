import type { Answer } from '@lapse/client';
import { Button, Group, List, Modal, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { Bars } from '../../../charts/bars.tsx';
import { dateColumn, type Series } from '../../../charts/series.ts';
import { Facts } from '../../../parts/facts.tsx';
import { formatNumber } from '../../../parts/format.ts';
import { SendError } from '../../../parts/forms/send-error.tsx';
import { useChange } from '../../../parts/forms/use-change.ts';
import { PageLink } from '../../../parts/page-link.tsx';
import { Part } from '../../../parts/panel.tsx';
import { QueryState } from '../../../parts/query-state.tsx';
import { Row, TableBox } from '../../../parts/table-box.tsx';
import { Hint, Small } from '../../../parts/text.ts';
import { RowWhen } from '../../../parts/when.tsx';
import { permissionName } from '../../../strings/permissions.ts';
import { ruleStrings as words } from '../../../strings/rules.ts';
import type { Rule } from './rule-form.tsx';

type Preview = Answer<'/v1/rules/{id}/preview', 'post'>;

const DECIDED: readonly Series[] = [
  {
    key: 'decided',
    label: words.wouldHave,
    color: 'var(--lapse-line)',
    area: 'color-mix(in srgb, var(--lapse-line) 22%, var(--mantine-color-body))',
    shape: '●',
    pattern: 'plain',
  },
];

/** What a rule would have done, how much of it would have been wrong, and the way to switch it on. */
export function RulePreview({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const { id, name, version, is_on } = rule;
  const query = useQuery({
    queryKey: ['rule dry run', id, version],
    queryFn: () => api.post('/v1/rules/{id}/preview', { params: { id } }),
    // What is looked at stays, so that what is switched on is what was looked at.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const turn = useChange({
    send: (seen: Preview['seen']) => api.post('/v1/rules/{id}/switch-on', { params: { id }, body: { seen } }),
    stale: ['policy', 'rules'],
    onDone: onClose,
  });
  return (
    <Modal opened onClose={onClose} title={words.previewTitle(name)} size="xl">
      <QueryState query={query}>
        {(preview) => (
          <Stack>
            <Numbers preview={preview} cap={rule.cap_per_day} />
            <SendError error={turn.error} />
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                {words.close}
              </Button>
              {is_on ? null : (
                <Button color="red.9" loading={turn.isPending} onClick={() => turn.mutate(preview.seen)}>
                  {words.switchOn(formatNumber(preview.seen.count))}
                </Button>
              )}
            </Group>
          </Stack>
        )}
      </QueryState>
    </Modal>
  );
}

function Numbers({ preview, cap }: { preview: Preview; cap: number }) {
  const { days, ready, decided, waiting, wrong, seen, sample, not_known } = preview;
  const signs = Object.entries(words.wrongHow) as [keyof typeof words.wrongHow, string][];
  return (
    <>
      <Text size="sm" fw={600}>
        {seen.count === 0
          ? words.nowNone
          : `${words.now(formatNumber(seen.count))} ${words.nowCap(formatNumber(cap))}`}
      </Text>
      <Part title={words.perDay}>
        <Bars
          label={words.perDay}
          corner={words.day}
          series={DECIDED}
          height={150}
          columns={days.map((day) => dateColumn(day.date, [day.decided]))}
        />
      </Part>
      <Facts
        items={[
          [words.past, formatNumber(decided)],
          [words.waiting, formatNumber(waiting)],
          [words.wrong, words.ofReady(formatNumber(wrong), formatNumber(ready))],
          ...signs.map(([sign, label]) => [label, formatNumber(preview[sign])] as const),
        ]}
      />
      {sample.length > 0 ? (
        <Part title={words.first}>
          <TableBox label={words.first} columns={words.sampleColumns} minWidth={420}>
            {sample.map(({ grant_id, principal_id, principal_name, asset_name, permission, ...each }) => (
              <Row key={grant_id}>
                <Table.Td>
                  <PageLink to="/principals/$id" id={principal_id} size="sm">
                    {principal_name} → {asset_name}
                  </PageLink>
                  <Small>{permissionName(permission)}</Small>
                </Table.Td>
                <RowWhen at={each.since} />
                <Small>
                  {each.refused_by.length > 0 ? words.refused : each.open_review_id ? words.openReview : null}
                </Small>
              </Row>
            ))}
          </TableBox>
        </Part>
      ) : null}
      <Part title={words.notKnown}>
        <List size="sm" spacing={4}>
          {not_known.map((sentence) => (
            <List.Item key={sentence}>
              <Hint span>{sentence}</Hint>
            </List.Item>
          ))}
        </List>
      </Part>
    </>
  );
}
