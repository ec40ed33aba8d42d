import { getDocumentProxy } from 'unpdf';

export interface TextPiece {
  text: string;
  x: number;
  /** From the lower edge of the page. */
  y: number;
  width: number;
}

interface RawText {
  str: string;
  width: number;
  transform: [number, number, number, number, number, number];
}

export interface Tag {
  type: string;
  alt: string | undefined;
  children: Tag[];
}

/** A document as another program reads it. */
export class ReadPdf {
  readonly #document: Awaited<ReturnType<typeof getDocumentProxy>>;

  private constructor(document: Awaited<ReturnType<typeof getDocumentProxy>>) {
    this.#document = document;
  }

  static async open(bytes: Uint8Array): Promise<ReadPdf> {
    return new ReadPdf(await getDocumentProxy(Uint8Array.from(bytes)));
  }

  get pageCount(): number {
    return this.#document.numPages;
  }

  async pieces(page: number): Promise<TextPiece[]> {
    const { items } = (await (await this.#document.getPage(page)).getTextContent()) as { items: RawText[] };
    return items
      .filter(({ str }) => str.trim() !== '')
      .map(({ str, transform, width }) => ({ text: str, x: transform[4], y: transform[5], width }));
  }

  /** All that can be read on a page, pieces joined by one space. */
  async text(page: number): Promise<string> {
    return (await this.pieces(page)).map(({ text }) => text.trim()).join(' ');
  }

  async allText(): Promise<string> {
    const pages: string[] = [];
    for (let page = 1; page <= this.pageCount; page++) {
      pages.push(await this.text(page));
    }
    return pages.join('\n');
  }

  async size(page: number): Promise<[number, number]> {
    const [, , width, height] = (await this.#document.getPage(page)).view;
    return [width as number, height as number];
  }

  async tags(page: number): Promise<Tag[]> {
    const tree = await (await this.#document.getPage(page)).getStructTree();
    return tree === null ? [] : (tree.children as object[]).flatMap(tagOf);
  }

  async outline(): Promise<string[]> {
    const entries: { title: string }[] = (await this.#document.getOutline()) ?? [];
    return entries.map(({ title }) => title);
  }

  async metadata(): Promise<Record<string, unknown>> {
    return (await this.#document.getMetadata()).info as Record<string, unknown>;
  }

  async links(page: number): Promise<number> {
    return (await (await this.#document.getPage(page)).getAnnotations()).length;
  }
}

function tagOf(node: { role?: string; alt?: string; children?: object[] }): Tag[] {
  return node.role === undefined
    ? []
    : [{ type: node.role, alt: node.alt, children: (node.children ?? []).flatMap(tagOf) }];
}

/** The types of all elements below, in reading order. */
export function typesOf(tags: readonly Tag[]): string[] {
  return tags.flatMap((tag) => [tag.type, ...typesOf(tag.children)]);
}
