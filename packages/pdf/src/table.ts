import type { Flow } from './flow.ts';
import type { StructureElement } from './structure-tree.ts';
import { type Placed, type TableColumn, type TableGrid, tableGrid } from './table-grid.ts';
import type { TextLine } from './text-line.ts';
import { COLOUR, STYLE } from './theme.ts';

const PAD_Y = 2.8;
/** Between the lines of a folded row. */
const BAND_GAP = 2.4;
/** A row fits on a page; what a cell has beyond is counted in its last line, and CSV has it all. */
const ROW_LINES_MAX = 38;

/** A table whose head stands again on every page. Rows are drawn as they come; none is kept. */
export class Table {
  readonly #flow: Flow;
  readonly #columns: readonly TableColumn[];
  readonly #grid: TableGrid;
  readonly #head: TextLine[][];
  readonly #headTops: number[];
  readonly #headHeight: number;
  #element: StructureElement | null = null;
  #body: StructureElement | null = null;
  #rules: number[] = [];
  #shaded = false;

  /** `folds`: a row may take several lines when the page is too narrow for its columns. */
  constructor(flow: Flow, columns: readonly TableColumn[], { folds = false } = {}) {
    this.#flow = flow;
    this.#columns = columns;
    const { layout } = flow.document;
    this.#grid = tableGrid(columns, layout, flow.page.left, flow.width, folds);
    this.#head = columns.map(({ label }, at) =>
      layout.lines(label, STYLE.cellHead, this.#place(at).width, { direction: 'auto', maxLines: 6 }),
    );
    const { tops, height } = this.#bandTops(this.#head, STYLE.cellHead.leading);
    this.#headTops = tops;
    this.#headHeight = height + 1;
  }

  /** Begins a new page when the table does not fit on this one as a whole. */
  keepTogether(rows: readonly (readonly string[])[]): void {
    const heights = rows.map((cells) => this.#bandTops(this.#cellLines(cells), STYLE.cell.leading).height);
    this.#flow.ensure(heights.reduce((sum, height) => sum + height, this.#headHeight + 1));
  }

  row(cells: readonly string[]): void {
    const lines = this.#cellLines(cells);
    const { tops, height } = this.#bandTops(lines, STYLE.cell.leading);
    if (this.#element === null) {
      this.#flow.ensure(this.#headHeight + height + 1);
      this.#begin();
    } else if (height > this.#flow.room) {
      this.#drawRules();
      this.#flow.newPage();
      this.#flow.page.artifact(() => {
        this.#drawHeadBack();
        for (const at of this.#head.keys()) {
          this.#drawHeadCell(at);
        }
      }, 'Pagination');
      this.#flow.advance(this.#headHeight);
    }
    this.#drawRow(lines, tops, height);
    this.#flow.advance(height);
    this.#rules.push(this.#flow.y);
  }

  end(): void {
    this.#drawRules();
    this.#body?.close();
    this.#element?.close();
    if (this.#element !== null) {
      this.#flow.advance(10);
    }
  }

  #cellLines(cells: readonly string[]): TextLine[][] {
    const maxLines = Math.floor(ROW_LINES_MAX / this.#grid.bands);
    const { layout } = this.#flow.document;
    return cells.map((cell, at) =>
      layout.lines(cell, this.#style(at), this.#place(at).width, { direction: 'auto', maxLines }),
    );
  }

  /** Where each line of a row begins, and how high they are together. */
  #bandTops(lines: readonly TextLine[][], leading: number): { tops: number[]; height: number } {
    const most = new Array<number>(this.#grid.bands).fill(1);
    for (const [at, cell] of lines.entries()) {
      const { band } = this.#place(at);
      most[band] = Math.max(most[band] as number, cell.length);
    }
    const tops: number[] = [];
    let top = PAD_Y;
    for (const count of most) {
      tops.push(top);
      top += count * leading + BAND_GAP;
    }
    return { tops, height: top - BAND_GAP + PAD_Y };
  }

  #begin(): void {
    const { page } = this.#flow;
    this.#element = this.#flow.element.open('Table');
    const head = this.#element.open('THead');
    const row = head.open('TR');
    page.artifact(() => this.#drawHeadBack());
    for (const at of this.#head.keys()) {
      page.tagged(row, 'TH', () => this.#drawHeadCell(at), { attributes: '/A<</O/Table/Scope/Column>>' });
    }
    row.close();
    head.close();
    this.#body = this.#element.open('TBody');
    this.#flow.advance(this.#headHeight);
  }

  #drawHeadBack(): void {
    const { page, y } = this.#flow;
    page.fill(page.left, y, page.contentWidth, this.#headHeight, COLOUR.faint);
    page.line(page.left, y, page.right, y, COLOUR.brand, 1);
    page.line(page.left, y + this.#headHeight, page.right, y + this.#headHeight, COLOUR.brand, 0.5);
  }

  #drawHeadCell(at: number): void {
    const { x, align, width, band } = this.#place(at);
    const lines = this.#head[at] as TextLine[];
    // Heads of one line end level, next to what is below them.
    const bottom = (this.#headTops[band + 1] ?? this.#headHeight - PAD_Y + BAND_GAP) - BAND_GAP;
    const y = this.#flow.y + bottom - lines.length * STYLE.cellHead.leading;
    this.#flow.page.text(lines, x, y, { colour: COLOUR.brand, align, width });
  }

  #drawRow(lines: readonly TextLine[][], tops: readonly number[], height: number): void {
    const { page, y } = this.#flow;
    if (this.#grid.bands > 1) {
      this.#shaded = !this.#shaded;
      if (!this.#shaded) {
        page.artifact(() => page.fill(page.left, y, page.contentWidth, height, COLOUR.zebra));
      }
    }
    const row = (this.#body as StructureElement).open('TR');
    for (const [at, cellLines] of lines.entries()) {
      const { x, align, width, band } = this.#place(at);
      page.tagged(row, 'TD', () => page.text(cellLines, x, y + (tops[band] as number), { align, width }));
    }
    row.close();
  }

  #drawRules(): void {
    const rules = this.#rules;
    if (rules.length === 0) {
      return;
    }
    this.#rules = [];
    const { page } = this.#flow;
    page.artifact(() => {
      for (const y of rules) {
        page.line(page.left, y, page.right, y, COLOUR.rule, 0.4);
      }
    });
  }

  #style(at: number) {
    return this.#columns[at]?.strong ? STYLE.cellHead : STYLE.cell;
  }

  #place(at: number): Placed {
    return this.#grid.placed[at] as Placed;
  }
}
