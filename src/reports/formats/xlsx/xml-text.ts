export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const NEEDS_ESCAPE = /[&<>"]|[^\t\n -\ufffd]|_x[0-9A-Fa-f]{4}_/;
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** What XML cannot hold is written as _xHHHH_; a text that looks like that gets its underline written so. */
export function escapeXml(text: string): string {
  if (!NEEDS_ESCAPE.test(text)) return text;
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(
      /[^\t\n -\ufffd]/g,
      (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replace(/[&<>"]/g, (character) => ENTITIES[character] as string);
}
