import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestServer } from './index.js';
import { isMeaningless, meaningless } from './meaningless-metrics.test.support.js';

interface Family {
  readonly type: string;
  readonly labels: Set<string>;
  readonly buckets: Set<string>;
}

const documentFile = new URL('../../docs/metric-families.md', import.meta.url);
const dashboardFile = new URL('../../docs/grafana-dashboard.json', import.meta.url);

let server: TestServer;
let served: ReadonlyMap<string, Family>;

beforeAll(async () => {
  server = await TestServer.start();
  await makeTraffic();
  await scrape();
  // What is counted in the background of a scrape is in the next one.
  served = familiesIn(await scrape());
}, 60_000);
afterAll(() => server.close());

async function scrape(): Promise<string> {
  const response = await server.client.response({ method: 'GET', target: '/metrics' });
  return (await response.body()).toString();
}

/** Requests of each kind, some of which fail. */
async function makeTraffic(): Promise<void> {
  const { client } = server;
  const send = (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    target: string,
    body?: object,
    contentType?: string,
  ) =>
    client
      .response({ method, target, ...(body && { body: body as never }), ...(contentType && { contentType }) })
      .then((response) => response.body())
      .catch(() => undefined);
  const configMaps = '/api/v1/namespaces/default/configmaps';
  await send('POST', `${configMaps}?fieldValidation=Strict`, { metadata: { name: 'a' }, data: { a: 'b' } });
  await send('GET', `${configMaps}/a`);
  await send('GET', `${configMaps}?limit=500`);
  await send('PATCH', `${configMaps}/a`, { data: { x: 'y' } }, 'application/merge-patch+json');
  await send('PUT', `${configMaps}/a`, { metadata: { name: 'a' }, data: { a: 'c' } });
  const initial = 'sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
  await send('GET', `${configMaps}?watch=1&timeoutSeconds=1&${initial}`);
  await send('DELETE', `${configMaps}/a`);
  await send('GET', '/api/v1/endpoints');
  await send('GET', '/apis/nothing.example.com/v1/things');
  await send('POST', '/api/v1/namespaces/default/services', {
    metadata: { name: 's' },
    spec: { type: 'NodePort', ports: [{ port: 80 }] },
  });
  await send('POST', '/api/v1/namespaces/default/services', {
    metadata: { name: 'taken' },
    spec: { type: 'NodePort', clusterIP: '10.0.0.1', ports: [{ port: 80, nodePort: 1 }] },
  });
  await send('POST', '/apis/authentication.k8s.io/v1/tokenreviews', { spec: { token: 'x' } });
  await send('GET', '/readyz?verbose');
}

/** The families of Prometheus' text format. */
function familiesIn(text: string): Map<string, Family> {
  const families = new Map<string, Family>();
  let current: Family | undefined;
  for (const line of text.split('\n')) {
    const [, name = '', type] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
    if (type !== undefined) {
      current = { type, labels: new Set(), buckets: new Set() };
      families.set(name, current);
    } else if (!line.startsWith('#')) {
      for (const [, label = '', value = ''] of line.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)) {
        if (label === 'le') current!.buckets.add(value);
        else current!.labels.add(label);
      }
    }
  }
  return families;
}

/** The table of docs/metric-families.md: name, type, labels, buckets. */
function documented(): Map<string, string> {
  const rows = readFileSync(documentFile, 'utf8').matchAll(/^\| `(\w+)` +\| (\w+) +\| (.*?) +\| (.*?) +\|$/gm);
  return new Map([...rows].map(([, name = '', type, labels, buckets]) => [name, rowOf([type, labels, buckets])]));
}

/** Families that are served only on some systems, or when they have something to count. */
function rareNames(): ReadonlySet<string> {
  const [, section = ''] =
    /## Served when they have something to count([\s\S]*)## Not served/.exec(readFileSync(documentFile, 'utf8')) ?? [];
  return new Set([...section.matchAll(/`(\w+)`/g)].map(([, name = '']) => name));
}

function rowOf(cells: readonly (string | undefined)[]): string {
  return cells.map((cell) => cell?.trim() ?? '').join(' | ');
}

function shown({ type, labels, buckets }: Family): string {
  const bounds = [...buckets].filter((bound) => bound !== '+Inf');
  return rowOf([type, [...labels].sort().join(', '), bounds.join(', ')]);
}

it('every family that is served after usual requests is documented, with its type, labels and buckets', () => {
  const table = documented();
  const differing = [...served]
    .map(([name, family]) => [name, shown(family)] as const)
    .filter(([name, row]) => table.get(name) !== row);
  expect(differing.map(([name, row]) => `| \`${name}\` | ${row} |`)).toEqual([]);
});

it('no family that was served is lost', () => {
  const rare = rareNames();
  const always = [...documented().keys()].filter((name) => !rare.has(name));
  expect(always.filter((name) => !served.has(name))).toEqual([]);
});

it('families of kube-apiserver that are not served are listed with the reason', () => {
  const text = readFileSync(documentFile, 'utf8');
  for (const [name, reason] of Object.entries(meaningless)) expect(text).toContain(`- \`${name}\`: ${reason}`);
  expect([...served.keys()].filter(isMeaningless)).toEqual([]);
});

it('every query of the dashboard names metrics that are served', () => {
  const dashboard = JSON.parse(readFileSync(dashboardFile, 'utf8')) as {
    panels: { title: string; targets?: { expr: string }[] }[];
  };
  const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  expect(queries.length).toBeGreaterThan(20);
  const names = queries.flatMap((query) =>
    [...query.matchAll(/\b([a-z]\w*_\w+)\s*(?=[{[])/g)].map(([, name = '']) => name),
  );
  expect(names.length).toBeGreaterThanOrEqual(queries.length);
  const known = new Set([...served.keys(), ...documented().keys(), ...rareNames()]);
  const isKnown = (name: string) => known.has(name) || known.has(name.replace(/_(?:bucket|sum|count)$/, ''));
  expect(names.filter((name) => !isKnown(name))).toEqual([]);
});
