/**
 * The first rows of a CSV file (RFC 4180), the first of them being the names. Of a file that was cut off, a last row that may
 * not be whole is left out.
 */
export function csvHead(
  text: string,
  { rows_max, is_whole }: { rows_max: number; is_whole: boolean },
): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = '';
  let isQuoted = false;
  const endRow = () => {
    rows.push([...row, field]);
    row = [];
    field = '';
  };
  for (let at = 0; at < text.length && rows.length < rows_max; at += 1) {
    const character = text[at] as string;
    if (isQuoted) {
      if (character !== '"') field += character;
      else if (text[at + 1] === '"') {
        field += '"';
        at += 1;
      } else isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === ',') {
      row.push(field);
      field = '';
    } else if (character === '\n') endRow();
    else if (character !== '\r') field += character;
  }
  if (is_whole && rows.length < rows_max && (field !== '' || row.length > 0)) endRow();
  // A byte order mark is no part of the first name.
  if (rows[0]?.[0] !== undefined) rows[0][0] = rows[0][0].replace(/^\uFEFF/, '');
  return rows;
}
