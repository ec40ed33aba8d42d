/** A strict reader of RFC 4180: CRLF between records, quotes doubled within quotes, nothing after a closing quote. */
export function readCsv(text: string): (string | null)[][] {
  const records: (string | null)[][] = [];
  let record: (string | null)[] = [];
  let at = 0;
  while (at < text.length) {
    let value: string | null;
    if (text[at] === '"') {
      value = '';
      for (at += 1; ; ) {
        const quote = text.indexOf('"', at);
        if (quote === -1) throw new Error('a quote is not closed');
        value += text.slice(at, quote);
        at = quote + 1;
        if (text[at] !== '"') break;
        value += '"';
        at += 1;
      }
    } else {
      const end = /[,\r\n"]/g;
      end.lastIndex = at;
      const stop = end.exec(text)?.index ?? text.length;
      // Without quotes nothing stands for null.
      value = stop === at ? null : text.slice(at, stop);
      at = stop;
    }
    record.push(value);
    if (text[at] === ',') {
      at += 1;
      continue;
    }
    if (text.slice(at, at + 2) !== '\r\n') throw new Error(`expected a comma or CRLF at ${at}`);
    at += 2;
    records.push(record);
    record = [];
  }
  return records;
}
