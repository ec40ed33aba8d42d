import { crc32, inflateRawSync } from 'node:zlib';

export type XlsxCell = string | number | boolean | null;
export interface XlsxSheet {
  name: string;
  rows: XlsxCell[][];
  /** The style of each cell. */
  styles: (number | null)[][];
  xml: string;
}

/** The parts of a ZIP by its central directory, each checked against its checksum and its own header. */
export function readZip(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.length - 22;
  if (bytes.readUInt32LE(end) !== 0x06054b50) throw new Error('the archive has no end');
  const parts = new Map<string, Buffer>();
  let at = bytes.readUInt32LE(end + 16);
  for (let n = bytes.readUInt16LE(end + 10); n > 0; n--) {
    if (bytes.readUInt32LE(at) !== 0x02014b50) throw new Error('the directory is broken');
    const [crc, compressed, size] = [16, 20, 24].map((offset) => bytes.readUInt32LE(at + offset));
    const nameLength = bytes.readUInt16LE(at + 28);
    const local = bytes.readUInt32LE(at + 42);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    if (bytes.readUInt32LE(local) !== 0x04034b50) throw new Error(`${name} has no header`);
    const begin = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const data = inflateRawSync(bytes.subarray(begin, begin + (compressed as number)));
    if (data.length !== size || crc32(data) !== crc) throw new Error(`${name} is damaged`);
    parts.set(name, data);
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return parts;
}

/** A small strict reader: elements must nest, and only the entities of XML may be there. */
export function requireWellFormed(xml: string): void {
  const open: string[] = [];
  let at = 0;
  for (const match of xml.matchAll(/<(\/?)([\w:]+)((?:\s+[\w:]+="[^"<]*")*)\s*(\/?)>|<\?xml[^>]*\?>\n/g)) {
    requireText(xml.slice(at, match.index));
    at = match.index + match[0].length;
    const [, closing, name = '', attributes = '', empty] = match;
    requireText(attributes);
    if (match[0].startsWith('<?')) continue;
    if (closing) {
      if (open.pop() !== name) throw new Error(`${name} is closed and was not open`);
    } else if (!empty) open.push(name);
  }
  if (open.length > 0 || at !== xml.length) throw new Error('the document has no end');
}

function requireText(text: string): void {
  if (/[<]|&(?!(amp|lt|gt|quot);)|[^\t\n -\ufffd]/.test(text))
    throw new Error(`not XML: ${text.slice(0, 80)}`);
}

export function readXlsx(bytes: Buffer): XlsxSheet[] {
  const parts = readZip(bytes);
  for (const [name, part] of parts) {
    requireWellFormed(part.toString());
    if (part.toString().includes('<f>')) throw new Error(`${name} has a formula`);
  }
  const text = (name: string): string => {
    const part = parts.get(name);
    if (!part) throw new Error(`there is no ${name}`);
    return part.toString();
  };
  const targets = new Map(
    [...text('xl/_rels/workbook.xml.rels').matchAll(/Id="(\w+)"[^>]*Target="([^"]+)"/g)].map(
      ([, id, target]) => [id, target],
    ),
  );
  const types = text('[Content_Types].xml');
  return [...text('xl/workbook.xml').matchAll(/<sheet name="([^"]*)" sheetId="\d+" r:id="(\w+)"\/>/g)].map(
    ([, name = '', id]) => {
      const part = `xl/${targets.get(id)}`;
      if (!types.includes(`PartName="/${part}"`)) throw new Error(`${part} has no type`);
      return readSheet(unescapeXml(name), text(part));
    },
  );
}

function readSheet(name: string, xml: string): XlsxSheet {
  const rows: XlsxCell[][] = [];
  const styles: (number | null)[][] = [];
  for (const [, number, cells = ''] of xml.matchAll(/<row r="(\d+)">(.*?)<\/row>/gs)) {
    const row: XlsxCell[] = [];
    const rowStyles: (number | null)[] = [];
    for (const [, column = '', at, attributes = '', body = ''] of cells.matchAll(
      /<c r="([A-Z]+)(\d+)"([^>]*)>(.*?)<\/c>/gs,
    )) {
      if (at !== number) throw new Error('a cell is in another row');
      const place = [...column].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
      while (row.length < place) row.push(null);
      const value = /<v>(.*?)<\/v>/.exec(body)?.[1];
      if (attributes.includes('t="inlineStr"')) {
        row[place] = unescapeXml(/<t xml:space="preserve">(.*)<\/t>/s.exec(body)?.[1] ?? '');
      } else if (attributes.includes('t="b"')) row[place] = value === '1';
      else row[place] = Number(value);
      rowStyles[place] = Number(/s="(\d+)"/.exec(attributes)?.[1] ?? 0);
    }
    if (Number(number) !== rows.length + 1) throw new Error('a row is missing');
    rows.push(row);
    styles.push(rowStyles);
  }
  return { name, rows, styles, xml };
}

function unescapeXml(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/_x([0-9A-F]{4})_/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** The instant of a date cell. */
export const instantOfSerial = (serial: number): string =>
  new Date(Math.round((serial - 25_569) * 86_400_000)).toISOString();
