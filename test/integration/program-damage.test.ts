import { cpSync, readFileSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { damageBytes } from '../../src/storage/embedded/testing/damage.js';
import { type Call, call, ProgramProcess, temporaryDirectory } from './program.test.support.js';

const configMaps = '/api/v1/namespaces/default/configmaps';
const configMap = (name: string) => ({ metadata: { name }, data: { text: `the text of ${name}`.repeat(20) } });

/** A server on a data directory, with its administrator. */
class Server {
  readonly program: ProgramProcess;
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
    this.program = new ProgramProcess('main', ['--secure-port=0', '--controllers='], directory);
  }

  async request(path: string, options: Call = {}) {
    const url = await this.program.readyUrl();
    const file = (name: string) => readFileSync(join(this.#directory, '.trestle/pki', name));
    const tls = { ca: file('ca.crt'), cert: file('admin.crt'), key: file('admin.key') };
    const { status, body } = await call(`${url}${path}`, { ...tls, ...options });
    return { status, body };
  }
}

const run = (directory: string, ...args: string[]) => new ProgramProcess('main', args, directory).ended();
const dataOf = (directory: string) => join(directory, '.trestle/store/data.mdb');

/** A directory with the data of a stopped server. */
async function directoryWithData(): Promise<string> {
  const directory = temporaryDirectory();
  const server = new Server(directory);
  for (const name of ['a', 'b', 'c']) {
    expect((await server.request(configMaps, { method: 'POST', body: configMap(name) })).status).toBe(201);
  }
  expect((await server.program.end()).code).toBe(0);
  return directory;
}

describe('a server with a damaged record', () => {
  it('starts, fails the requests that need the record, and serves everything else', async () => {
    const directory = await directoryWithData();
    damageBytes(join(directory, '.trestle/store'), 'the text of b'.repeat(2));
    const server = new Server(directory);
    expect((await server.request('/readyz')).status).toBe(200);

    const reason = /configmaps\/default\/b at revision \d+ is damaged on disk: its checksum does not match/;
    const damaged = await server.request(`${configMaps}/b`);
    expect([damaged.status, JSON.parse(damaged.body)]).toEqual([
      500,
      expect.objectContaining({ kind: 'Status', code: 500, message: expect.stringMatching(reason) }),
    ]);
    expect(await server.request(configMaps)).toMatchObject({ status: 500, body: expect.stringMatching(reason) });
    const watch = `${configMaps}?watch=true&fieldSelector=metadata.name%3Db&timeoutSeconds=1`;
    expect((await server.request(watch)).body).toMatch(/^\{"type":"ERROR"/);

    for (const name of ['a', 'c']) expect((await server.request(`${configMaps}/${name}`)).status).toBe(200);
    expect((await server.request('/api/v1/namespaces/kube-system/configmaps')).status).toBe(200);
    expect((await server.request('/api/v1/namespaces')).status).toBe(200);
    expect((await server.request(configMaps, { method: 'POST', body: configMap('d') })).status).toBe(201);
    expect((await server.program.end()).code).toBe(0);

    const found = await run(directory, 'doctor');
    expect([found.code, found.stderr]).toEqual([
      1,
      expect.stringMatching(/^damaged: .*\/b, revision \d+: its value is damaged\n$/),
    ]);
    expect(found.stdout).toContain('1 problem\n');
    expect(await run(directory, 'snapshot', 'save', 'one')).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^saved one at revision \d+/),
      stderr: expect.stringContaining('its value is damaged'),
    });
    const removed = await run(directory, 'doctor', '--remove-damaged');
    expect([removed.code, removed.stdout]).toEqual([
      1,
      expect.stringMatching(/\nremoved \S*\/configmaps\/default\/b\n$/),
    ]);
    expect(await run(directory, 'doctor')).toMatchObject({ code: 0, stdout: expect.stringMatching(/\nsound\n$/) });
    const mended = await new Server(directory).request(configMaps);
    expect(JSON.parse(mended.body).items.map((item: { metadata: { name: string } }) => item.metadata.name)).toEqual([
      'a',
      'c',
      'd',
    ]);
  });
});

