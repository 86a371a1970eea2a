import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type Call, call, ProgramProcess, temporaryDirectory } from './program.test.support.js';

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const gadgets = '/apis/example.com/v1/namespaces/default/gadgets';

const gadgetDefinition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'gadgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'gadgets', singular: 'gadget', kind: 'Gadget' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
};

const gadget = (name: string) => ({ apiVersion: 'example.com/v1', kind: 'Gadget', metadata: { name } });

/** One run of the program on some data. */
class Life {
  readonly program: ProgramProcess;
  readonly #directory: string;
  #url = '';

  constructor(directory: string) {
    this.#directory = directory;
    this.program = new ProgramProcess('main', ['--secure-port=0'], directory);
  }

  async ready(): Promise<void> {
    this.#url = await this.program.readyUrl();
  }

  /** The status and body of a response. */
  async ask(path: string, request: Call = {}) {
    const file = (name: string) => readFileSync(join(this.#directory, '.trestle/pki', name));
    const tls = { ca: file('ca.crt'), cert: file('admin.crt'), key: file('admin.key') };
    const { status, body } = await call(`${this.#url}${path}`, { ...tls, ...request });
    return { status, document: status < 300 ? JSON.parse(body) : {} };
  }

  async served(path: string): Promise<void> {
    while ((await this.ask(path)).status !== 200) await sleep(5);
  }

  /** Creates objects until the program is killed; calls `onCreated` for each that was created. */
  async createUntilKilled(prefix: string, onCreated: (name: string, revision: number) => void): Promise<void> {
    try {
      for (let index = 0; ; index++) {
        const name = `${prefix}-${index}`;
        const { status, document } = await this.ask(gadgets, { method: 'POST', body: gadget(name) });
        expect(status).toBe(201);
        onCreated(name, Number(document.metadata.resourceVersion));
      }
    } catch (error) {
      if (!/ECONN|EPIPE|socket|aborted/.test(String(error))) throw error;
    }
  }
}

it('a program that is killed while it writes has kept all that it said it had, and goes on from there', async () => {
  const directory = temporaryDirectory();
  const created: string[] = [];
  let newest = 0;
  for (let round = 0; round < 4; round++) {
    const life = new Life(directory);
    await life.ready();
    if (round === 0) await life.ask(definitions, { method: 'POST', body: gadgetDefinition });
    await life.served(gadgets);
    const { document } = await life.ask(gadgets);
    const names = document.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name);
    expect(names).toEqual(expect.arrayContaining(created));
    expect(Number(document.metadata.resourceVersion)).toBeGreaterThanOrEqual(newest);
    const wanted = created.length + 20;
    const enough = new AbortController();
    const onCreated = (name: string, revision: number) => {
      created.push(name);
      newest = Math.max(newest, revision);
      if (created.length === wanted) enough.abort();
    };
    const writers = ['a', 'b', 'c', 'd'].map((writer) => life.createUntilKilled(`${writer}-${round}`, onCreated));
    if (!enough.signal.aborted) await once(enough.signal, 'abort');
    await life.program.end('SIGKILL');
    await Promise.all(writers);
  }
  expect(created.length).toBeGreaterThanOrEqual(80);
});
