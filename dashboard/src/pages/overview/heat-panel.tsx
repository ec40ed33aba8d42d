import { HeatMap } from '../../charts/heat-map.tsx';
import { formatNumber, formatShare } from '../../parts/format.ts';
import { Panel } from '../../parts/panel.tsx';
import { overviewStrings as strings } from '../../strings/overview.ts';
import type { Overview } from './overview.ts';
import { heatOrder } from './summaries.ts';

export function HeatPanel({ overview }: { overview: Overview }) {
  const { departments, platforms } = heatOrder(overview.heat_map, strings.noDepartment);
  return (
    <Panel title={strings.heat} description={strings.heatHint}>
      <HeatMap
        label={strings.heat}
        corner={strings.department}
        rows={departments}
        columns={platforms}
        to="/grants"
        legend={strings.heatLegend}
        describe={({ row, column, part, whole }) =>
          strings.heatCell(
            row,
            column,
            formatNumber(part),
            formatNumber(whole),
            formatShare(whole === 0 ? 0 : part / whole),
          )
        }
        cells={overview.heat_map.map(({ department, platform, grants, stale }) => ({
          row: department ?? strings.noDepartment,
          column: platform,
          part: stale,
          whole: grants,
          // Grants cannot be filtered by having no department.
          search: department === null ? null : { platform, department },
        }))}
      />
    </Panel>
  );
}
