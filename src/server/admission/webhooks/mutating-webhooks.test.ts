import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../apimachinery/meta/index.js';
import { allOperations } from '../plugin.js';
import { answered, flunder, flunders, patchOf, type Review, WebhookBench } from './webhooks.test.support.js';

let bench: WebhookBench;
/** Mutation by an in-tree plug-in, which runs before the webhooks. */
let inTree: (object: JsonObject) => void = () => undefined;

beforeAll(async () => {
  const plugin = {
    name: 'InTree',
    operations: allOperations,
    admit: ({ object }: { object: JsonObject | undefined }) => object && inTree(object),
  };
  bench = await WebhookBench.start({ plugins: [plugin] });
});
afterAll(() => bench.close());
beforeEach(() => {
  inTree = () => undefined;
  bench.reset();
});

let count = 0;
const newName = (): string => `m${++count}`;

/** Responds with a patch. */
function patching(...operations: JsonObject[]): (review: Review) => JsonObject {
  return (review) => answered(review, patchOf(operations));
}

const setSize = (size: number): JsonObject => ({ op: 'add', path: '/spec/size', value: size });

describe('a mutating webhook', () => {
  test('changes what is stored, and validating ones see it', async () => {
    bench.answer({ a: patching(setSize(5), { op: 'add', path: '/metadata/labels', value: { by: 'a' } }) });
    bench.mutating.set(['c', bench.hook('a')]);
    bench.validating.set(['c', bench.hook('v')]);
    const { status, json } = await bench.create(flunder('changed'));
    expect([status, json.spec, json.metadata['labels']]).toEqual([201, { size: 5 }, { by: 'a' }]);
    expect(bench.webhook.reviews[1]!.request.object['spec']).toEqual({ size: 5 });
    expect((await bench.call('GET', `${flunders}/changed`)).json.spec).toEqual({ size: 5 });
  });

  test('is called in the order of the names of configurations', async () => {
    const append = (name: string) => (review: Review) => {
      const { reference = '' } = review.request.object['spec'] as { reference?: string };
      return answered(review, patchOf([{ op: 'add', path: '/spec/reference', value: `${reference}${name}` }]));
    };
    bench.answer({ a1: append('1'), a2: append('2'), b: append('3') });
    bench.mutating.set(['b', bench.hook('b')], ['a', bench.hook('a1'), bench.hook('a2')]);
    expect((await bench.create(flunder(newName()))).json.spec['reference']).toBe('123');
    expect(bench.called).toEqual(['a1', 'a2', 'b']);
  });

  test('of another version changes what it sees, and that is converted back', async () => {
    const rules = [{ operations: ['CREATE'], apiGroups: ['*'], apiVersions: ['v1alpha1'], resources: ['flunders'] }];
    bench.answer({ a: patching({ op: 'replace', path: '/reference', value: 'other' }), b: patching(setSize(3)) });
    bench.mutating.set(['c', bench.hook('a', { rules }), bench.hook('b')]);
    const { json } = await bench.create(flunder(newName(), { reference: 'own' }));
    expect(json).toMatchObject({ apiVersion: 'wardle.example.com/v1', spec: { reference: 'other', size: 3 } });
    expect(bench.webhook.reviews[1]!.request.object['spec']).toEqual({ reference: 'other', size: 1 });
  });

  test('adds what is read like what clients send: pruned, with defaults, and checked', async () => {
    bench.answer({ a: patching({ op: 'add', path: '/spec', value: { reference: 'r', ghost: 1 } }) });
    bench.mutating.set(['c', bench.hook('a')]);
    expect((await bench.create(flunder(newName()))).json.spec).toEqual({ reference: 'r', size: 1 });
    bench.answer({ a: patching(setSize(-1)) });
    expect((await bench.create(flunder(newName()))).status).toBe(422);
    const boxes = '/apis/workshop.example.com/v1/namespaces/a/boxes';
    bench.answer({
      a: patching({ op: 'add', path: '/ghost', value: 1 }, { op: 'add', path: '/data', value: { k: 'v' } }),
    });
    const box = await bench.call('POST', boxes, { body: { metadata: { name: newName() } } });
    expect([box.json.data, box.json['ghost']]).toEqual([{ k: 'v' }, undefined]);
  });

  test('leaves fields without an owner', async () => {
    bench.answer({ a: patching({ op: 'add', path: '/spec/reference', value: 'r' }) });
    bench.mutating.set(['c', bench.hook('a')]);
    const { json } = await bench.create(flunder(newName(), { size: 2 }));
    expect(json.metadata['managedFields']).toMatchObject([{ fieldsV1: { 'f:spec': { 'f:size': {} } } }]);
    expect(JSON.stringify(json.metadata['managedFields'])).not.toContain('f:reference');
  });

  test('cannot make managedFields invalid', async () => {
    bench.answer({ a: patching({ op: 'replace', path: '/metadata/managedFields/0/operation', value: 'Steal' }) });
    bench.mutating.set(['c', bench.hook('a')]);
    const { json, headers } = await bench.create(flunder(newName(), { size: 2 }));
    expect(json.metadata['managedFields']).toMatchObject([{ operation: 'Update' }]);
    expect(headers['warning']).toEqual([
      '299 - ".metadata.managedFields was in an invalid state after admission; this could be caused by an outdated mutating admission controller; please fix your requests: operation must be `Apply` or `Update`"',
    ]);
  });

  test('may deny', async () => {
    bench.answer({ a: (review) => answered(review, { allowed: false, status: { message: 'never' } }) });
    bench.mutating.set(['c', bench.hook('a'), bench.hook('b')]);
    const { status, json } = await bench.create(flunder('denied'));
    expect([status, json.message]).toEqual([400, 'admission webhook "a.example.com" denied the request: never']);
    expect((await bench.call('GET', `${flunders}/denied`)).status).toBe(404);
    expect(bench.called).toEqual(['a']);
  });

  test('may name what is created', async () => {
    bench.answer({ a: patching({ op: 'add', path: '/metadata/name', value: 'named' }) });
    bench.mutating.set(['c', bench.hook('a')]);
    const { json } = await bench.create({ metadata: { generateName: 'x-' } });
    expect([json.metadata['name'], bench.webhook.reviews[0]!.request['name']]).toEqual(['named', undefined]);
  });

  test('writes into audit events what it has changed', async () => {
    bench.answer({ a: patching(setSize(7)) });
    bench.mutating.set(['c', bench.hook('a'), bench.hook('b'), bench.hook('z', { rules: [] })]);
    await bench.create(flunder(newName()));
    const about = (webhook: string) => ({ configuration: 'c', webhook: `${webhook}.example.com` });
    const annotations = Object.entries(bench.annotations).map(([key, value]) => [key, JSON.parse(value)]);
    expect(Object.fromEntries(annotations)).toEqual({
      'mutation.webhook.admission.k8s.io/round_0_index_0': { ...about('a'), mutated: true },
      'patch.webhook.admission.k8s.io/round_0_index_0': {
        ...about('a'),
        patch: [setSize(7)],
        patchType: 'JSONPatch',
      },
      'mutation.webhook.admission.k8s.io/round_0_index_1': { ...about('b'), mutated: false },
    });
  });
});

