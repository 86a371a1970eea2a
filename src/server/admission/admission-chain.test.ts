import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { MetricsRegistry } from '../metrics/index.js';
import { SampleServer } from '../sample-server.test.support.js';
import { AdmissionChain, type AdmissionPlugin, type AdmissionRequest, allOperations, forbiddenBy } from './index.js';

const flunders = '/apis/wardle.example.com/v1/namespaces/a/flunders';
const flunder = (name: string, spec: JsonObject = {}) => ({
  apiVersion: 'wardle.example.com/v1',
  kind: 'Flunder',
  metadata: { name },
  spec,
});

/** Records the requests that it gets, and admits all of them. */
class Recorder implements AdmissionPlugin {
  readonly name = 'Recorder';
  readonly operations = allOperations;
  readonly calls: string[] = [];

  admit(request: AdmissionRequest): void {
    this.calls.push(`admit ${this.#text(request)}`);
  }

  validate(request: AdmissionRequest): void {
    this.calls.push(`validate ${this.#text(request)}`);
  }

  take(): string[] {
    return this.calls.splice(0);
  }

  #text({ attributes, object, old }: AdmissionRequest): string {
    const { operation, kind, resource, subresource, namespace, name, dryRun, options } = attributes;
    const what = `${resource.resource}${subresource && `/${subresource}`}`;
    const objects = `${object ? 'new' : ''}${old ? 'old' : ''}`;
    return [operation, kind.kind, kind.version, what, `${namespace}/${name}`, objects, options['kind'], dryRun && 'dry']
      .filter((part) => part)
      .join(' ');
  }
}

describe('what plug-ins are called with', () => {
  async function started() {
    const recorder = new Recorder();
    const server = await SampleServer.start({ admission: new AdmissionChain({ plugins: [recorder] }) });
    return { recorder, server };
  }

  test('an object from its creation to its end', async () => {
    const { recorder, server } = await started();
    await server.call('POST', flunders, { body: flunder('x') });
    expect(recorder.take()).toEqual([
      'admit CREATE Flunder v1 flunders a/x new CreateOptions',
      'validate CREATE Flunder v1 flunders a/x new CreateOptions',
    ]);
    await server.call('PUT', `${flunders}/x`, { body: flunder('x', { size: 2 }) });
    expect(recorder.take()).toEqual([
      'admit UPDATE Flunder v1 flunders a/x newold UpdateOptions',
      'validate UPDATE Flunder v1 flunders a/x newold UpdateOptions',
    ]);
    await server.call('PATCH', `${flunders}/x/status?dryRun=All`, {
      headers: { 'content-type': 'application/merge-patch+json' },
      body: { status: { phase: 'p' } },
    });
    expect(recorder.take()).toEqual([
      'admit UPDATE Flunder v1 flunders/status a/x newold UpdateOptions dry',
      'validate UPDATE Flunder v1 flunders/status a/x newold UpdateOptions dry',
    ]);
    await server.call('DELETE', `${flunders}/x`);
    expect(recorder.take()).toEqual([
      'admit DELETE Flunder v1 flunders a/x old DeleteOptions',
      'validate DELETE Flunder v1 flunders a/x old DeleteOptions',
    ]);
    await server.close();
  });

  test('objects in the version of the request, whatever they are stored in', async () => {
    const { recorder, server } = await started();
    const target = flunders.replace('/v1/', '/v1alpha1/');
    await server.call('POST', target, {
      body: { apiVersion: 'wardle.example.com/v1alpha1', kind: 'Flunder', metadata: { name: 'x' }, reference: 'r' },
    });
    expect(recorder.take()).toEqual([
      'admit CREATE Flunder v1alpha1 flunders a/x new CreateOptions',
      'validate CREATE Flunder v1alpha1 flunders a/x new CreateOptions',
    ]);
    await server.close();
  });

  test('a name that is generated, when it is known', async () => {
    const { recorder, server } = await started();
    const { json } = await server.call('POST', flunders, { body: { metadata: { generateName: 'x-' } } });
    const name = String(json.metadata['name']);
    expect(recorder.take()).toEqual([
      'admit CREATE Flunder v1 flunders a/ new CreateOptions',
      `validate CREATE Flunder v1 flunders a/${name} new CreateOptions`,
    ]);
    await server.close();
  });

  test('each object of a collection, an update that creates, a scale, a connection', async () => {
    const { recorder, server } = await started();
    for (const name of ['x', 'y']) await server.call('POST', flunders, { body: flunder(name) });
    recorder.take();
    await server.call('DELETE', flunders);
    expect(recorder.take()).toEqual([
      'admit DELETE Flunder v1 flunders a/ old DeleteOptions',
      'admit DELETE Flunder v1 flunders a/ old DeleteOptions',
      'validate DELETE Flunder v1 flunders a/ old DeleteOptions',
      'validate DELETE Flunder v1 flunders a/ old DeleteOptions',
    ]);
    const workshop = '/apis/workshop.example.com/v1/namespaces/a';
    const claim = { apiVersion: 'workshop.example.com/v1', kind: 'Claim', metadata: { name: 'c' } };
    await server.call('PUT', `${workshop}/claims/c`, { body: claim });
    expect(recorder.take()).toEqual([
      'admit CREATE Claim v1 claims a/c new CreateOptions',
      'validate CREATE Claim v1 claims a/c new CreateOptions',
    ]);
    await server.call('POST', `${workshop}/teams`, { body: { metadata: { name: 't' } } });
    await server.call('POST', `${workshop}/workers`, { body: { metadata: { name: 'w' } } });
    recorder.take();
    await server.call('PATCH', `${workshop}/teams/t/scale`, {
      headers: { 'content-type': 'application/merge-patch+json' },
      body: { spec: { replicas: 3 } },
    });
    expect(recorder.take()[0]).toBe('admit UPDATE Scale v1 teams/scale a/t newold UpdateOptions');
    await server.call('GET', `${workshop}/workers/w/log`);
    expect(recorder.take()[0]).toBe('admit CONNECT WorkerLogOptions v1 workers/log a/w new');
    const dry = await server.call('GET', `${workshop}/workers/w/log?dryRun=All`);
    expect([dry.status, dry.json.message]).toEqual([400, 'dryRun is not supported']);
    await server.close();
  });
});

