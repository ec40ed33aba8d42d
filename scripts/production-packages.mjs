import { readFileSync } from 'node:fs';
import { inRoot } from './bootstrap/paths.mjs';

/**
 * The places in package-lock.json of every package that the service needs to run, in the order in which they are
 * reached. npm's own `--omit dev` leaves out of a bill of materials what a development tool needs too, pg and jose among them.
 */
export function productionPackages({ goesInto = () => true, withDashboard = false } = {}) {
  const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));
  const found = new Map();
  const visit = (from) => {
    const {
      dependencies = from === DASHBOARD ? bundled(packages[from]) : {},
      optionalDependencies,
      peerDependencies = {},
      peerDependenciesMeta = {},
    } = packages[from];
    const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const place = findPackage(packages, from, name);
      if (place === null || found.has(place)) continue;
      // A package of this repository is linked; what it needs stands where it is.
      const home = packages[place].link ? packages[place].resolved : place;
      found.set(place, { name, version: packages[home].version });
      if (goesInto(name)) visit(home);
    }
  };
  visit('');
  // Its packages are not installed where Lapse runs: they are in the files that browsers get.
  if (withDashboard) visit(DASHBOARD);
  return found;
}

const DASHBOARD = 'dashboard';

/** What the dashboard is made of, without the tools that make it. */
function bundled({ devDependencies }) {
  return Object.fromEntries(
    Object.entries(devDependencies).filter(([name]) => !/^@(types|vitejs)\//.test(name)),
  );
}

/** Where Node would find a package that one at this place asks for. */
function findPackage(packages, from, name) {
  for (
    let at = from;
    ;
    at = at.includes('/node_modules/') ? at.slice(0, at.lastIndexOf('/node_modules/')) : ''
  ) {
    const place = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (packages[place]) return place;
    if (at === '') return null;
  }
}
