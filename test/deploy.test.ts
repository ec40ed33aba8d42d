import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments, parseDocument } from 'yaml';

/** Without Docker and Helm at hand: what can be said about their files by reading them. */

const ROOT = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const CHART = 'deploy/helm/lapse';
const TEMPLATES = readdirSync(path.join(ROOT, CHART, 'templates')).filter((file) => file.endsWith('.yaml'));
const values = parse(read(`${CHART}/values.yaml`)) as Record<string, unknown>;
const manifest = JSON.parse(read('package.json')) as { version: string; engines: { node: string } };

type Node = Record<string, unknown>;
const at = (node: unknown, ...keys: (string | number)[]): unknown =>
  keys.reduce<unknown>((found, key) => (found as Node | undefined)?.[key], node);

describe('the Dockerfile', () => {
  const lines = read('Dockerfile')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line));
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM')));
  const all = (name: string, from = lines) => from.filter((line) => line.startsWith(`${name} `));

  test('makes an image that runs as a number that is not root, and tells its health', () => {
    expect(all('USER', last)).toEqual([expect.stringMatching(/^USER [1-9]\d{3,}:[1-9]\d{3,}$/)]);
    expect(all('HEALTHCHECK', last)).toHaveLength(1);
    expect(all('ENTRYPOINT', last)).toEqual([expect.stringMatching(/^ENTRYPOINT \["node"/)]);
    expect(all('ADD')).toEqual([]);
    expect(all('RUN', last)).toEqual([]);
    expect(read('Dockerfile')).not.toMatch(/SECRETS_KEY|PASSWORD|DATABASE_URL=/);
  });

  test('copies what is there, and .dockerignore lets it through', () => {
    const allowed = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    const copied = all('COPY')
      .filter((line) => !line.includes('--from'))
      .flatMap((line) => line.split(' ').slice(1, -1));
    expect(copied.length).toBeGreaterThan(4);
    for (const source of copied) {
      expect(existsSync(path.join(ROOT, source)), source).toBe(true);
      expect(allowed).toContain(source);
    }
  });

  test('uses a Node that runs Lapse', () => {
    const [, major] = /node:(\d+)-/.exec(read('Dockerfile')) ?? [];
    expect(Number(major)).toBeGreaterThan(Number(/(\d+)/.exec(manifest.engines.node)?.[1]));
  });
});

test('the compose file starts gateway and worker after the migration, with secrets from files', () => {
  const file = parseDocument(read('deploy/compose.yaml'), { merge: true });
  expect(file.errors).toEqual([]);
  const { services, secrets } = file.toJS() as { services: Record<string, Node>; secrets: Node };
  expect(Object.keys(services).sort()).toEqual(['gateway', 'migrate', 'postgres', 'worker']);
  for (const role of ['gateway', 'worker']) {
    const service = services[role] as Node;
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], command: ['serve', '--role', role] });
    expect(at(service, 'depends_on', 'migrate', 'condition')).toBe('service_completed_successfully');
    // The role that owns the tables is for the migration only.
    expect(service.secrets).not.toContain('owner_password');
  }
  for (const { secrets: used = [] } of Object.values(services) as { secrets?: string[] }[]) {
    for (const name of used) expect(secrets).toHaveProperty(name);
  }
  expect(read('.gitignore')).toMatch(/^deploy\/secrets\/$/m);
});

