import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { QueryState } from '../../parts/query-state.tsx';
import { When } from '../../parts/when.tsx';
import { reviewStrings } from '../../strings/reviews.ts';
import classes from './reviews.module.css';
import { workflowQuery } from './reviews.ts';

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
                <Text size="sm" fw={600} span>
                  {reviewStrings.steps[step] ?? step}
                </Text>{' '}
                <Text size="xs" c="dimmed" span>
                  {reviewStrings.stepStates[status] ?? status}, <When at={at} />
                  {actor === 'system' ? '' : ` · ${actor}`}
                </Text>
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
export function withNames(text: string, names: ReadonlyMap<string, string>): string {
  let told = text;
  for (const [id, name] of names)
    told = told.split(new RegExp(`(?<![\\w-])${literal(id)}(?![\\w-])`)).join(name);
  return told;
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
