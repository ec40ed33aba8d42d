import type { Coverage, SourceCoverage } from '../../connector.ts';
import type { BatonSettings } from '../baton-settings.ts';
import type { Checkpoint } from './read-use.ts';

const DOES_NOT_SEE = ['What was done, and by which permission', 'Use that the connector does not report'];

/**
 * A feed tells who used what, and nobody tells of which resources: of most connectors only of applications that people open.
 * So silence counts only where an admin has said that the feed is complete.
 */
export function coverageOf({
  title,
  settings,
  feeds,
  state,
  gaps,
}: {
  title: string;
  settings: BatonSettings;
  feeds: string[];
  state: Checkpoint;
  gaps: Coverage['gaps'];
}): Coverage {
  const isComplete = settings.use_feed === 'complete';
  const observes_use = feeds.length > 0 && isComplete;
  const { observed_from } = state;
  const sources = feeds.map(
    (feed): SourceCoverage => ({
      source: feed,
      status: isComplete ? 'available' : 'degraded',
      reason: isComplete
        ? null
        : 'The connector does not say of which resources it reports use. If it is all that are listed, set use_feed to complete.',
      observed_since: observed_from,
      sees: ['Who used what, and when'],
      does_not_see: DOES_NOT_SEE,
    }),
  );
  const none: SourceCoverage = {
    source: 'event feed',
    status: 'unavailable',
    reason: `${title} reports no use; the last sign-in of people is all that may be known.`,
    observed_since: null,
    sees: [],
    does_not_see: ['All use'],
  };
  return {
    observes_use,
    observed_since: observes_use ? observed_from : null,
    gaps,
    sources: sources.length > 0 ? sources : [none],
  };
}
