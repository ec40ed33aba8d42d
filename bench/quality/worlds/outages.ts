import type { Outage } from '../world.ts';
import type { WorldKind } from './draft.ts';
import { buildAssets, buildStaff, ordinaryAccess } from './staff.ts';

/**
 * Ordinary people whose use is not always recorded: every platform is dark for two weeks to three months once in the
 * measured year, and for some days at other times, which Lapse knows; and one loses three in five of its events for
 * four months, which nobody knows.
 */
export const outages: WorldKind = {
  name: 'outages',
  build(random, size) {
    const assets = buildAssets(random);
    const platforms = [...new Set(assets.map(({ platform }) => platform))];
    const drafts = ordinaryAccess(buildStaff(random, size), assets, random);
    return {
      drafts,
      outages: platforms.flatMap((platform) => [
        dark(platform, random.whole(800, 1100), random.whole(14, 90)),
        dark(platform, random.whole(300, 780), random.whole(2, 12)),
        dark(platform, random.whole(1180, 1500), random.whole(2, 12)),
      ]),
      losses: [{ ...dark(random.pick(platforms), random.whole(800, 1000), 120), share: 0.6 }],
    };
  },
};

const dark = (platform: Outage['platform'], from: number, days: number): Outage => ({
  platform,
  from,
  to: from + days,
});
