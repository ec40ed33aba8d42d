import type { Page } from './page.ts';
import type { PdfFile } from './pdf-file.ts';
import { pdfNumber, pdfText, reference } from './pdf-syntax.ts';

export interface Place {
  page: Page;
  y: number;
}

/** A place in the document, as links and bookmarks name it. */
export function destination({ page, y }: Place): string {
  return `[${reference(page.id)}/XYZ ${pdfNumber(page.left)} ${pdfNumber(page.height - y)} null]`;
}

/** The bookmarks beside the document, one per section. */
export function outlineObjects(file: PdfFile, entries: readonly { title: string; place: Place }[]): number {
  const root = file.reserve();
  const ids = entries.map(() => file.reserve());
  for (const [at, { title, place }] of entries.entries()) {
    file.put(
      ids[at] as number,
      `<</Title${pdfText(title)}/Parent ${reference(root)}/Dest${destination(place)}` +
        (at > 0 ? `/Prev ${reference(ids[at - 1] as number)}` : '') +
        (at < ids.length - 1 ? `/Next ${reference(ids[at + 1] as number)}` : '') +
        '>>',
    );
  }
  const ends =
    ids.length === 0
      ? ''
      : `/First ${reference(ids[0] as number)}/Last ${reference(ids.at(-1) as number)}/Count ${ids.length}`;
  file.put(root, `<</Type/Outlines${ends}>>`);
  return root;
}
