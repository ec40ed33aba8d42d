import { competitors, NINETY, SECOND_MODEL } from './competitors.ts';
import { type Evidence, judge, pool, watchAll } from './judge.ts';
import { FIRST_TEST_SEED, TRAINING_SEEDS } from './seeds.ts';
import { buildKind } from './worlds/assemble.ts';
import { WORLD_KINDS } from './worlds/mix.ts';
import { printAims, printCalibration, printRules, printWorlds, type Tested } from './worlds-report.ts';

/** People of a world; with them come five to thirteen times as many grants, over the years. */
const SIZE = 60;
const QUICK_SIZE = 24;

/** Fits on the training worlds, judges on the others, and prints it all. */
export function compareOnWorlds({ seeds, quick }: { seeds: number; quick: boolean }): void {
  const size = quick ? QUICK_SIZE : SIZE;
  const build = (seed: number) => WORLD_KINDS.map((kind) => buildKind(kind, seed, size));
  const rules = competitors((quick ? TRAINING_SEEDS.slice(0, 1) : TRAINING_SEEDS).flatMap(build));
  const tested: Tested[] = rules.map(({ name }) => ({ name, byWorld: new Map<string, Evidence>() }));
  for (let seed = FIRST_TEST_SEED; seed < FIRST_TEST_SEED + seeds; seed++) {
    build(seed).forEach((world, i) => {
      const kind = WORLD_KINDS[i]?.name ?? '';
      rules.forEach((rule, j) => {
        const { byWorld } = tested[j] as Tested;
        const evidence = watchAll(world, rule);
        byWorld.set(kind, pool([...(byWorld.has(kind) ? [byWorld.get(kind) as Evidence] : []), evidence]));
      });
    });
  }
  const named = (name: string) => tested.find((one) => one.name === name) as Tested;
  printRules(tested);
  printWorlds(tested);
  printCalibration(tested);
  printAims(judge(everything(named(SECOND_MODEL.name))), judge(everything(named(NINETY.name))));
}

const everything = ({ byWorld }: Tested): Evidence => pool([...byWorld.values()]);
