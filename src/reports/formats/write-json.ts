import type { Cell, Column, ReportContent, WriteReport } from '../content.rules.ts';

/** The whole document as one JSON object, written as its rows come. */
export const writeJson: WriteReport = async (content, write, onRows) => {
  const put = (text: string): Promise<void> => write(Buffer.from(text));
  await put(`{"head":${JSON.stringify(content.head)}`);
  if (content.kind === 'summary') await put(`,"summary":${JSON.stringify(content.summary)}`);
  else await putRows(content, put, onRows);
  await put(`,"completeness":${JSON.stringify(content.completeness)}}\n`);
};

async function putRows(
  { columns, pages }: Extract<ReportContent, { kind: 'rows' }>,
  put: (text: string) => Promise<void>,
  onRows: (rows: number) => void,
): Promise<void> {
  const described = columns.map(({ key, label, kind }) => ({ key, label, kind }));
  await put(`,"columns":${JSON.stringify(described)},"rows":[`);
  let rows = 0;
  for await (const page of pages()) {
    const text = page.map((row) => asObject(columns, row)).join(',\n');
    await put(`${rows === 0 ? '\n' : ',\n'}${text}`);
    rows += page.length;
    onRows(rows);
  }
  await put(']');
}

const asObject = (columns: readonly Column[], row: readonly Cell[]): string =>
  JSON.stringify(Object.fromEntries(columns.map(({ key }, i) => [key, row[i] ?? null])));
