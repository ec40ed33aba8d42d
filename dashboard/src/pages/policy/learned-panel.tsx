import { List } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { formatNumber } from '../../parts/format.ts';
import { Panel } from '../../parts/panel.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { Hint } from '../../parts/text.ts';
import { learnedStrings as strings } from '../../strings/learned.ts';

/** What the organisation's own answers have taught about kinds of access, and from how many. */
export function LearnedPanel() {
  const query = useQuery({ queryKey: ['policy', 'learned'], queryFn: () => api.get('/v1/policy/learned') });
  return (
    <Panel title={strings.title} description={strings.description}>
      <QueryState query={query}>
        {({ in_force, kinds }) =>
          kinds.length === 0 ? (
            <Hint>{strings.none}</Hint>
          ) : (
            <>
              {in_force ? null : <Hint>{strings.notInForce}</Hint>}
              <List size="sm" spacing={6}>
                {kinds.flatMap(({ revoked, never_used, ...kind }) => [
                  ...lessonOf(strings.revoked, kind, revoked),
                  ...lessonOf(strings.neverUsed, kind, never_used),
                ])}
              </List>
            </>
          )
        }
      </QueryState>
    </Panel>
  );
}

interface Kind {
  platform: string;
  permission: keyof typeof strings.permissions;
  principal_type: keyof typeof strings.holders;
}

function lessonOf(
  say: (kind: string, needed: string, cases: string, days: string) => string,
  kind: Kind,
  { cases, needed, days }: { cases: number; needed: number; days: number },
) {
  if (days === 0) return [];
  const sentence = say(strings.kind(kind), formatNumber(needed), formatNumber(cases), formatNumber(days));
  return [<List.Item key={sentence}>{sentence}</List.Item>];
}