describe('a patch', () => {
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const calling = 'failed calling webhook "a.example.com": ';
  const invalid = `${calling}received invalid webhook response: `;
  const undecodable = `${calling}received undecodable patch in webhook response: `;
  test.each<[name: string, response: JsonObject, problem: string]>([
    [
      'without a type is refused',
      { patch: base64('[]') },
      `${invalid}webhook returned response.patch but not response.patchType`,
    ],
    [
      'that is missing is refused',
      { patchType: 'JSONPatch' },
      `${invalid}webhook returned response.patchType but not response.patch`,
    ],
    [
      'of an empty type is refused',
      { patch: base64('[]'), patchType: '' },
      `${invalid}webhook returned invalid response.patchType of ""`,
    ],
    [
      'of an unknown type is refused',
      { patch: base64('[{}]'), patchType: 'Merge' },
      `${calling}unsupported patch type "Merge"`,
    ],
    [
      'that is no list is refused',
      { patch: base64('{}'), patchType: 'JSONPatch' },
      `${undecodable}json: cannot unmarshal object into Go value of type jsonpatch.Patch`,
    ],
    [
      'that is no JSON is refused',
      { patch: base64('<>'), patchType: 'JSONPatch' },
      `${undecodable}invalid character '<' looking for beginning of value`,
    ],
    [
      'that is no base64 is refused',
      { patch: '[{"op"', patchType: 'JSONPatch' },
      `${calling}failed to call webhook: illegal base64 data at input byte 0`,
    ],
    [
      'that does not apply is refused',
      patchOf([{ op: 'remove', path: '/spec/none' }]),
      "error in remove for path: '/spec/none': Unable to remove nonexistent key: none: missing value",
    ],
    [
      'that makes another kind is refused',
      patchOf([{ op: 'replace', path: '/kind', value: 'Fischer' }]),
      'no kind "Fischer" is registered for version "wardle.example.com/v1"',
    ],
    [
      'that leaves no object is refused',
      patchOf([{ op: 'replace', path: '', value: 'x' }]),
      'replace operation value must be object or array',
    ],
  ])('%s', async (_name, response, problem) => {
    bench.answer({ a: (review) => answered(review, response) });
    bench.mutating.set(['c', bench.hook('a')]);
    const { status, json } = await bench.create(flunder(newName()));
    expect([status, json.message]).toEqual([500, `Internal error occurred: ${problem}`]);
  });

  test('with values that fields cannot hold is refused', async () => {
    bench.answer({ a: patching({ op: 'add', path: '/data', value: { k: 1 } }) });
    bench.mutating.set(['c', bench.hook('a')]);
    const { json } = await bench.call('POST', '/apis/workshop.example.com/v1/namespaces/a/boxes', {
      body: { metadata: { name: newName() } },
    });
    expect(json.message).toBe(
      'Internal error occurred: json: cannot unmarshal number into Go struct field Box.data of type string',
    );
  });

  test.each<[name: string, patch: string]>([
    ['that is nested without end', `[{"op":"add","path":"/spec/ports","value":${'['.repeat(1e5)}${']'.repeat(1e5)}}]`],
    ['of a kind that is none', '[{"op":"replace","path":"/kind","value":{"toString":1}}]'],
    ['with the prototype of objects', '[{"op":"add","path":"/spec/__proto__/x","value":1}]'],
  ])('%s is refused', async (_name, text) => {
    bench.answer({ a: (review) => answered(review, { patchType: 'JSONPatch', patch: base64(text) }) });
    bench.mutating.set(['c', bench.hook('a')]);
    const { status, json } = await bench.create(flunder(newName()));
    expect([status, json.reason]).toEqual([500, 'InternalError']);
    expect(({} as JsonObject)['x']).toBeUndefined();
  });

  test('of what is deleted is refused', async () => {
    await bench.create(flunder('deleted'));
    bench.answer({ a: patching(setSize(1)) });
    bench.mutating.set(['c', bench.hook('a')]);
    const { json } = await bench.call('DELETE', `${flunders}/deleted`);
    expect(json.message).toBe(
      'Internal error occurred: admission webhook "a.example.com" attempted to modify the object, which is not supported for this operation',
    );
  });

  test('that fails to come is ignored where that is wished', async () => {
    bench.answer({ a: () => ({ status: 500, body: 'broken' }) });
    bench.mutating.set(['c', bench.hook('a', { failurePolicy: 'Ignore' })]);
    expect((await bench.create(flunder(newName()))).status).toBe(201);
    expect(bench.annotations).toMatchObject({
      'failed-open.mutation.webhook.admission.k8s.io/round_0_index_0': 'a.example.com',
      'mutation.webhook.admission.k8s.io/round_0_index_0': expect.stringContaining('"mutated":false'),
    });
  });
});

