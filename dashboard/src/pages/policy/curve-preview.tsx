import { Group, Select, Stack } from '@mantine/core';
import { scaleLinear } from '@visx/scale';
import { line } from '@visx/shape';
import { useState } from 'react';
import { formatNumber, formatScore } from '../../parts/format.ts';
import { optionsOf } from '../../parts/forms/bind-fields.ts';
import { Panel } from '../../parts/panel.tsx';
import { Small } from '../../parts/text.ts';
import { policyStrings as strings } from '../../strings/policy.ts';
import { type Access, curveDays, lapseDays, scoreAfter } from './curve.ts';
import classes from './policy.module.css';
import type { Policy } from './policy-draft.ts';

const WIDTH = 320;
const HEIGHT = 190;
const FRAME = { left: 30, right: 312, top: 8, bottom: 150 };
const STEPS = 80;

/** The score of access that nobody uses, day by day, under the policy in force and with the changes. */
export function CurvePreview({ inForce, proposed }: { inForce: Policy; proposed: Policy }) {
  const [access, setAccess] = useState<Access>({
    habit: 'weekly',
    classification: 'internal',
    permission: 'read',
  });
  const select = (part: keyof Access, label: string, words: Record<string, string>) => (
    <Select
      size="xs"
      label={label}
      allowDeselect={false}
      data={optionsOf(words)}
      value={access[part]}
      onChange={(value) => setAccess({ ...access, [part]: value })}
    />
  );
  const now = formatNumber(lapseDays(inForce, access));
  const then = formatNumber(lapseDays(proposed, access));
  return (
    <Panel title={strings.curve} description={strings.curveHint(now, then)}>
      <Stack gap="xs">
        <Curve inForce={inForce} proposed={proposed} access={access} />
        {select('habit', strings.curveOf, strings.habits)}
        <Group grow gap="xs" align="flex-end">
          {select('classification', strings.curveClassification, strings.classifications)}
          {select('permission', strings.curvePermission, strings.permissions)}
        </Group>
      </Stack>
    </Panel>
  );
}

function Curve({ inForce, proposed, access }: { inForce: Policy; proposed: Policy; access: Access }) {
  const reach = curveDays([inForce, proposed], access);
  const x = scaleLinear<number>({ domain: [0, reach], range: [FRAME.left, FRAME.right] });
  const y = scaleLinear<number>({ domain: [0, 100], range: [FRAME.bottom, FRAME.top] });
  const days = Array.from({ length: STEPS + 1 }, (_, step) => (reach * step) / STEPS);
  const pathOf = (policy: Policy) =>
    line<number>({ x: (day) => x(day), y: (day) => y(scoreAfter(policy, access, day)) })(days) ?? '';
  const isSame = pathOf(inForce) === pathOf(proposed);
  const mark = proposed.review.threshold;
  const said = [0.25, 0.5, 0.75, 1].map((part) => {
    const day = Math.round(reach * part);
    const [now, then] = [inForce, proposed].map((policy) => formatScore(scoreAfter(policy, access, day))) as [
      string,
      string,
    ];
    return isSame
      ? strings.curvePointSame(formatNumber(day), now)
      : strings.curvePoint(formatNumber(day), now, then);
  });
  return (
    <>
      <svg
        className={classes.curve}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={strings.curveText(said.join('; '))}
      >
        {[0, 20, 50, 80, 100].map((score) => (
          <g key={score}>
            <line x1={FRAME.left} x2={FRAME.right} y1={y(score)} y2={y(score)} stroke="var(--lapse-grid)" />
            <text x={FRAME.left - 5} y={y(score) + 4} textAnchor="end">
              {score}
            </text>
          </g>
        ))}
        {x.ticks(5).map((day) => (
          <text key={day} x={x(day)} y={FRAME.bottom + 16} textAnchor={day === reach ? 'end' : 'middle'}>
            {formatNumber(day)}
          </text>
        ))}
        <text x={FRAME.right} y={HEIGHT - 6} textAnchor="end">
          {strings.axisDays}
        </text>
        <line
          x1={FRAME.left}
          x2={FRAME.right}
          y1={y(mark)}
          y2={y(mark)}
          stroke="var(--lapse-high)"
          strokeDasharray="2 3"
        />
        <text x={FRAME.left + 4} y={y(mark) - 4} style={{ fill: 'var(--lapse-high)' }}>
          {strings.mark(formatNumber(mark))}
        </text>
        <path
          d={pathOf(inForce)}
          fill="none"
          stroke={isSame ? 'var(--lapse-line)' : 'var(--mantine-color-dimmed)'}
          strokeWidth={2}
          strokeDasharray={isSame ? undefined : '5 4'}
        />
        {isSame ? null : (
          <path d={pathOf(proposed)} fill="none" stroke="var(--lapse-line)" strokeWidth={2.5} />
        )}
      </svg>
      {isSame ? null : (
        <Small>
          ┅ {strings.inForceNow} &nbsp; ━ {strings.proposed}
        </Small>
      )}
    </>
  );
}
