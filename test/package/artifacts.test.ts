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
    const copied = last.filter(([name]) => name === 'COPY').map(([, text]) => text.split(' ').slice(-2));
    // A link that is copied by name becomes a file, one within a directory stays what it is.
    expect(copied).toEqual([
      ['/image', '/'],
      ['/data', '/data'],
    ]);
    const built = read('Dockerfile').slice(0, read('Dockerfile').lastIndexOf('\nFROM '));
    const [node, main] = JSON.parse(argumentOf('ENTRYPOINT')) as [string, string];
    expect(built).toContain(`cp ${node} /image/usr/local/bin/`);
    expect(built).toContain(`ln -s ${main} /image/usr/local/bin/trestle`);
    expect(built).toContain('node tools/release/build-tree.mjs /image/trestle');
    expect(main.replace('/trestle/', '')).toBe(JSON.parse(read('package.json')).bin.trestle);
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