test('a refusal names what is refused, and is counted', async () => {
  const metrics = new MetricsRegistry();
  const plugin: AdmissionPlugin = {
    name: 'No',
    operations: ['CREATE'],
    validate(request) {
      throw forbiddenBy(request, 'not on Sundays');
    },
  };
  const server = await SampleServer.start({ admission: new AdmissionChain({ plugins: [plugin], metrics }) });
  const { status, json } = await server.call('POST', flunders, { body: flunder('x') });
  expect([status, json.message]).toEqual([403, 'flunders.wardle.example.com "x" is forbidden: not on Sundays']);
  expect(metrics.expose()).toContain(
    'apiserver_admission_controller_admission_duration_seconds_count{name="No",operation="CREATE",rejected="true",type="validate"} 1',
  );
  await server.close();
});

test('mutating plug-ins are called again when a later one requests reinvocation', async () => {
  const rounds: string[] = [];
  const defaulter: AdmissionPlugin = {
    name: 'Defaulter',
    operations: allOperations,
    admit(request) {
      rounds.push(`defaulter ${request.isReinvocation}`);
      const { spec } = request.object as { spec: JsonObject };
      if (spec['reference'] === 'changed') spec['size'] = 7;
    },
  };
  const changer: AdmissionPlugin = {
    name: 'Changer',
    operations: allOperations,
    admit(request) {
      const memory = request.memoryOf(this, () => ({ calls: 0 }));
      rounds.push(`changer ${++memory.calls}`);
      const { spec } = request.object as { spec: JsonObject };
      request.object = { ...request.object, spec: { ...spec, reference: 'changed' } };
      request.requestReinvocation();
    },
  };
  const server = await SampleServer.start({ admission: new AdmissionChain({ plugins: [defaulter, changer] }) });
  const { json } = await server.call('POST', flunders, { body: flunder('x') });
  expect(json.spec).toEqual({ reference: 'changed', size: 7 });
  expect(rounds).toEqual(['defaulter false', 'changer 1', 'defaulter true', 'changer 2']);
  await server.close();
});
