import { v7 as uuidv7 } from 'uuid';
import { enqueueEmails } from '../../notifications/send/emails.sql.ts';
import type { Querier } from '../../platform/database/database.ts';
import { REPORT_TITLES } from '../report.rules.ts';
import { type FinishedRun, takeFinishedRuns } from './schedule-work.sql.ts';

const RUNS_MAX = 100;

/** Mails to those who wait for a scheduled report, in the transaction in which nobody waits any more. */
export async function tellFinishedRuns(
  tx: Querier,
  { now, public_url }: { now: number; public_url: string },
): Promise<number> {
  const runs = await takeFinishedRuns(tx, RUNS_MAX);
  for (const run of runs) {
    await enqueueEmails(tx, {
      id: uuidv7(),
      created_at: new Date(now).toISOString(),
      recipients: run.recipients,
      ...messageAbout(run, public_url),
    });
  }
  return runs.length;
}

function messageAbout(run: FinishedRun, publicUrl: string) {
  const { id, type, format, period_start, period_end, status, error, schedule_name } = run;
  const title = REPORT_TITLES[type];
  const period = `from ${period_start} until ${period_end}`;
  const footer = `You get this because of the schedule "${schedule_name}".`;
  if (status === 'failed') {
    return {
      subject: `${title}: the report could not be made`,
      paragraphs: [`The report ${period} could not be made: ${error ?? 'the reason is not known.'}`, footer],
      link: null,
    };
  }
  return {
    subject: `${title}: the report is ready`,
    paragraphs: [
      `The report ${period} is ready as ${format.toUpperCase()}. To open it you have to sign in.`,
      footer,
    ],
    link: { label: 'Download the report', url: `${publicUrl}/v1/reports/${id}/download` },
  };
}
