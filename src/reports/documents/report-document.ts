import { organisationOf, type ReportHead, type WriteBytes } from '../content.rules.ts';
import { outlineObjects } from '../formats/pdf/outline.ts';
import { Page } from '../formats/pdf/page.ts';
import { PdfFile } from '../formats/pdf/pdf-file.ts';
import { pdfDate, pdfNumber, pdfText, reference, references } from '../formats/pdf/pdf-syntax.ts';
import { StructureTree } from '../formats/pdf/structure-tree.ts';
import { TextLayout } from '../formats/pdf/text-layout.ts';
import { PAGE } from '../formats/pdf/theme.ts';
import { xmpMetadata } from '../formats/pdf/xmp-metadata.ts';
import { footer, runningHead, totalForm } from './page-furniture.ts';

export interface Place {
  page: Page;
  y: number;
}

/** Pages per node of the page tree, so that a reader finds one of ten thousand without reading all. */
const PAGES_PER_NODE = 100;

/** A report's pages, from the first byte of its file to the last. */
export class ReportDocument {
  readonly head: ReportHead;
  readonly file: PdfFile;
  readonly layout = new TextLayout();
  readonly tree: StructureTree;
  readonly #nodes: { id: number; pages: number[] }[] = [];
  readonly #outline: { title: string; place: Place }[] = [];
  readonly #resources: number;
  readonly #total: number;
  #pageCount = 0;
  readonly #numbers = new Map<number, { number: number; node: number }>();

  constructor(write: WriteBytes, head: ReportHead) {
    this.head = head;
    this.file = new PdfFile(write);
    this.tree = new StructureTree(this.file);
    this.#resources = this.file.reserve();
    this.#total = this.file.reserve();
  }

  /** Pages appear in the order in which they are opened, whenever they are closed. */
  openPage(landscape = false): Page {
    const id = this.file.reserve();
    let node = this.#nodes.at(-1);
    if (node === undefined || node.pages.length === PAGES_PER_NODE) {
      node = { id: this.file.reserve(), pages: [] };
      this.#nodes.push(node);
    }
    node.pages.push(id);
    this.#pageCount += 1;
    this.#numbers.set(id, { number: this.#pageCount, node: node.id });
    return landscape ? new Page(id, PAGE.long, PAGE.short) : new Page(id, PAGE.short, PAGE.long);
  }

  numberOf(page: Page): number {
    return this.#numbers.get(page.id)?.number ?? 0;
  }

  closePage(page: Page, options: { cover?: boolean } = {}): void {
    const { number, node } = this.#numbers.get(page.id) as { number: number; node: number };
    if (!options.cover) {
      runningHead(page, this.head, this.layout);
    }
    footer(page, this.head, number, this.layout);
    const key = this.tree.reserveKey();
    this.tree.marks(key, page.marks);
    const contents = this.file.addStream('', page.takeContent());
    const annotations = page.annotations.length === 0 ? '' : `/Annots${references(page.annotations)}`;
    this.file.put(
      page.id,
      `<</Type/Page/Parent ${reference(node)}/MediaBox[0 0 ${pdfNumber(page.width)} ${pdfNumber(page.height)}]` +
        `/Resources ${reference(this.#resources)}/Contents ${reference(contents)}` +
        `/StructParents ${key}/Tabs/S${annotations}>>`,
    );
  }

  bookmark(title: string, place: Place): void {
    this.#outline.push({ title, place });
  }

  async finish(): Promise<void> {
    const { file } = this;
    totalForm(file, this.#total, this.#pageCount, this.layout);
    this.tree.finish();
    file.put(
      this.#resources,
      `<</Font<<${this.layout.fonts.resources(file)}>>/XObject<</Total ${reference(this.#total)}>>>>`,
    );
    this.layout.fonts.embed(file);
    const pages = file.reserve();
    for (const { id, pages: kids } of this.#nodes) {
      file.put(id, `<</Type/Pages/Parent ${reference(pages)}/Kids${references(kids)}/Count ${kids.length}>>`);
    }
    const nodes = references(this.#nodes.map(({ id }) => id));
    file.put(pages, `<</Type/Pages/Kids${nodes}/Count ${this.#pageCount}>>`);
    const title = `${this.head.title} – ${organisationOf(this.head)}`;
    const asOf = new Date(this.head.as_of);
    const metadata = file.addStream('/Type/Metadata/Subtype/XML', xmpMetadata(title, asOf), false);
    const root = file.add(
      `<</Type/Catalog/Pages ${reference(pages)}/Lang(en)/MarkInfo<</Marked true>>` +
        `/StructTreeRoot ${reference(this.tree.id)}/ViewerPreferences<</DisplayDocTitle true>>` +
        `/PageMode/UseOutlines/Outlines ${reference(outlineObjects(file, this.#outline))}` +
        `/Metadata ${reference(metadata)}>>`,
    );
    const info = file.add(
      `<</Title${pdfText(title)}/Author${pdfText(this.head.requested_by)}/Creator(Lapse)/Producer(Lapse)` +
        `/CreationDate${pdfDate(asOf)}/ModDate${pdfDate(asOf)}>>`,
    );
    await file.finish(root, info);
  }
}
