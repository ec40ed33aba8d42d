import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { INSIDERS, useMay } from '../../api/session.ts';
import { formatDate, formatDateTime } from '../../parts/format.ts';
import { TextLink } from '../../parts/page-link.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { Small, Strong } from '../../parts/text.ts';
import { When } from '../../parts/when.tsx';
import { decideStrings, reviewStrings } from '../../strings/reviews.ts';
import { type Remediation, useRemediationState } from '../remediations/remediation-state.ts';
import classes from './reviews.module.css';
import { type Review, workflowQuery } from './reviews.ts';
import { FactList, Id, Section } from './section.tsx';

/** The records of what was decided, and what became of it. */
export function DecisionRecords({ review }: { review: Review }) {
  const decisions = review.decisions ?? [];
  return (
    <Section title={reviewStrings.decisions}>
      {decisions.length === 0 ? <Text size="sm">{reviewStrings.noDecisions}</Text> : null}
      {decisions.map(({ id, grant_id, decision, reason, decided_by, decided_at, next_review_at }) => (
        <FactList
          key={id}
          facts={[
            [decideStrings[decision], grant_id],
            [
              reviewStrings.by,
              decided_by === 'system' ? `${decideStrings.bySystem}. ${decideStrings.noPerson}` : decided_by,
            ],
            [reviewStrings.at, formatDateTime(decided_at)],
            [reviewStrings.reason, reason],
            [reviewStrings.until, next_review_at ? formatDate(next_review_at) : null],
            [reviewStrings.record, <Id key="id">{id}</Id>],
          ]}
        />
      ))}
    </Section>
  );
}

export function ReviewRemediations({ review }: { review: Review }) {
  const isRevoked = review.decisions?.some(({ decision }) => decision === 'REVOKE') ?? false;
  const isInsider = useMay()(...INSIDERS);
  const remediations = useQuery({
    queryKey: ['remediations', 'of-review', review.id],
    enabled: isRevoked && isInsider,
    queryFn: ({ signal }) =>
      api.get('/v1/remediations', { query: { review_id: review.id, limit: 20 }, signal }),
  });
  if (!isRevoked || !remediations.data) return null;
  return (
    <Section title={reviewStrings.remediation}>
      {remediations.data.items.map((remediation) => (
        <ReviewRemediation key={remediation.id} remediation={remediation} />
      ))}
    </Section>
  );
}

/** Where the remediation is, in the words of its own page; of a blocked one, what stops it and what to do. */
function ReviewRemediation({ remediation }: { remediation: Remediation }) {
  const { id, target, error } = remediation;
  const { tone, label, meaning } = useRemediationState(remediation);
  return (
    <Stack gap={4} align="flex-start">
      <Text size="sm">{target}</Text>
      <StateBadge tone={tone}>{label}</StateBadge>
      <Text size="sm">{error ?? meaning}</Text>
      <TextLink to={`/remediations/${id}`}>{reviewStrings.remediationLink}</TextLink>
    </Stack>
  );
}

/** What has happened to a review, and what time will do to it if nobody acts. */
export function WorkflowSteps({ id, names }: { id: string; names: ReadonlyMap<string, string> }) {
  const workflow = useQuery(workflowQuery(id));
  return (
    <QueryState query={workflow}>
      {({ steps }) => (
        <ol className={classes.steps}>
          {steps.map(({ step, status, at, actor, detail }) => (
            <li key={`${step} ${at}`} className={classes.step} data-state={status}>
              <span className={classes.stepDot} aria-hidden />
              <div>
                <Strong span>{reviewStrings.steps[step] ?? step}</Strong>{' '}
                <Small span>
                  {reviewStrings.stepStates[status] ?? status}, <When at={at} />
                  {actor === 'system' ? '' : ` · ${actor}`}
                </Small>
                <Text size="sm">{withNames(detail, names)}</Text>
              </div>
            </li>
          ))}
        </ol>
      )}
    </QueryState>
  );
}

/** Ids that are known by a name are told by it. */
function withNames(text: string, names: ReadonlyMap<string, string>): string {
  let told = text;
  for (const [id, name] of names)
    told = told.split(new RegExp(`(?<![\\w-])${literal(id)}(?![\\w-])`)).join(name);
  return told;
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
