/**
 * What pages show: somebody who shows one of these should look again when it changed. And how long at least between two
 * messages of a kind to those who listen; the first goes out at once. What events move all the time is told less often:
 * everybody who hears it reads again, and all of a tenant's people share its minute.
 */
export const TOLD_EVERY_MS = {
  reviews: 1_000,
  remediations: 1_000,
  scores: 10_000,
  grants: 10_000,
  principals: 10_000,
  assets: 10_000,
  policy: 1_000,
  connectors: 1_000,
  rejections: 5_000,
  webhooks: 5_000,
  reports: 1_000,
  campaigns: 1_000,
  audit: 5_000,
  alerts: 1_000,
  overview: 5_000,
};
export type ChangeKind = keyof typeof TOLD_EVERY_MS;
export const CHANGE_KINDS = Object.keys(TOLD_EVERY_MS) as ChangeKind[];

/** By the first word of an audit entry's type, besides the log itself. */
const KINDS_OF_ENTRIES: Readonly<Record<string, readonly ChangeKind[]>> = {
  review: ['reviews', 'campaigns', 'overview'],
  campaign: ['campaigns', 'reviews'],
  campaign_schedule: ['campaigns'],
  remediation: ['remediations', 'reviews', 'grants', 'overview'],
  principal: ['principals'],
  membership: ['principals'],
  identity: ['principals'],
  account: ['principals', 'grants', 'scores', 'reviews'],
  asset: ['assets'],
  grant: ['grants', 'principals', 'assets', 'scores', 'overview'],
  score: ['scores', 'grants', 'principals', 'overview'],
  anomaly: ['scores', 'principals'],
  policy: ['policy', 'scores', 'grants', 'overview'],
  rule: ['policy'],
  connector: ['connectors'],
  scim_token: ['connectors'],
  webhook: ['webhooks'],
  notification_channel: ['webhooks'],
  report: ['reports'],
  report_schedule: ['reports'],
  alert: ['alerts'],
};

export function kindsOfEntry(eventType: string): readonly ChangeKind[] {
  return KINDS_OF_ENTRIES[eventType.split('.', 1)[0] as string] ?? [];
}

export const isChangeKind = (word: unknown): word is ChangeKind => CHANGE_KINDS.includes(word as ChangeKind);
