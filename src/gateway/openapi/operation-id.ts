/** What the rule below would name badly. */
const NAMED: Readonly<Record<string, string>> = {
  'get /v1/health': 'getHealth',
  'get /livez': 'getLiveness',
  'get /readyz': 'getReadiness',
  'get /v1/stream': 'streamChanges',
  'get /v1/audit': 'listAuditEntries',
  'get /v1/audit/{id}': 'getAuditEntry',
  'get /v1/audit/{id}/proof': 'proveAuditEntry',
  'get /v1/audit/consistency': 'proveAuditConsistency',
  'get /v1/audit/export': 'exportAudit',
  'get /v1/notifications/settings': 'getNotificationSettings',
  'put /v1/notifications/settings': 'replaceNotificationSettings',
  'get /v1/notifications/settings/{principal_id}': 'getNotificationSettingsOf',
  'get /v1/reports/{id}/download': 'downloadReport',
  'get /v1/scores/history': 'listScoreHistory',
  'post /v1/directory/import': 'importDirectory',
  'post /v1/events': 'ingestEvent',
  'post /v1/events/batch': 'ingestEventBatch',
  'post /v1/events/stream': 'ingestEventStream',
  'post /v1/events/dead-letters/replay': 'replayDeadLetters',
  'post /v1/events/rejections/replay': 'replayEventRejections',
  'post /v1/events/rejections/dismiss': 'dismissEventRejections',
  'post /v1/remediations/breaker/release': 'releaseRemediationBreaker',
  'post /v1/reviews/{id}/comments': 'createReviewComment',
  'post /v1/reviews/{id}/decide/bulk': 'decideReviewInBulk',
  'post /v1/reviews/{id}/decision': 'decideReviewInTutorialForm',
  'post /v1/scores/bulk': 'refreshScores',
  'post /v1/webhooks/{id}/redeliver': 'redeliverFailedDeliveries',
  'post /v1/webhooks/{id}/rotate-secret': 'rotateWebhookSecret',
};

const VERBS: Readonly<Record<string, string>> = { put: 'replace', patch: 'update', delete: 'delete' };

/**
 * `listGrants`, `getGrant`, `createCampaign`, `approveRemediation`. Of the path alone, so it stays the same for as long as the path does:
 * generated clients name their functions after it.
 */
export function operationId(method: string, path: string): string {
  const named = NAMED[`${method} ${path}`];
  if (named) return named;
  const steps = path
    .replace(/^\/v1\//, '/')
    .split('/')
    .slice(1);
  const nouns = steps.flatMap((step, index) => {
    if (step.startsWith('{')) return [];
    return [steps[index + 1]?.startsWith('{') ? singular(step) : step];
  });
  const last = nouns.at(-1) as string;
  const isOfOne = steps.at(-1)?.startsWith('{') === true;
  if (method === 'get') return camel([!isOfOne && last.endsWith('s') ? 'list' : 'get', ...nouns]);
  if (method !== 'post') return camel([VERBS[method] ?? method, ...nouns]);
  const isAction = steps.at(-2)?.startsWith('{') === true;
  return isAction
    ? camel([last, ...nouns.slice(0, -1)])
    : camel(['create', ...nouns.slice(0, -1), singular(last)]);
}

const singular = (noun: string): string => noun.replace(/ies$/, 'y').replace(/s$/, '');

const camel = (words: string[]): string =>
  words
    .flatMap((word) => word.split(/[-_]/))
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');
