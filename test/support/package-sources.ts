import { fileURLToPath } from 'node:url';

/** Tests run the sources of this repository's packages, not what was built of them. */
export const PACKAGE_SOURCES = [
  {
    find: /^@lapse\/([a-z-]+)$/,
    replacement: fileURLToPath(new URL('../../packages/$1/src/index.ts', import.meta.url)),
  },
];
