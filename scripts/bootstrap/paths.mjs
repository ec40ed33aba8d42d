import { fileURLToPath } from 'node:url';

export const root = new URL('../../', import.meta.url);

/** A file of the checkout, by its path from the top. */
export function inRoot(relative) {
  return fileURLToPath(new URL(relative, root));
}
