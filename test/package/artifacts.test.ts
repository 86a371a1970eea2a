// What can be said about the container image and the manifest without an engine and a cluster. The files of the image are started
// by `npm run package -- --full`.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8');

describe('the Dockerfile', () => {
  const instructions = read('Dockerfile')
    .split('\n')
    .filter((line) => /^[A-Z]+ /.test(line))
    .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)] as const);
  const last = instructions.slice(instructions.findLastIndex(([name]) => name === 'FROM'));
  const argumentOf = (name: string) => last.find(([other]) => other === name)?.[1] ?? '';

  it('ends with an image without npm, whose user is not root', () => {
    expect(argumentOf('FROM')).toBe('debian:bookworm-slim');
    expect(last.filter(([name]) => name === 'RUN')).toEqual([]);
    expect(Number(argumentOf('USER').split(':')[0])).toBeGreaterThan(1000);
  });

  it('starts files that the build has put there', () => {
    const copied = last.filter(([name]) => name === 'COPY').map(([, text]) => text.split(' ').at(-1));
    expect(copied).toEqual(['/usr/local/bin/node', '/usr/local/bin/trestle', '/trestle', '/data']);
    const [node, main] = JSON.parse(argumentOf('ENTRYPOINT')) as [string, string];
    expect(copied).toContain(node);
    expect(main.replace('/trestle/', '')).toBe(JSON.parse(read('package.json')).bin.trestle);
    expect(instructions.map(([, text]) => text).join('\n')).toContain('node tools/release/build-tree.mjs /trestle');
  });

  it('keeps its data in a volume that the user can write to', () => {
    expect(argumentOf('VOLUME')).toBe('/data');
    expect(JSON.parse(argumentOf('CMD'))).toContain('--data-dir=/data');
    expect(last.some(([name, text]) => name === 'COPY' && /--chown=65532:65532 \/data \/data/.test(text))).toBe(true);
    // The user has no entry in /etc/passwd, and so no home of its own.
    expect(argumentOf('ENV')).toBe('HOME=/data');
  });
});

it('the manifest is accepted by a server, and its pods by the restricted Pod Security Standard', async () => {
  const { TestServer } = await import('trestle/testing' as string);
  const server = await TestServer.start();
  try {
    await server.load(`${root}/examples/deployment/trestle.yaml`);
    const deployments = server.client.resource({ group: 'apps', version: 'v1', resource: 'deployments' }, 'trestle');
    const { spec } = (await deployments.get('trestle')) as unknown as {
      spec: { template: { spec: object; metadata: object } };
    };
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { ...spec.template.metadata, name: 'one' },
      spec: spec.template.spec,
    };
    const pods = server.client.resource({ group: '', version: 'v1', resource: 'pods' }, 'trestle');
    expect(await pods.create(pod)).toMatchObject({ metadata: { name: 'one' } });
  } finally {
    await server.close();
  }
});
