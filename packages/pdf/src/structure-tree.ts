import type { PdfFile } from './pdf-file.ts';
import { pdfText, reference, references } from './pdf-syntax.ts';

export interface ElementOptions {
  alt?: string;
  /** Further entries of its dictionary. */
  attributes?: string;
}

/** What a part of the document is: for readers who do not see it, and for programs that take its text out. */
export class StructureElement {
  readonly id: number;
  readonly type: string;
  readonly #file: PdfFile;
  readonly #parent: number;
  readonly #options: ElementOptions;
  readonly #kids: string[] = [];
  #page: number | null = null;

  constructor(file: PdfFile, type: string, parent: number, options: ElementOptions) {
    this.#file = file;
    this.id = file.reserve();
    this.type = type;
    this.#parent = parent;
    this.#options = options;
  }

  open(type: string, options: ElementOptions = {}): StructureElement {
    const child = new StructureElement(this.#file, type, this.id, options);
    this.#kids.push(reference(child.id));
    return child;
  }

  content(page: number, mark: number): void {
    this.#page ??= page;
    this.#kids.push(this.#page === page ? String(mark) : `<</Type/MCR/Pg ${reference(page)}/MCID ${mark}>>`);
  }

  annotation(page: number, annotation: number): void {
    this.#kids.push(`<</Type/OBJR/Pg ${reference(page)}/Obj ${reference(annotation)}>>`);
  }

  close(): void {
    const { alt, attributes = '' } = this.#options;
    this.#file.put(
      this.id,
      `<</S/${this.type}/P ${reference(this.#parent)}` +
        (this.#page === null ? '' : `/Pg ${reference(this.#page)}`) +
        (this.#kids.length === 0
          ? ''
          : `/K${this.#kids.length === 1 ? ` ${this.#kids[0]}` : `[${this.#kids.join(' ')}]`}`) +
        (alt === undefined ? '' : `/Alt${pdfText(alt)}`) +
        `${attributes}>>`,
    );
  }
}

/** The tree of a document. Elements are written when they are closed; what stays is a number per page. */
export class StructureTree {
  readonly id: number;
  readonly document: StructureElement;
  readonly #file: PdfFile;
  readonly #parents: number[] = [];

  constructor(file: PdfFile) {
    this.#file = file;
    this.id = file.reserve();
    this.document = new StructureElement(file, 'Document', this.id, {});
  }

  /** The place in the tree's index for a page or an annotation. */
  reserveKey(): number {
    return this.#parents.push(0) - 1;
  }

  /** Which element each mark of a page belongs to. */
  marks(key: number, elements: readonly number[]): void {
    this.#parents[key] = this.#file.add(references(elements));
  }

  annotation(key: number, element: number): void {
    this.#parents[key] = element;
  }

  finish(): void {
    this.document.close();
    const index = this.#parents.map((id, key) => `${key} ${reference(id)}`).join(' ');
    this.#file.put(
      this.id,
      `<</Type/StructTreeRoot/K ${reference(this.document.id)}/ParentTree<</Nums[${index}]>>` +
        `/ParentTreeNextKey ${this.#parents.length}>>`,
    );
  }
}
