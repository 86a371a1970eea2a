import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { MaybePromise } from '../../apimachinery/scheme/index.js';
import { type AuditBackend, Auditor, type AuditRecord, decodeAuditPolicy } from '../audit/index.js';
import { alwaysUser } from '../authentication/index.js';
import { MetricsRegistry } from '../metrics/index.js';
import { SampleServer } from '../sample-server.test.support.js';

/** Stores records when the test allows it, or not at all. */
class GatedBackend implements AuditBackend {
  readonly stages: string[] = [];
  isWorking = true;
  #held: { readonly stage: string; readonly release: () => void } | undefined;
  #holds = '';
  #onHeld: () => void = () => undefined;

  process(records: readonly AuditRecord[]): MaybePromise<boolean> {
    const { stage } = JSON.parse(records[0]!.json);
    if (stage !== this.#holds) {
      this.stages.push(stage);
      return this.isWorking;
    }
    return new Promise((resolve) => {
      const release = (): void => {
        this.stages.push(stage);
        resolve(this.isWorking);
      };
      this.#held = { stage, release };
      this.#onHeld();
    });
  }

  /** Resolves when a record of the stage is waiting to be stored. */
  hold(stage: string): Promise<void> {
    this.#holds = stage;
    return new Promise((resolve) => {
      this.#onHeld = resolve;
    });
  }

  release(): void {
    this.#holds = '';
    this.#held?.release();
  }

  async close(): Promise<void> {}
}

const target = '/apis/wardle.example.com/v1/namespaces/a/flunders';
const flunder = { apiVersion: 'wardle.example.com/v1', kind: 'Flunder', metadata: { name: 'x' } };
const failure = {
  mutate: async () => {
    throw new TypeError('a mistake');
  },
  validate: async () => undefined,
};

let backend: GatedBackend;
let metrics: MetricsRegistry;
let server: SampleServer;

beforeEach(() => {
  backend = new GatedBackend();
  metrics = new MetricsRegistry();
});
afterEach(() => server.close());

async function start(options: Parameters<typeof SampleServer.start>[0] = {}): Promise<void> {
  const policy = decodeAuditPolicy('apiVersion: audit.k8s.io/v1\nkind: Policy\nrules: [{level: Metadata}]');
  const audit = new Auditor({ policy, backends: [backend], metrics });
  server = await SampleServer.start({
    authenticator: alwaysUser({ name: 'jane', groups: [] }),
    onError: () => undefined,
    audit,
    ...options,
  });
}

describe('what follows a stage waits until that is stored:', () => {
  test.each([
    ['a request for its arrival', 'RequestReceived', 'POST', target, {}],
    ['an answer for its end', 'ResponseComplete', 'POST', target, {}],
    ['a failure for its end', 'ResponseComplete', 'GET', `${target}/none`, {}],
    ['a mistake of the server for its record', 'Panic', 'POST', target, { admission: failure }],
    ['the beginning of a watch for its record', 'ResponseStarted', 'GET', `${target}?watch=1&timeoutSeconds=1`, {}],
    ['the end of a watch for its record', 'ResponseComplete', 'GET', `${target}?watch=1&timeoutSeconds=1`, {}],
    ['a refusal for its record', 'ResponseStarted', 'GET', `${target}?timeout=5`, {}],
  ])('%s', async (_title, stage, method, path, options) => {
    await start(options);
    const held = backend.hold(stage);
    const response = server.call(method, path, method === 'POST' ? { body: flunder } : {});
    await held;
    const hasResponse = await Promise.race([
      response.then(() => true),
      new Promise((done) => setImmediate(done, false)),
    ]);
    expect([hasResponse, backend.stages.includes(stage)]).toEqual([false, false]);
    backend.release();
    await response;
    expect(backend.stages).toContain(stage);
  });
});

describe('where nothing can be stored', () => {
  test('requests are refused before anything is done, and counted', async () => {
    await start();
    backend.isWorking = false;
    const { status, headers, text } = await server.call('POST', target, { body: flunder });
    expect([status, headers['content-type'], text]).toEqual([
      500,
      'text/plain; charset=utf-8',
      `Internal Server Error: "${target}": failed to store audit event\n`,
    ]);
    expect(backend.stages).toEqual(['RequestReceived']);
    expect(metrics.expose()).toContain('apiserver_audit_requests_rejected_total 1\n');
    backend.isWorking = true;
    expect((await server.call('GET', `${target}/x`)).status).toBe(404);
  });

  test('completed operations are still reported to the client', async () => {
    await start();
    const held = backend.hold('ResponseComplete');
    const response = server.call('POST', target, { body: flunder });
    await held;
    backend.isWorking = false;
    backend.release();
    expect((await response).status).toBe(201);
  });
});
