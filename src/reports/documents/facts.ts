import { COLOUR, type Flow, STYLE } from '@lapse/pdf';

const LABEL_WIDTH = 128;

/** Labels and what they stand for, below each other; a table of two columns whose rows have heads. */
export function facts(flow: Flow, entries: readonly (readonly [label: string, value: string])[]): void {
  const { layout } = flow.document;
  const table = flow.element.open('Table');
  for (const [label, value] of entries) {
    const left = layout.lines(label, STYLE.strong, LABEL_WIDTH - 10);
    const right = layout.lines(value, STYLE.body, flow.width - LABEL_WIDTH, {
      direction: 'auto',
      maxLines: 20,
    });
    const height = Math.max(left.length, right.length) * STYLE.body.leading;
    flow.ensure(height + 6);
    const { page, y } = flow;
    const row = table.open('TR');
    const head = (): number => page.text(left, page.left, y + 2.5, { colour: COLOUR.muted });
    page.tagged(row, 'TH', head, { attributes: '/A<</O/Table/Scope/Row>>' });
    page.tagged(row, 'TD', () => page.text(right, page.left + LABEL_WIDTH, y + 2.5));
    row.close();
    page.artifact(() => page.line(page.left, y + height + 6, page.right, y + height + 6, COLOUR.rule, 0.4));
    flow.advance(height + 6);
  }
  table.close();
  flow.advance(8);
}
