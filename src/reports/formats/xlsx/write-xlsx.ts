import {
  type Cell,
  type Column,
  type Completeness,
  organisationOf,
  type ReportContent,
  type ReportHead,
  type WriteReport,
} from '../../content.rules.ts';
import { dataRow, sheetBegin, sheetEnd } from './sheet-xml.ts';
import {
  contentTypesXml,
  corePropertiesXml,
  ROOT_RELATIONS_XML,
  STYLES_XML,
  workbookRelationsXml,
  workbookXml,
} from './workbook-parts.ts';
import { ZipWriter } from './zip-writer.ts';

/** The rows that a sheet takes. */
const SHEET_ROWS_MAX = 1_048_576;
/** Programs load a sheet whole; a part of an archive may not pass 4 GiB. */
const SHEET_CHARACTERS_MAX = 1_000_000_000;
const SHEET_NAME_MAX = 31;

type Pages = AsyncIterable<readonly (readonly Cell[])[]> | Iterable<readonly (readonly Cell[])[]>;

/** A workbook, written as its rows come: typed cells, frozen header, filters, and a sheet that says what it is. */
export const writeXlsx: WriteReport = async (content, write, onRows) => {
  const zip = new ZipWriter(write, new Date(content.head.as_of));
  const workbook = new Workbook(zip, onRows);
  await zip.add('_rels/.rels', (put) => put(ROOT_RELATIONS_XML));
  await zip.add('docProps/core.xml', (put) => put(corePropertiesXml(content.head)));
  await zip.add('xl/styles.xml', (put) => put(STYLES_XML));
  for (const table of tablesOf(content)) await workbook.addTable(table.name, table.columns, table.pages);
  await workbook.addAbout(content);
  const { sheets } = workbook;
  await zip.add('xl/workbook.xml', (put) => put(workbookXml(sheets)));
  await zip.add('xl/_rels/workbook.xml.rels', (put) => put(workbookRelationsXml(sheets)));
  await zip.add('[Content_Types].xml', (put) => put(contentTypesXml(sheets)));
  await zip.finish();
};

/** A summary's sections have a sheet each. */
function* tablesOf(
  content: ReportContent,
): Generator<{ name: string; columns: readonly Column[]; pages: Pages }> {
  if (content.kind === 'rows') {
    yield { name: content.head.title, columns: content.columns, pages: content.pages() };
    return;
  }
  const place = content.columns.findIndex((column) => column.key === 'section');
  const columns = content.columns.filter((_, i) => i !== place);
  const sections = new Map<string, Cell[][]>();
  for (const row of content.rows) {
    const name = String(row[place] ?? content.head.title);
    const rows = sections.get(name) ?? [];
    sections.set(name, rows);
    rows.push(row.filter((_, i) => i !== place));
  }
  for (const [name, rows] of sections) yield { name, columns, pages: [rows] };
}

class Workbook {
  readonly sheets: string[] = [];
  readonly #zip: ZipWriter;
  readonly #onRows: (rows: number) => void;
  #rows = 0;

  constructor(zip: ZipWriter, onRows: (rows: number) => void) {
    this.#zip = zip;
    this.#onRows = onRows;
  }

  /** Goes on in a further sheet where one is full. */
  async addTable(name: string, columns: readonly Column[], pages: Pages): Promise<void> {
    const rows = rowsOf(pages);
    let next = await rows.next();
    for (let part = 1; part === 1 || !next.done; part++) {
      await this.#addSheet(part === 1 ? name : `${name} ${part}`, async (put) => {
        const options = { columns, has_header: true };
        let number = 1;
        let characters = 0;
        await put(sheetBegin(options));
        while (!next.done && number < SHEET_ROWS_MAX && characters < SHEET_CHARACTERS_MAX) {
          number += 1;
          const text = dataRow(number, columns, next.value);
          characters += text.length;
          await put(text);
          this.#rows += 1;
          if (this.#rows % 1_000 === 0) this.#onRows(this.#rows);
          next = await rows.next();
        }
        await put(sheetEnd(options, number));
      });
    }
    this.#onRows(this.#rows);
  }

  async addAbout({ head, completeness }: ReportContent): Promise<void> {
    const columns = [
      { label: '', kind: 'text' as const, width: 36 },
      { label: '', kind: 'text' as const, width: 60 },
    ];
    await this.#addSheet('About this report', async (put) => {
      const options = { columns, has_header: false };
      await put(sheetBegin(options));
      for (const [i, row] of aboutRows(head, completeness).entries()) await put(dataRow(i + 1, columns, row));
      await put(sheetEnd(options, 0));
    });
  }

  async #addSheet(name: string, produce: Parameters<ZipWriter['add']>[1]): Promise<void> {
    this.sheets.push(this.#freeName(name));
    await this.#zip.add(`xl/worksheets/sheet${this.sheets.length}.xml`, produce);
  }

  #freeName(wanted: string): string {
    const plain = wanted.replace(/[[\]:*?/\\]/g, ' ').replace(/^'|'$/g, ' ');
    for (let n = 1; ; n++) {
      const ending = n === 1 ? '' : ` (${n})`;
      const name = plain.slice(0, SHEET_NAME_MAX - ending.length) + ending;
      if (!this.sheets.some((taken) => taken.toLowerCase() === name.toLowerCase())) return name;
    }
  }
}

async function* rowsOf(pages: Pages): AsyncGenerator<readonly Cell[]> {
  for await (const page of pages) yield* page;
}

/** What a report says about itself, as pairs of a label and a value. */
export function aboutRows(head: ReportHead, completeness: Completeness): [string, string | number][] {
  const { filters } = head;
  const { audit_checkpoint: checkpoint, integrity } = completeness;
  const given = Object.entries(filters).filter(([, value]) => value !== null);
  return [
    ['Report', head.title],
    ['Organisation', organisationOf(head)],
    ['Tenant', head.tenant_name],
    ['Period from (included)', head.period_start],
    ['Period to (excluded)', head.period_end],
    ['Scores and states as of', head.as_of],
    ['Requested by', head.requested_by],
    ['Filters', given.length === 0 ? 'none' : given.map(([name, value]) => `${name}: ${value}`).join('; ')],
    ['Rows', completeness.row_count],
    ...(integrity
      ? ([
          ['Entries verified', integrity.verified],
          ['Entries pending', integrity.pending],
          [integrity.altered > 0 ? 'ENTRIES ALTERED' : 'Entries altered', integrity.altered],
          [integrity.missing > 0 ? 'ENTRIES MISSING' : 'Entries missing', integrity.missing],
        ] as [string, number][])
      : []),
    ['SHA-256 of the same report as CSV', completeness.rows_sha256],
    ...completeness.sources.map(({ name, rows }): [string, number] => [`Read: ${name}`, rows]),
    ...(checkpoint === null
      ? [['Audit checkpoint', 'none: nothing had been logged'] as [string, string]]
      : ([
          ['Audit checkpoint: log', checkpoint.origin],
          ['Audit checkpoint: entries', checkpoint.tree_size],
          ['Audit checkpoint: root hash', checkpoint.root_hash],
          ['Audit checkpoint: signed', checkpoint.signed_at],
        ] as [string, string | number][])),
  ];
}
