import { setTimeout as sleep } from 'node:timers/promises';
import type { Coverage } from '../../connectors/connector.ts';
import { counted } from '../../platform/counted.ts';
import { cut, printable } from '../scan/plain-text.ts';
import type { ConnectorState } from './follow-sync.ts';
import type { LapseApi } from './lapse-api.ts';
import { type Page, paragraph } from './show-step.ts';

interface ScoredGrant {
  principal_name: string;
  asset_name: string;
  permission: string;
  score: number | null;
  risk_level: string | null;
  last_used_at: string | null;
  via_group_name?: string | null;
  account: { connector_name: string | null } | null;
}

const SHOWN = 5;
const LOOKS = 10;
const LOOK_EVERY_MS = 1000;

/** What the first sync found, how much use is seen, and the stalest access of this connector. */
export async function tellFound(api: LapseApi, state: ConnectorState, page: Page): Promise<string> {
  const { progress, platform, name } = state;
  const coverage = state.coverage as unknown as Coverage | null;
  const number = (count = 0): string => count.toLocaleString('en');
  const grants = (progress?.grants ?? 0) + (progress?.inherited ?? 0);
  const found = [
    counted(number(progress?.principals), 'principal'),
    counted(number(progress?.memberships), 'membership'),
    counted(number(progress?.assets), 'asset'),
    counted(number(grants), 'grant'),
  ];
  let text = `\n${page.bold('What was found')}\n`;
  text += paragraph(`${found.join(', ')}, and ${counted(number(progress?.events), 'use')}.`, page);
  if (progress && progress.skipped > 0)
    text += paragraph(
      `${counted(number(progress.skipped), 'object')} could not be understood, and were left out.`,
      page,
    );
  text += coverageText(coverage, page);

  const stalest = grants === 0 ? [] : await stalestOf(api, platform, name);
  text += `\n${page.bold(`The stalest access on ${platform}`)}\n`;
  if (stalest.length === 0) text += paragraph('None has a score yet.', page);
  for (const grant of stalest) {
    const score = (grant.score ?? 0).toFixed(1).padStart(5);
    const used = grant.last_used_at === null ? 'no use seen' : `last used ${grant.last_used_at.slice(0, 10)}`;
    const via = grant.via_group_name ? ` through ${grant.via_group_name}` : '';
    const what = `${grant.principal_name}: ${grant.permission} on ${grant.asset_name}${via}, ${used}`;
    text += `  ${score}  ${cut(printable(what), page.width - 9)}\n`;
  }
  text += paragraph('0 is fresh, 100 is stale; what was not watched does not count as disuse.', page);
  return text;
}

function coverageText(coverage: Coverage | null, page: Page): string {
  if (coverage === null) return paragraph('Whether use is seen is not known yet.', page);
  const { observes_use, observed_since } = coverage;
  let text = paragraph(
    observes_use && observed_since !== null
      ? `Use is seen since ${observed_since.slice(0, 10)}.`
      : 'Use is not seen. Until it is, no score rises.',
    page,
  );
  for (const { source, status, reason } of coverage.sources) {
    text += paragraph(
      `${source}: ${status}${reason === null ? '' : `. ${reason}`}`,
      page,
      '      ',
      '    - ',
    );
  }
  return text;
}

/** Scores come a moment after what they are about. */
async function stalestOf(api: LapseApi, platform: string, name: string): Promise<ScoredGrant[]> {
  const query = new URLSearchParams({ platform, sort: 'score', include: 'scores', limit: '100' });
  for (let look = 1; ; look++) {
    const { items } = await api<{ items: ScoredGrant[] }>('GET', `/v1/grants?${query}`);
    const ours = items.filter(
      ({ score, account }) => score !== null && (account === null || account.connector_name === name),
    );
    if (ours.length > 0 || look === LOOKS) return ours.slice(0, SHOWN);
    await sleep(LOOK_EVERY_MS);
  }
}
