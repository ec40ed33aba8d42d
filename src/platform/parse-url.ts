/** Null: it is no URL. Not by `URL.canParse`, which in Node 20 refuses letters beyond ASCII after some 2,000 calls. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
