import type { DatabaseOptions } from '../platform/database/database.ts';
import type { StartLoops } from './worker-settings.ts';

interface Group extends Pick<DatabaseOptions, 'pool_size' | 'plans' | 'takes_in_order'> {
  /** Loaded in its thread alone: what makes a PDF is of no use to who applies events. */
  load: () => Promise<{ startLoops: StartLoops }>;
  /** What the log says when a turn has failed. */
  trouble: string;
}

/** What runs where: a thread for each of these. */
export const GROUPS = {
  /** However much arrives, reads are answered by another thread. Two tenants at once, one that is behind with two transactions. */
  pipeline: {
    load: () => import('./pipeline-loops.ts'),
    pool_size: 8,
    trouble: 'the pipeline could not apply a batch',
  },
  /** Platforms may be slow, and may list very much; what looks at alerts and signs the audit log has little to do. */
  platforms: {
    load: () => import('./platform-loops.ts'),
    pool_size: 10,
    trouble: 'work with platforms, alerts or the audit log has failed',
  },
  /** Receivers may be many, and slow. Claims and results are short statements. */
  messages: {
    load: () => import('./message-loops.ts'),
    pool_size: 4,
    plans: 'force_generic_plan',
    takes_in_order: true,
    trouble: 'deliveries could not be worked on',
  },
  /** Setting a thousand pages must not hold up anything else. What is read for them has connections of its own. */
  reports: { load: () => import('./report-loops.ts'), pool_size: 4, trouble: 'a report could not be made' },
} satisfies Record<string, Group> as Record<string, Group>;
