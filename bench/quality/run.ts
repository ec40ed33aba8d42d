import { parseArgs } from 'node:util';
import { DEFAULT_POLICY } from '../../src/core/policy/policy.rules.ts';
import { record } from '../result.ts';
import { ablations } from './ablation.ts';
import { replay } from './replay.ts';
import { aim, printCadences, printCauses, printRules, type Row } from './report.ts';
import { fixedWindow, fixedWindowAndDirectory, lapse, type Rule } from './rules.ts';
import { buildWorld } from './world.ts';

/** The defaults were chosen on seeds 1 to 8; these organisations played no part in that. */
const FIRST_SEED = 201;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '6' },
    ablation: { type: 'boolean', default: false },
  },
});

const worlds = Array.from({ length: Number(values.seeds) }, (_, i) => buildWorld(FIRST_SEED + i));
const row = (rule: Rule): Row => ({ name: rule.name, seeds: worlds.map((world) => replay(world, rule)) });

const grants = worlds.map((world) => world.access.length);
console.log(
  `${worlds.length} organisations, ${Math.min(...grants)} to ${Math.max(...grants)} grants each, one year.\n`,
);

const ninety = row(fixedWindow(90));
const model = row(lapse('Lapse', DEFAULT_POLICY));
const rules = [row(fixedWindow(30)), row(fixedWindow(60)), ninety, row(fixedWindowAndDirectory(90)), model];
printRules(rules);
console.log();
printCauses(rules);
console.log();
printCadences(rules);

if (values.ablation) {
  console.log();
  printRules([model, ...ablations().map(row)]);
}

const { wrongAlarms, medianDays } = aim(model, ninety);
record({ line: 'wrong alarms against 90 days', unit: 'ratio', values: [wrongAlarms], at_most: 0.5 });
record({ line: 'median time to notice against 90 days', unit: 'ratio', values: [medianDays], at_most: 0.6 });
const reached = wrongAlarms <= 0.5 && medianDays <= 0.6;
console.log(
  `\nAgainst 90 days: ${wrongAlarms.toFixed(2)} of the wrong alarms (aim: 0.50), ` +
    `${medianDays.toFixed(2)} of the time (aim: 0.60): ${reached ? 'reached' : 'MISSED'}.`,
);
process.exitCode = reached ? 0 : 1;
