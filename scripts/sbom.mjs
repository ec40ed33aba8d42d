#!/usr/bin/env node
// npm run sbom [FILE]: what Lapse is made of, as CycloneDX: every package that runs in production or is
// part of the dashboard, with its licence.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { inRoot } from './bootstrap/paths.mjs';
import { productionPackages } from './production-packages.mjs';

/** Packages that name none in package.json; what the file that comes with them says. */
const LICENSES = { decko: 'MIT', 'png-js': 'MIT', stickyfill: 'MIT', 'url-template': 'BSD-3-Clause' };

const args = ['sbom', '--sbom-format', 'cyclonedx'];
const npm = process.env.npm_execpath;
const options = {
  cwd: inRoot('.'),
  encoding: 'utf8',
  maxBuffer: 1 << 28,
  stdio: ['ignore', 'pipe', 'inherit'],
};
const text = npm
  ? execFileSync(process.execPath, [npm, ...args], options)
  : execFileSync('npm', args, options);
const bom = JSON.parse(text);
const { name, version, license, description } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
// npm names it after the directory.
Object.assign(bom.metadata.component, {
  name,
  version,
  description,
  type: 'application',
  purl: `pkg:npm/${name}@${version}`,
});
bom.metadata.component.licenses = [{ license: { id: license } }];
// And the packages of this repository after theirs.
for (const component of bom.components) {
  const [own] = /^@lapse\/[a-z-]+/.exec(component['bom-ref']) ?? [];
  if (own) component.name = own;
}
const runs = new Set(
  [...productionPackages({ withDashboard: true }).values()].map((each) => `${each.name}@${each.version}`),
);
bom.components = bom.components.filter((component) => runs.has(`${component.name}@${component.version}`));
const refs = new Set([
  bom.metadata.component['bom-ref'],
  ...bom.components.map((component) => component['bom-ref']),
]);
bom.dependencies = bom.dependencies
  .filter(({ ref }) => refs.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }));
for (const component of bom.components) {
  const known = LICENSES[component.name];
  if (!component.licenses && known) component.licenses = [{ license: { id: known } }];
}
const unknown = bom.components.filter((component) => !component.licenses).map((component) => component.name);
if (unknown.length > 0) {
  process.stderr.write(
    `These packages name no licence; look into them and add it to scripts/sbom.mjs: ${unknown.join(', ')}\n`,
  );
  process.exitCode = 1;
}
const json = `${JSON.stringify(bom, null, 2)}\n`;
if (process.argv[2]) writeFileSync(process.argv[2], json);
else process.stdout.write(json);
