import type { Querier } from '../../platform/database/database.ts';
import type { Window } from '../overview/figures.sql.ts';
import { deciderNamed } from '../reviews/decisions/decider-name.sql.ts';
import { REVIEWERS_MAX } from './reviewer-answers.rules.ts';
import type { SeededCounts } from './seeded-answers.rules.ts';

export type SeededAnswers = SeededCounts & { answered_by: string; answered_by_name: string };

/** Of what was answered in a period; those who answered most first. */
export const loadSeededAnswers = (q: Querier, { from, to }: Window): Promise<SeededAnswers[]> =>
  q.query<SeededAnswers>(
    `SELECT c.answered_by, coalesce(n.display_name, c.answered_by) AS answered_by_name, c.answered, c."right", c.wrong, c.not_known
     FROM (SELECT asked_of AS answered_by, count(*) AS answered, count(*) FILTER (WHERE answer = known) AS "right",
                  count(*) FILTER (WHERE answer <> known AND answer <> 'ESCALATE') AS wrong,
                  count(*) FILTER (WHERE answer = 'ESCALATE') AS not_known
           FROM seeded_questions WHERE tenant_id = $1 AND answered_at >= $2 AND answered_at < $3
           GROUP BY asked_of ORDER BY answered DESC, asked_of COLLATE "C" LIMIT ${REVIEWERS_MAX}) c
     ${deciderNamed('c.answered_by', 'n')}
     ORDER BY c.answered DESC, c.answered_by COLLATE "C"`,
    [q.tenant_id, from, to],
  );
