/** How values are spelled in a PDF file. */

export function pdfNumber(value: number): string {
  const rounded = Math.round(value * 1000) / 1000;
  return Object.is(rounded, -0) ? '0' : String(rounded);
}

/** A text string: plain where ASCII is enough, else UTF-16. A half of a surrogate pair cannot be spelled. */
export function pdfText(value: string): string {
  if (/^[\x20-\x7e]*$/.test(value)) {
    return `(${value.replace(/[\\()]/g, '\\$&')})`;
  }
  return `<feff${Buffer.from(value.toWellFormed(), 'utf16le').swap16().toString('hex')}>`;
}

export function pdfDate(instant: Date): string {
  return `(D:${instant.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z)`;
}

export function reference(id: number): string {
  return `${id} 0 R`;
}

export function references(ids: readonly number[]): string {
  return `[${ids.map(reference).join(' ')}]`;
}
