import { expect, test } from 'vitest';
import { type CampaignSchedule, scheduleBody, scheduleDraft } from './campaign-schedule.ts';

const WHEN = { cron: '0 6 1 1,4,7,10 *', time_zone: 'Europe/Berlin' };

test('what was left empty is said to be none', () => {
  expect(scheduleBody({ ...scheduleDraft(undefined, WHEN), name: ' PII ' })).toEqual({
    name: 'PII',
    description: null,
    filter: {},
    reviewer_ids: null,
    due_days: null,
    report: null,
    ...WHEN,
  });
});

test('a schedule that is opened and saved stays as it is', () => {
  const settings = {
    name: 'PII {quarter}',
    description: 'Why',
    filter: { classification: 'pii', department: 'Finance', principal_ids: ['a'], min_score: 0 },
    reviewer_ids: ['mia'],
    due_days: 21,
    report: 'pdf',
    ...WHEN,
  } as const;
  const schedule = { ...settings, id: 's', enabled: true } as unknown as CampaignSchedule;
  expect(scheduleBody(scheduleDraft(schedule, WHEN))).toEqual(settings);
});
