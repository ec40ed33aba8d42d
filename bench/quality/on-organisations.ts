import { record } from '../result.ts';
import { ablations } from './ablation.ts';
import { MODEL, NINETY } from './competitors.ts';
import { replay } from './replay.ts';
import { aim, printCadences, printCauses, printRules, type Row } from './report.ts';
import { fixedWindow, fixedWindowAndDirectory } from './rules/fixed-window.ts';
import type { Rule } from './rules/rule.ts';
import { FIRST_ORGANISATION } from './seeds.ts';
import { buildWorld } from './world.ts';

/** Whether the model's two aims are reached on whole organisations. */
export function compareOnOrganisations({ seeds, ablation }: { seeds: number; ablation: boolean }): boolean {
  const worlds = Array.from({ length: seeds }, (_, i) => buildWorld(FIRST_ORGANISATION + i));
  const row = (rule: Rule): Row => ({ name: rule.name, seeds: worlds.map((world) => replay(world, rule)) });

  const grants = worlds.map((world) => world.access.length);
  console.log(
    `${worlds.length} organisations, ${Math.min(...grants)} to ${Math.max(...grants)} grants each, one year.\n`,
  );

  const ninety = row(NINETY);
  const model = row(MODEL);
  const rules = [row(fixedWindow(30)), row(fixedWindow(60)), ninety, row(fixedWindowAndDirectory(90)), model];
  printRules(rules);
  console.log();
  printCauses(rules);
  console.log();
  printCadences(rules);

  if (ablation) {
    console.log();
    printRules([model, ...ablations().map(row)]);
  }

  const { wrongAlarms, medianDays } = aim(model, ninety);
  record({ line: 'wrong alarms against 90 days', unit: 'ratio', values: [wrongAlarms], at_most: 0.5 });
  record({
    line: 'median time to notice against 90 days',
    unit: 'ratio',
    values: [medianDays],
    at_most: 0.6,
  });
  const reached = wrongAlarms <= 0.5 && medianDays <= 0.6;
  console.log(
    `\nAgainst 90 days: ${wrongAlarms.toFixed(2)} of the wrong alarms (aim: 0.50), ` +
      `${medianDays.toFixed(2)} of the time (aim: 0.60): ${reached ? 'reached' : 'MISSED'}.\n`,
  );
  return reached;
}