describe('a server whose data file', () => {
  it('is damaged, missing or another one ends with 1 and one line that says what to do', async () => {
    const [whole, other] = [await directoryWithData(), await directoryWithData()];
    const half = Math.floor(statSync(dataOf(whole)).size / 2);
    const noise = Buffer.alloc(statSync(dataOf(whole)).size - 8192, 0xa5);
    const cases: [string, (file: string) => void, RegExp][] = [
      ['is cut to half', (file) => truncateSync(file, half), /is damaged: .*trestle snapshot restore --replace/],
      ['is cut to 100 bytes', (file) => truncateSync(file, 100), /is damaged: the file ends after 100 bytes/],
      ['is emptied', (file) => truncateSync(file, 0), /is empty, but store\.json shows that there was a store/],
      ['is gone', (file) => rmSync(file), /is missing, but store\.json shows that there was a store/],
      ['is that of another store', (file) => cpSync(dataOf(other), file), /is not the store that store\.json/],
      [
        'is noise but for its meta pages',
        (file) => writeFileSync(file, Buffer.concat([readFileSync(file).subarray(0, 8192), noise])),
        /is damaged: page \d+ .*'trestle doctor'/,
      ],
    ];
    for (const [name, damage, message] of cases) {
      const directory = temporaryDirectory();
      cpSync(join(whole, '.trestle'), join(directory, '.trestle'), { recursive: true });
      damage(dataOf(directory));
      const { code, stderr } = await run(directory, 'start', '--secure-port=0');
      expect([code, stderr], name).toEqual([1, expect.stringMatching(/^trestle: [^\n]+\n$/)]);
      expect(stderr, name).toMatch(message);
    }
    // Following the printed advice is enough.
    expect(await run(whole, 'snapshot', 'save', 'good')).toMatchObject({ code: 0 });
    truncateSync(dataOf(whole), half);
    expect(await run(whole, 'snapshot', 'save', 'bad')).toMatchObject({ code: 1 });
    expect(await run(whole, 'doctor')).toMatchObject({ code: 1, stderr: expect.stringMatching(/^damaged: /) });
    expect(await run(whole, 'snapshot', 'restore', 'good', '--replace')).toMatchObject({ code: 0 });
    expect(await run(whole, 'doctor')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/\nsound\n$/),
      stderr: '',
    });
    const server = new Server(whole);
    expect((await server.request(`${configMaps}/c`)).status).toBe(200);
    expect(await run(whole, 'doctor', '--remove-damaged')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is in use by process'),
    });
  });
});

describe('a snapshot', () => {
  it('is verified, and what is damaged is not restored', async () => {
    const directory = await directoryWithData();
    expect(await run(directory, 'snapshot', 'save', 'good')).toMatchObject({ code: 0, stderr: '' });
    const good = readFileSync(join(directory, 'good'));
    expect(statSync(join(directory, 'good')).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600);
    expect(await run(directory, 'snapshot', 'verify', 'good')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^good is sound at revision \d+, \d+ objects\n$/),
    });
    const flipped = Buffer.from(good);
    flipped[20_000] = flipped[20_000]! ^ 4;
    const files = { empty: Buffer.alloc(0), cut: good.subarray(0, 30_000), flipped, garbage: Buffer.alloc(9000, 'x') };
    const before = readFileSync(dataOf(directory));
    for (const [name, bytes] of Object.entries(files)) {
      writeFileSync(join(directory, name), bytes);
      for (const args of [
        ['verify', name],
        ['restore', name, '--replace'],
      ]) {
        const { code, stderr } = await run(directory, 'snapshot', ...args);
        expect([code, stderr], `${args}`).toEqual([
          1,
          expect.stringMatching(/^trestle: [^\n]* is no snapshot, or damaged: [^\n]*\n$/),
        ]);
      }
    }
    expect(readFileSync(dataOf(directory)).equals(before)).toBe(true);
    renameSync(dataOf(directory), join(directory, 'aside'));
    expect(await run(directory, 'snapshot', 'restore', 'good')).toMatchObject({ code: 0 });
    expect((await new Server(directory).request(`${configMaps}/a`)).status).toBe(200);
  });

  it('and the doctor explain themselves', async () => {
    const directory = temporaryDirectory();
    expect((await run(directory, 'snapshot', '--help')).stdout).toContain('trestle snapshot verify FILE');
    expect((await run(directory, 'doctor', '--help')).stdout).toContain('Exit code: 0 if there are no problems');
    expect(await run(directory, 'doctor')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('there is no data in'),
    });
    expect(await run(directory, 'doctor', 'who')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('usage: '),
    });
    expect(await run(directory, 'snapshot', 'save', 'one', '--replace')).toMatchObject({ code: 1 });
  });
});