describe('a second round', () => {
  const again = { reinvocationPolicy: 'IfNeeded' };

  test('calls webhooks with reinvocationPolicy IfNeeded again after a later webhook has changed the object', async () => {
    bench.answer({ last: patching(setSize(9)) });
    bench.mutating.set(['c', bench.hook('first', again), bench.hook('never'), bench.hook('last', again)]);
    await bench.create(flunder(newName()));
    expect(bench.called).toEqual(['first', 'never', 'last', 'first']);
    expect(Object.keys(bench.annotations)).toContain('mutation.webhook.admission.k8s.io/round_1_index_0');
  });

  test('is not needed where nothing has changed', async () => {
    bench.answer({ last: patching({ op: 'add', path: '/spec/size', value: 1 }) });
    bench.mutating.set(['c', bench.hook('first', again), bench.hook('last', again)]);
    await bench.create(flunder(newName()));
    expect(bench.called).toEqual(['first', 'last']);
  });

  test('calls all webhooks with reinvocationPolicy IfNeeded again if the server has changed the object', async () => {
    let rounds = 0;
    inTree = (object) => {
      if (++rounds === 2) (object['spec'] as JsonObject)['reference'] = 'server';
    };
    bench.answer({ first: patching(setSize(4)) });
    bench.mutating.set(['c', bench.hook('first', again), bench.hook('second', again)]);
    const { json } = await bench.create(flunder(newName()));
    expect(bench.called).toEqual(['first', 'second', 'first', 'second']);
    expect(json.spec).toEqual({ reference: 'server', size: 4 });
  });

  test('calls no webhook for the first time', async () => {
    const objectSelector = { matchLabels: { late: 'yes' } };
    bench.answer({ last: patching({ op: 'add', path: '/metadata/labels', value: { late: 'yes' } }) });
    bench.mutating.set(['c', bench.hook('late', { ...again, objectSelector }), bench.hook('last')]);
    await bench.create(flunder(newName()));
    expect(bench.called).toEqual(['last']);
  });
});
