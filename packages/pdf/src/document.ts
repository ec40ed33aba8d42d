import { outlineObjects, type Place } from './outline.ts';
import { Page } from './page.ts';
import { PdfFile, type WriteBytes } from './pdf-file.ts';
import { pdfDate, pdfNumber, pdfText, reference, references } from './pdf-syntax.ts';
import { StructureTree } from './structure-tree.ts';
import { TextLayout } from './text-layout.ts';
import type { TextStyle } from './text-line.ts';
import { type Colour, PAGE } from './theme.ts';
import { xmpMetadata } from './xmp-metadata.ts';

export interface DocumentOptions {
  title: string;
  author: string;
  /** The program that makes it. */
  creator: string;
  /** Of when it is. Nothing else of the time it is made goes into it: the same content is the same file. */
  as_of: Date;
  /** Draws what stands on every page beside its content, when the page is closed: a running head, its number. */
  furnish?: (page: Page, about: { number: number; is_cover: boolean; layout: TextLayout }) => void;
  /**
   * The words for the number of pages, which is known after the last of them. Where a page calls `total` it shows one
   * shared form, which is written then: no page is kept or laid out again.
   */
  total?: { text: (pages: number) => string; style: TextStyle; colour: Colour };
}

/** Pages per node of the page tree, so that a reader finds one of ten thousand without reading all. */
const PAGES_PER_NODE = 100;

/** A document's pages, from the first byte of its file to the last. */
export class PdfDocument {
  readonly file: PdfFile;
  readonly layout = new TextLayout();
  readonly tree: StructureTree;
  readonly #options: DocumentOptions;
  readonly #nodes: { id: number; pages: number[] }[] = [];
  readonly #outline: { title: string; place: Place }[] = [];
  readonly #resources: number;
  readonly #total: number;
  #pageCount = 0;
  readonly #numbers = new Map<number, { number: number; node: number }>();

  constructor(write: WriteBytes, options: DocumentOptions) {
    this.#options = options;
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

  closePage(page: Page, { cover = false } = {}): void {
    const { number, node } = this.#numbers.get(page.id) as { number: number; node: number };
    this.#options.furnish?.(page, { number, is_cover: cover, layout: this.layout });
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
    const { title, author, creator, as_of } = this.#options;
    this.#totalForm();
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
    const metadata = file.addStream('/Type/Metadata/Subtype/XML', xmpMetadata(title, creator, as_of), false);
    const root = file.add(
      `<</Type/Catalog/Pages ${reference(pages)}/Lang(en)/MarkInfo<</Marked true>>` +
        `/StructTreeRoot ${reference(this.tree.id)}/ViewerPreferences<</DisplayDocTitle true>>` +
        `/PageMode/UseOutlines/Outlines ${reference(outlineObjects(file, this.#outline))}` +
        `/Metadata ${reference(metadata)}>>`,
    );
    const info = file.add(
      `<</Title${pdfText(title)}/Author${pdfText(author)}/Creator${pdfText(creator)}/Producer${pdfText(creator)}` +
        `/CreationDate${pdfDate(as_of)}/ModDate${pdfDate(as_of)}>>`,
    );
    await file.finish(root, info);
  }

  #totalForm(): void {
    const { total } = this.#options;
    const form = '/Type/XObject/Subtype/Form/BBox';
    if (total === undefined) {
      this.file.putStream(this.#total, `${form}[0 0 0 0]/Resources<<>>`, '');
      return;
    }
    const line = this.layout.line(total.text(this.#pageCount), total.style);
    const face = this.layout.fonts.main(total.style.weight);
    const show = line.runs.map((run) => run.operators).join(' ');
    this.file.putStream(
      this.#total,
      `${form}[0 -4 ${pdfNumber(line.width + 4)} 12]/Resources<</Font<</${face.resource} ${face.id(this.file)} 0 R>>>>`,
      `BT ${total.colour} rg /${face.resource} ${total.style.size} Tf ${show} ET`,
    );
  }
}