describe('the Helm chart', () => {
  test('is of the version of the program', () => {
    expect(parse(read(`${CHART}/Chart.yaml`))).toMatchObject({ appVersion: manifest.version });
  });

  test.each([...TEMPLATES, '_helpers.tpl', 'NOTES.txt'])(
    '%s closes what it opens and names values and helpers that exist',
    (file) => {
      const text = read(`${CHART}/templates/${file}`);
      const actions = [...text.matchAll(/\{\{-?\s*([\s\S]*?)\s*-?\}\}/g)].map(
        ([, action]) => action as string,
      );
      expect(text.split('{{').length).toBe(text.split('}}').length);
      const opened = actions.filter((action) => /^(if|with|range|define)\b/.test(action)).length;
      expect(actions.filter((action) => action === 'end')).toHaveLength(opened);
      const helpers = read(`${CHART}/templates/_helpers.tpl`);
      for (const [, name] of text.matchAll(/include "([^"]+)"/g))
        expect(helpers).toContain(`define "${name}"`);
      for (const [, name = ''] of text.matchAll(/\.Values\.([\w.]+)/g)) {
        expect(at(values, ...name.split('.')), `.Values.${name}`).toBeDefined();
      }
    },
  );

  /** As they read when every condition holds and every value is a word; what is filled in block by block is left out. */
  const documents = TEMPLATES.flatMap((file) => {
    const skeleton = read(`${CHART}/templates/${file}`)
      .replace(/^\s*\{\{-?\s*(if|else|end|with|range|include|toYaml)\b.*\}\}\n/gm, '')
      .replace(/\{\{.*?\}\}/g, 'x');
    const parsed = parseAllDocuments(skeleton);
    for (const document of parsed) expect(document.errors, file).toEqual([]);
    return (parsed as { toJS(): Node | null }[])
      .map((document) => document.toJS())
      .filter((document) => document !== null);
  });
  const ofKind = (kind: string): Node[] => documents.filter((document) => document.kind === kind);

  test('has gateways and workers with probes, budgets and policies, and no token', () => {
    const kinds = documents.map((document) => String(document.kind)).sort();
    expect(kinds).toEqual([
      ...['ConfigMap', 'Deployment', 'Deployment', 'HorizontalPodAutoscaler', 'Ingress', 'Job'],
      ...['NetworkPolicy', 'NetworkPolicy', 'PodDisruptionBudget', 'Service', 'ServiceAccount'],
    ]);
    expect(ofKind('ServiceAccount')[0]?.automountServiceAccountToken).toBe(false);
    for (const deployment of ofKind('Deployment')) {
      const pod = at(deployment, 'spec', 'template', 'spec');
      const container = at(pod, 'containers', 0);
      expect(at(pod, 'automountServiceAccountToken')).toBe(false);
      expect(at(container, 'livenessProbe', 'httpGet', 'path')).toBe('/livez');
      expect(at(container, 'readinessProbe', 'httpGet', 'path')).toBe('/readyz');
      expect(at(container, 'args')).toEqual(['serve', '--role', at(container, 'name')]);
      expect(container).toHaveProperty('resources');
      expect(container).toHaveProperty('securityContext');
      // Secrets by reference only, and never those of the migration.
      expect(JSON.stringify(at(container, 'envFrom'))).toContain('secretRef');
      expect(JSON.stringify(deployment)).not.toContain('MIGRATIONS');
    }
    expect(JSON.stringify(ofKind('Job')[0])).toContain('secretKeyRef');
    const hook = at(ofKind('Job')[0], 'metadata', 'annotations') as Node;
    expect(hook['helm.sh/hook']).toBe('pre-install,pre-upgrade');
    const helpers = read(`${CHART}/templates/_helpers.tpl`);
    expect(helpers).toMatch(/runAsNonRoot: true[\s\S]*seccompProfile/);
    expect(helpers).toMatch(
      /allowPrivilegeEscalation: false\nreadOnlyRootFilesystem: true\ncapabilities:\n {2}drop: \[ALL\]/,
    );
    // The user of the image.
    expect(read('Dockerfile')).toContain(`USER ${/runAsUser: (\d+)/.exec(helpers)?.[1]}:`);
  });

  const helm = ['helm'].find((name) => {
    try {
      execFileSync(name, ['version'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  });
  test.skipIf(!helm)(`renders with helm${helm ? '' : ' (skipped: there is none on this machine)'}`, () => {
    const rendered = execFileSync(
      'helm',
      [
        'template',
        'test',
        path.join(ROOT, CHART),
        '--set',
        'gateway.autoscaling.enabled=true',
        '--set',
        'ingress.enabled=true',
      ],
      { encoding: 'utf8' },
    );
    for (const document of parseAllDocuments(rendered)) expect(document.errors).toEqual([]);
  });
});

test('the bill of materials lists every package that runs in production, with its licence', () => {
  const text = execFileSync(process.execPath, [path.join(ROOT, 'scripts/sbom.mjs')], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const bom = JSON.parse(text) as {
    bomFormat: string;
    metadata: Node;
    components: { name: string; version: string; licenses?: unknown[] }[];
  };
  expect(bom.bomFormat).toBe('CycloneDX');
  expect(at(bom.metadata, 'component', 'name')).toBe('lapse');
  const own = bom.components.map(({ name }) => name).filter((name) => name.startsWith('@lapse/'));
  expect(own.sort()).toEqual(['@lapse/embedded-postgres', '@lapse/pdf']);
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<
      string,
      {
        version: string;
        link?: boolean;
        dev?: boolean;
        devOptional?: boolean;
        optional?: boolean;
        peer?: boolean;
      }
    >;
  };
  const listed = new Set(bom.components.map(({ name, version }) => `${name}@${version}`));
  const missing = Object.entries(packages)
    .filter(
      ([place, { link, dev, devOptional, optional, peer }]) =>
        place.includes('node_modules/') && !link && !dev && !devOptional && !optional && !peer,
    )
    .map(([place, { version }]) => `${place.replace(/^.*node_modules\//, '')}@${version}`)
    .filter((name) => !listed.has(name));
  expect(missing).toEqual([]);
  expect([...listed].filter((name) => /^(react-dom|@mantine\/core)@/.test(name))).toHaveLength(2);
  expect(bom.components.filter(({ licenses }) => !licenses?.length).map(({ name }) => name)).toEqual([]);
});
