import { describe, expect, test } from 'vitest';
import { type ReadPdf, typesOf } from '../../../packages/pdf/test/read-pdf.ts';
import { pdfBytes, readReport } from '../../../test/support/pdf/read-report.ts';
import { emptySummary, insurerSummary, summaryReport } from '../../../test/support/pdf/summary-report.ts';
import { duration } from '../summary/compliance-words.rules.ts';
import { figure } from './format-values.ts';

const SECTIONS = [
  'Executive summary',
  'Key figures',
  'Score bands over time',
  'Coverage of telemetry',
  'Reviews',
  'Overdue and expired reviews',
  'Remediation of access',
  'Stale access by risk',
  'Exceptions',
  'Mapping to controls',
  'Completeness',
];

const squeezed = (text: string) => text.replace(/\s/g, '');

async function allSqueezed(pdf: ReadPdf): Promise<string> {
  return squeezed(await pdf.allText());
}

// The first test reads the fonts and the library that reads documents.
describe('the compliance summary as a document', () => {
  test('shows every figure and every name', async () => {
    const summary = insurerSummary();
    const text = await allSqueezed(await readReport(summaryReport()));
    const shown = [
      ...numbersOf(summary.reviews),
      ...numbersOf(summary.remediations),
      ...summary.score_bands.flatMap(numbersOf),
      ...summary.telemetry.flatMap(({ grants, events, unobserved_days }) => [
        grants,
        events,
        unobserved_days,
      ]),
      ...summary.overdue.rows.map((row) => row.overdue_hours),
      ...summary.stale_access.rows.flatMap(({ risk, score }) => [risk, score]),
      ...[summary.overdue.total, summary.stale_access.total, summary.remediations.exceptions.total],
      ...[summary.exceptions.confirmed_against_recommendation.total, 57, 19, 1.8, 4.25],
    ];
    for (const number of shown) {
      const forms = [
        number.toLocaleString('en-US', { maximumFractionDigits: 2 }),
        number.toLocaleString('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
        squeezed(duration(number)),
      ];
      expect(
        forms.some((form) => text.includes(form)),
        String(number),
      ).toBe(true);
    }
    const words = [
      ...summary.key_figures.flatMap(({ label, value, previous, unit }) => [
        label,
        figure(value, unit),
        ...(previous === null ? [] : [figure(previous, unit)]),
      ]),
      ...summary.controls.flatMap(
        ({ framework, control, requirement, evidence, figure: name, value, unit }) => [
          framework,
          control,
          requirement,
          evidence,
          `${name}${figure(value, unit)}`,
        ],
      ),
      ...summary.overdue.rows.flatMap(({ review_id, asset_name }) => [review_id, asset_name]),
      ...summary.stale_access.rows.map(({ grant_id }) => grant_id),
      ...summary.remediations.exceptions.rows.flatMap(({ reason, remediation_id }) => [
        reason ?? '',
        remediation_id,
      ]),
      ...summary.exceptions.confirmed_against_recommendation.rows.flatMap(({ reason, review_id }) => [
        reason,
        review_id,
      ]),
      ...summary.executive_summary.filter((sentence) => !/[\u0600-\u06ff]/.test(sentence)),
      ...summary.notes,
      '95.1 %',
      '2026-09-29 00:00 to still open',
    ];
    for (const word of words) {
      expect(text, word).toContain(squeezed(word));
    }
  });

  test('lists its sections with their pages, as links and as bookmarks', async () => {
    const pdf = await readReport(summaryReport());
    expect(await pdf.outline()).toEqual(SECTIONS);
    const contents = await pdf.text(2);
    expect(await pdf.links(2)).toBe(SECTIONS.length);
    for (const title of SECTIONS) {
      const page = Number(new RegExp(`${title} (\\d+)`).exec(contents)?.[1]);
      expect(page, title).toBeGreaterThan(2);
      const headings = (await pdf.pieces(page)).map(({ text }) => text.trim());
      expect(headings, title).toContain(title);
    }
    for (let page = 1; page <= pdf.pageCount; page++) {
      expect(await pdf.text(page)).toContain(`Page ${page} of ${pdf.pageCount}`);
    }
  });

  test('is tagged, and says its pictures in words', async () => {
    const pdf = await readReport(summaryReport());
    const types = new Set<string>();
    const pictures: string[] = [];
    for (let page = 1; page <= pdf.pageCount; page++) {
      const tags = await pdf.tags(page);
      for (const type of typesOf(tags)) {
        types.add(type);
      }
      const visit = (list: typeof tags) => {
        for (const tag of list) {
          if (tag.type === 'Figure') {
            pictures.push(tag.alt ?? '');
          }
          visit(tag.children);
        }
      };
      visit(tags);
    }
    for (const type of 'Sect H1 H2 H3 P L LI LBody Table TR TH TD Figure TOC TOCI Link'.split(' ')) {
      expect(types, type).toContain(type);
    }
    expect(pictures).toHaveLength(5);
    expect(pictures[0]).toContain('low 43,076, medium 3,928, high 1,424, critical 701');
    expect(pictures[3]).toContain(
      'CRITICAL: Median 26.4 hours, deadline 24 hours, 49 of 80 in time (61.3 %)',
    );
  });

  test('turns pages on their side for wide tables only', async () => {
    const pdf = await readReport(summaryReport());
    const wide: number[] = [];
    for (let page = 1; page <= pdf.pageCount; page++) {
      const [width, height] = await pdf.size(page);
      if (width > height) {
        wide.push(page);
      }
    }
    const text = await Promise.all(wide.map((page) => pdf.text(page)));
    expect(text[0]).toContain('Stale access by risk');
    expect(text.at(-1)).toContain('Mapping to controls');
  });

  test('says in words what did not happen', async () => {
    const text = await (await readReport(summaryReport(emptySummary()))).allText();
    for (const sentence of [
      'Nothing was recorded in this period.',
      'Nothing to measure.',
      'No access is known to have been held at any instant of this period.',
      'No platform held access in this period.',
      'No review was opened, decided or open in this period.',
      'No review was overdue at the end of this period, and none expired in it.',
      'No remediation of access was requested or under way in this period.',
      'No access was stale at the end of this period.',
      'No access was confirmed against a recommendation in this period.',
      'Nobody confirmed several grants at one instant in this period.',
    ]) {
      expect(text).toContain(sentence);
    }
  });

  test('draws a single instant, and more names than fit', async () => {
    const summary = insurerSummary();
    summary.score_bands = summary.score_bands.slice(-1);
    summary.executive_summary = ['A sentence of many words. '.repeat(400)];
    summary.stale_access.rows = Array.from({ length: 60 }, () => ({
      ...(summary.stale_access.rows[4] as (typeof summary.stale_access.rows)[number]),
    }));
    const report = summaryReport(summary);
    report.head.organisation_name = 'Versicherungsverein auf Gegenseitigkeit '.repeat(20);
    const pdf = await readReport(report);
    expect(pdf.pageCount).toBeGreaterThan(12);
    expect(await pdf.text(1)).toContain('more characters');
  });

  test('is the same bytes for the same content', async () => {
    const [one, two] = [await pdfBytes(summaryReport()), await pdfBytes(summaryReport())];
    expect(one.equals(two)).toBe(true);
  });
});

function numbersOf(record: object): number[] {
  return Object.values(record).flatMap((value) =>
    typeof value === 'number' ? [value] : Array.isArray(value) ? value.flatMap(numbersOf) : [],
  );
}
