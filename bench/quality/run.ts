import { parseArgs } from 'node:util';
import { compareOnOrganisations } from './on-organisations.ts';
import { compareOnWorlds } from './on-worlds.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '6' },
    ablation: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
  },
});

const seeds = values.quick ? 1 : Number(values.seeds);
const reached = compareOnOrganisations({ seeds, ablation: values.ablation });
compareOnWorlds({ seeds, quick: values.quick });
// What the worlds ask for is printed and recorded, but for the second model to reach, which is opt-in.
process.exitCode = reached ? 0 : 1;
