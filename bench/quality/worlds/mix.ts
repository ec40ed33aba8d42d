import type { WorldKind } from './draft.ts';
import { drift } from './drift.ts';
import { leaves } from './leaves.ts';
import { movers } from './movers.ts';
import { outages } from './outages.ts';
import { scanners, visitAll } from './scanners.ts';
import { seasons } from './seasons.ts';
import { services } from './services.ts';
import { standbys } from './standbys.ts';

const PARTS = [movers, leaves, seasons, services, standbys, outages, drift];

/** A little of everything, as it is in real life: each of the others at a fifth of its size, inventories over all of it. */
export const mix: WorldKind = {
  name: 'mix',
  build(random, size) {
    const scenes = PARTS.map((part) => part.build(random, Math.ceil(size / 5)));
    const drafts = scenes.flatMap((scene) => scene.drafts);
    visitAll(drafts, random);
    return {
      drafts,
      outages: scenes.flatMap((scene) => scene.outages ?? []),
      losses: scenes.flatMap((scene) => scene.losses ?? []),
    };
  },
};

export const WORLD_KINDS: readonly WorldKind[] = [...PARTS, scanners, mix];
