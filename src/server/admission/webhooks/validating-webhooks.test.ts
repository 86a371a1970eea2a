import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../apimachinery/meta/index.js';
import { alwaysDeny } from '../../authorization/index.js';
import { type WebhookResponse, WebhookServer } from '../../webhook-server.test.support.js';
import type { WebhookSpec } from './webhook-configuration.js';
import {
  answered,
  flunder,
  flunders,
  patchOf,
  type Review,
  type ReviewRequest,
  WebhookBench,
} from './webhooks.test.support.js';

let bench: WebhookBench;
beforeAll(async () => {
  bench = await WebhookBench.start({ authorizer: alwaysDeny });
});
afterAll(() => bench.close());
beforeEach(() => bench.reset());

let count = 0;
const newName = (): string => `x${++count}`;

/** Creates a flunder and returns the outcome. */
async function outcome(
  object = flunder(newName()),
  query = '',
): Promise<[status: number, reason: unknown, message: unknown]> {
  const { status, json } = await bench.call('POST', `${flunders}${query}`, { body: object });
  return [status, json.reason, json.message];
}

describe('a validating webhook', () => {
  test('is shown a request with all that is known of it', async () => {
    bench.validating.set(['c', bench.hook('a')]);
    await bench.create(flunder('whole', { size: 2 }, { labels: { l: '1' } }));
    const [review] = bench.webhook.reviews;
    expect(review).toMatchObject({
      path: '/a?timeout=10s',
      apiVersion: 'admission.k8s.io/v1',
      kind: 'AdmissionReview',
    });
    const { uid, object, userInfo, ...request } = review!.request;
    expect(uid).toMatch(/^[0-9a-f-]{36}$/);
    expect(userInfo).toEqual({ username: 'system:anonymous', groups: ['system:unauthenticated'] });
    expect(object).toMatchObject({ metadata: { name: 'whole', labels: { l: '1' } }, spec: { size: 2 } });
    expect(request).toEqual({
      kind: { group: 'wardle.example.com', version: 'v1', kind: 'Flunder' },
      resource: { group: 'wardle.example.com', version: 'v1', resource: 'flunders' },
      requestKind: { group: 'wardle.example.com', version: 'v1', kind: 'Flunder' },
      requestResource: { group: 'wardle.example.com', version: 'v1', resource: 'flunders' },
      name: 'whole',
      namespace: 'a',
      operation: 'CREATE',
      oldObject: null,
      dryRun: false,
      options: { kind: 'CreateOptions', apiVersion: 'meta.k8s.io/v1' },
    });
  });

  test('is called for updates, subresources, deletions, each object of a collection, connections', async () => {
    const seen = () =>
      bench.webhook.reviews.splice(0).map(({ request: { operation, subResource = '', kind, object, oldObject } }) => {
        const kindName = (kind as JsonObject)['kind'];
        return `${operation} ${kindName} ${subResource} ${object ? 'new' : ''}${oldObject ? 'old' : ''}`;
      });
    for (const name of ['d1', 'd2']) await bench.create(flunder(name, {}, { labels: { goes: 'yes' } }));
    bench.validating.set(['c', bench.hook('a')]);
    await bench.call('PUT', `${flunders}/d1`, { body: flunder('d1', { size: 3 }, { labels: { goes: 'yes' } }) });
    const merge = { headers: { 'content-type': 'application/merge-patch+json' } };
    await bench.call('PATCH', `${flunders}/d1/status`, { ...merge, body: { status: { phase: 'p' } } });
    expect(seen()).toEqual(['UPDATE Flunder  newold', 'UPDATE Flunder status newold']);
    await bench.call('DELETE', `${flunders}?labelSelector=goes`);
    expect(seen()).toEqual(['DELETE Flunder  old', 'DELETE Flunder  old']);
    const workshop = '/apis/workshop.example.com/v1/namespaces/a';
    await bench.call('POST', `${workshop}/teams`, { body: { metadata: { name: 't' }, spec: { replicas: 1 } } });
    await bench.call('PATCH', `${workshop}/teams/t/scale`, { ...merge, body: { spec: { replicas: 3 } } });
    await bench.call('POST', `${workshop}/workers`, { body: { metadata: { name: 'w' } } });
    await bench.call('GET', `${workshop}/workers/w/log`);
    expect(seen()).toEqual([
      'CREATE Team  new',
      'UPDATE Scale scale newold',
      'CREATE Worker  new',
      'CONNECT WorkerLogOptions log new',
    ]);
  });

  test('sees the version that it wants, however the client writes', async () => {
    const rules = [{ operations: ['CREATE'], apiGroups: ['*'], apiVersions: ['v1alpha1'], resources: ['flunders'] }];
    bench.validating.set([
      'c',
      bench.hook('equivalent', { rules }),
      bench.hook('exact', { rules, matchPolicy: 'Exact' }),
    ]);
    await bench.create(flunder(newName(), { reference: 'r' }));
    expect(bench.called).toEqual(['equivalent']);
    expect(bench.webhook.reviews[0]!.request).toMatchObject({
      kind: { version: 'v1alpha1' },
      resource: { version: 'v1alpha1' },
      requestKind: { version: 'v1' },
      object: { apiVersion: 'wardle.example.com/v1alpha1', reference: 'r' },
    });
  });

  test('warns clients, and annotates what is audited, under keys that are sound', async () => {
    bench.answer({
      a: (review) => answered(review, { warnings: ['careful'], auditAnnotations: { why: 'because', 'no/t': 'x' } }),
    });
    bench.validating.set(['c', bench.hook('a')]);
    const { headers } = await bench.create(flunder(newName()));
    expect(headers['warning']).toEqual(['299 - "careful"']);
    expect(bench.annotations).toEqual({ 'a.example.com/why': 'because' });
  });

  test('is called for a dry run if it has no side effects', async () => {
    bench.validating.set(['c', bench.hook('a', { sideEffects: 'NoneOnDryRun' })]);
    expect((await outcome(flunder(newName()), '?dryRun=All'))[0]).toBe(201);
    expect(bench.webhook.reviews[0]!.request['dryRun']).toBe(true);
    bench.validating.set(['c', bench.hook('a', { sideEffects: 'Some' })]);
    expect(await outcome(flunder(newName()), '?dryRun=All')).toEqual([
      400,
      'BadRequest',
      'admission webhook "a.example.com" does not support dry run',
    ]);
    expect((await outcome())[0]).toBe(201);
  });

  test('of an older version receives that version, and need not repeat it', async () => {
    bench.answer({ a: () => ({ response: { allowed: false } }) });
    bench.validating.set(['c', bench.hook('a', { admissionReviewVersions: ['v9', 'v1beta1', 'v1'] })]);
    expect((await outcome())[2]).toBe('admission webhook "a.example.com" denied the request without explanation');
    expect(bench.webhook.reviews[0]!.apiVersion).toBe('admission.k8s.io/v1beta1');
  });

  test('is called concurrently with the others; the first denial counts', async () => {
    const waiting: (() => void)[] = [];
    bench.answer({
      a: (review) => {
        if (bench.webhook.reviews.length < 2) return 'nothing';
        waiting.push(() => undefined);
        return answered(review, { allowed: false, status: { message: 'late' } });
      },
      b: (review) => {
        setImmediate(() => bench.webhook.respondToWaiting());
        return answered(review, { allowed: false, status: { message: 'early', reason: 'Forbidden', code: 403 } });
      },
    });
    bench.validating.set(['c', bench.hook('a'), bench.hook('b')]);
    expect(await outcome()).toEqual([403, 'Forbidden', 'admission webhook "b.example.com" denied the request: early']);
    expect(bench.warnings).toEqual(
      [
        ['b', 'early'],
        ['a', 'late'],
      ].map(([name, reason]) => {
        return `rejected by webhook "${name}.example.com": admission webhook "${name}.example.com" denied the request: ${reason}`;
      }),
    );
    expect(bench.errors).toEqual([]);
  });

  test('is distinguished by selectors', async () => {
    bench.namespaces.set('a', { metadata: { name: 'a', labels: { team: 'blue' } } });
    bench.validating.set([
      'c',
      bench.hook('blue', { namespaceSelector: { matchLabels: { team: 'blue' } } }),
      bench.hook('red', { namespaceSelector: { matchLabels: { team: 'red' } } }),
      bench.hook('labelled', { objectSelector: { matchLabels: { l: '1' } } }),
    ]);
    await bench.create(flunder(newName()));
    expect(bench.called).toEqual(['blue']);
  });

  test('that is a service is dialled where the service is, under its name', async () => {
    const service = { namespace: 'tools', name: 'hook', path: '/here', port: 8443 };
    bench.validating.set(['c', bench.hook('a', { clientConfig: { service, caBundle: bench.webhook.caBundle } })]);
    expect((await outcome())[0]).toBe(201);
    expect(bench.webhook.reviews[0]).toMatchObject({ path: '/here?timeout=10s', host: 'hook.tools.svc:8443' });
  });

  test('is called again on the same connection', async () => {
    bench.validating.set(['c', bench.hook('a')]);
    await outcome();
    const before = bench.webhook.connections;
    bench.validating.set(['c', bench.hook('a'), bench.hook('b', { failurePolicy: 'Ignore', rules: [] })]);
    for (let round = 0; round < 3; round++) await outcome();
    expect(bench.webhook.connections).toBe(before);
    expect(bench.called).toEqual(['a', 'a', 'a', 'a']);
  });

  test('has no more time than the request', async () => {
    bench.validating.set(['c', bench.hook('a', { timeoutSeconds: 30 })]);
    await outcome(flunder(newName()), '?timeout=5s');
    expect(bench.webhook.reviews[0]!.path).toBe('/a?timeout=5s');
  });
});

describe('a denial', () => {
  test.each<[name: string, status: JsonObject | undefined, expected: [number, unknown, string]]>([
    ['without a word', undefined, [400, undefined, ' without explanation']],
    ['with a message', { message: 'never' }, [400, undefined, ': never']],
    ['with a reason', { reason: 'NotToday' }, [400, 'NotToday', ': NotToday']],
    ['with a code', { code: 409, reason: 'Conflict', message: 'no' }, [409, 'Conflict', ': no']],
    ['with a code that HTTP does not have', { code: 999, message: 'no' }, [500, undefined, ': no']],
    ['that claims to be a success', { code: 200, status: 'Success' }, [400, undefined, ' without explanation']],
  ])('%s is returned to the client', async (_name, status, [code, reason, text]) => {
    bench.answer({ a: (review) => answered(review, { allowed: false, ...(status && { status }) }) });
    bench.validating.set(['c', bench.hook('a')]);
    expect(await outcome()).toEqual([code, reason, `admission webhook "a.example.com" denied the request${text}`]);
  });

  test('has details', async () => {
    const details = { causes: [{ reason: 'FieldValueInvalid', field: 'spec', message: 'no' }] };
    bench.answer({ a: (review) => answered(review, { allowed: false, status: { details, code: 422 } }) });
    bench.validating.set(['c', bench.hook('a')]);
    const { json } = await bench.create(flunder(newName()));
    expect(json).toMatchObject({ kind: 'Status', status: 'Failure', code: 422, details });
  });
});

describe('a webhook that fails', () => {
  const review = (change: (review: Review) => JsonObject) => (request: Review) => ({
    ...answered(request),
    ...change(request),
  });
  const response = (change: JsonObject) => (request: Review) => answered(request, change);
  const invalid = 'received invalid webhook response: ';
  const cases: [name: string, answer: (request: Review) => WebhookResponse, problem: string][] = [
    ['with another uid', response({ uid: 'x' }), `${invalid}expected response.uid="UID", got "x"`],
    ['without a response', review(() => ({ response: null })), `${invalid}webhook response was absent`],
    [
      'without a kind',
      review(() => ({ kind: '', apiVersion: '' })),
      `${invalid}expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got /, Kind=`,
    ],
    [
      'with another kind',
      review(() => ({ kind: 'Pod', apiVersion: 'v1' })),
      'failed to call webhook: no kind "Pod" is registered for version "v1" in scheme "pkg/util/webhook/client.go:71"',
    ],
    [
      'with a review of another version',
      review(() => ({ apiVersion: 'admission.k8s.io/v1beta1' })),
      'failed to call webhook: converting (v1beta1.AdmissionReview) to (v1.AdmissionReview): unknown conversion',
    ],
    [
      'with a patch',
      response(patchOf([{ op: 'remove', path: '/x' }])),
      `${invalid}validating webhook may not return response.patch`,
    ],
    [
      'with a type of patch',
      response({ patchType: 'JSONPatch' }),
      `${invalid}validating webhook may not return response.patchType`,
    ],
    [
      'with fields of other types',
      response({ allowed: 'yes' }),
      'failed to call webhook: json: cannot unmarshal string into Go struct field AdmissionResponse.response.allowed of type bool',
    ],
    [
      'with something that is not JSON',
      () => ({ status: 200, body: '<html>' }),
      "failed to call webhook: couldn't get version/kind; json parse error: json: cannot unmarshal string into Go value of " +
        'type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }',
    ],
    [
      'with nothing',
      () => ({ status: 200, body: '' }),
      'failed to call webhook: 0-length response with status code: 200 and content type: application/json',
    ],
    ['with null', () => ({ status: 200, body: 'null' }), `${invalid}webhook response was absent`],
    [
      'with an error of its own',
      () => ({ status: 500, body: 'broken' }),
      'failed to call webhook: an error on the server ("unknown") has prevented the request from succeeding',
    ],
    [
      'with a Status',
      () => ({
        status: 403,
        body: '{"kind":"Status","apiVersion":"v1","status":"Failure","message":"go away","code":403}',
      }),
      'failed to call webhook: go away',
    ],
    [
      'with more than anybody wants to read',
      () => ({ status: 200, body: Buffer.alloc(17 * 1024 * 1024, 32) }),
      'failed to call webhook: Post "URL": the response is larger than 16777216 bytes',
    ],
  ];
  test.each(cases)('%s is an error of the server', async (_name, answer, problem) => {
    bench.answer({ a: answer });
    bench.validating.set(['c', bench.hook('a')]);
    const [status, reason, message] = await outcome();
    const { uid } = bench.webhook.reviews[0]!.request;
    const url = `https://127.0.0.1:${bench.webhook.port}/a?timeout=10s`;
    const expected = problem.replace('UID', uid).replace('URL', url);
    expect([status, reason]).toEqual([500, 'InternalError']);
    expect(message).toBe(`Internal error occurred: failed calling webhook "a.example.com": ${expected}`);
  });

  const failing: [name: string, more: (bench: WebhookBench) => Partial<WebhookSpec>, problem: RegExp][] = [
    [
      'without a listener',
      () => ({ clientConfig: { url: 'https://127.0.0.1:1/x' } }),
      /failed to call webhook: Post "https:\/\/127\.0\.0\.1:1\/x\?timeout=10s": dial tcp 127\.0\.0\.1:1: connect: connection refused$/,
    ],
    [
      'that is not trusted',
      ({ webhook }) => ({ clientConfig: { url: webhook.url } }),
      /tls: failed to verify certificate: x509: certificate signed by unknown authority$/,
    ],
    [
      'that speaks no version that is known',
      () => ({ admissionReviewVersions: ['v9'] }),
      /could not create admission objects: webhook does not accept known AdmissionReview versions \(v1, v1beta1\)$/,
    ],
  ];
  test.each(failing)('%s is an error of the server, unless that is to be ignored', async (_name, more, problem) => {
    bench.validating.set(['c', bench.hook('a', more(bench))]);
    expect((await outcome())[2]).toMatch(problem);
    const logged = (consequence: string) =>
      expect.stringMatching(new RegExp(`^Failed calling webhook, ${consequence} a.example.com: .*${problem.source}`));
    expect(bench.warnings.splice(0)).toEqual([logged('failing closed')]);
    bench.validating.set(['c', bench.hook('a', { ...more(bench), failurePolicy: 'Ignore' })]);
    expect((await outcome())[0]).toBe(201);
    expect(bench.warnings).toEqual([logged('failing open')]);
    expect(bench.errors).toEqual([]);
    expect(bench.annotations).toEqual({
      'failed-open.validating.webhook.admission.k8s.io/round_0_index_0': 'a.example.com',
    });
  });

  test('with a certificate for another name is not called', async () => {
    const service = { namespace: 'tools', name: 'other' };
    bench.validating.set(['c', bench.hook('a', { clientConfig: { service, caBundle: bench.webhook.caBundle } })]);
    expect((await outcome())[2]).toContain(
      'tls: failed to verify certificate: x509: certificate is valid for localhost, hook.tools.svc, not other.tools.svc',
    );
    expect(bench.webhook.reviews).toEqual([]);
  });

  test('to respond in time is an error of the server', async () => {
    const slow = await WebhookServer.start<ReviewRequest>(() => 'nothing');
    const clientConfig = { url: slow.url, caBundle: slow.caBundle };
    bench.validating.set(['c', bench.hook('a', { clientConfig, timeoutSeconds: 0.05 })]);
    expect((await outcome())[2]).toBe(
      `Internal error occurred: failed calling webhook "a.example.com": failed to call webhook: Post "${slow.url}?timeout=0.05s": context deadline exceeded`,
    );
    await slow.close();
  });
});

describe('match conditions', () => {
  const conditions = (expression: string) => ({ matchConditions: [{ name: 'c', expression }] });

  test('choose requests', async () => {
    bench.validating.set([
      'c',
      bench.hook('yes', conditions("object.metadata.name.startsWith('x') && request.operation == 'CREATE'")),
      bench.hook('no', conditions('has(object.spec.reference)')),
      bench.hook('nobody', conditions("authorizer.requestResource.check('create').allowed()")),
    ]);
    await outcome();
    expect(bench.called).toEqual(['yes']);
  });

  test('that cannot be evaluated go by the failure policy', async () => {
    bench.validating.set(['c', bench.hook('a', conditions("object.spec.reference == 'x'"))]);
    const name = newName();
    expect(await outcome(flunder(name))).toEqual([
      403,
      'Forbidden',
      `flunders.wardle.example.com "${name}" is forbidden: expression 'object.spec.reference == 'x'' resulted in error: no such key: reference`,
    ]);
    bench.validating.set([
      'c',
      bench.hook('a', { ...conditions("object.spec.reference == 'x'"), failurePolicy: 'Ignore' }),
    ]);
    expect((await outcome())[0]).toBe(201);
    expect(bench.called).toEqual([]);
  });
});

test('what becomes of webhooks is counted', async () => {
  const counted = await WebhookBench.start();
  const conditions = { matchConditions: [{ name: 'c', expression: 'false' }] };
  counted.answer({ no: (review) => answered(review, { allowed: false, status: { code: 999 } }) });
  const dead = { clientConfig: { url: 'https://127.0.0.1:1/x' } };
  counted.validating.set([
    'c',
    counted.hook('yes'),
    counted.hook('no'),
    counted.hook('not', conditions),
    counted.hook('open', { ...dead, failurePolicy: 'Ignore' }),
    counted.hook('closed', dead),
  ]);
  await counted.create(flunder('x'));
  const lines = counted.metrics.expose().split('\n');
  const of = (name: string) => lines.filter((line) => line.startsWith(`apiserver_admission_${name}{`)).sort();
  expect(of('webhook_request_total')).toEqual([
    'apiserver_admission_webhook_request_total{code="200",name="yes.example.com",operation="CREATE",rejected="false",type="validating"} 1',
    'apiserver_admission_webhook_request_total{code="503",name="closed.example.com",operation="CREATE",rejected="true",type="validating"} 1',
    'apiserver_admission_webhook_request_total{code="503",name="open.example.com",operation="CREATE",rejected="false",type="validating"} 1',
    'apiserver_admission_webhook_request_total{code="600",name="no.example.com",operation="CREATE",rejected="true",type="validating"} 1',
  ]);
  expect(of('webhook_rejection_count')).toEqual([
    'apiserver_admission_webhook_rejection_count{error_type="calling_webhook_error",name="closed.example.com",operation="CREATE",rejection_code="503",type="validating"} 1',
    'apiserver_admission_webhook_rejection_count{error_type="no_error",name="no.example.com",operation="CREATE",rejection_code="600",type="validating"} 1',
  ]);
  expect(of('webhook_fail_open_count')).toEqual([
    'apiserver_admission_webhook_fail_open_count{name="open.example.com",type="validating"} 1',
  ]);
  expect(of('match_condition_exclusions_total')).toEqual([
    'apiserver_admission_match_condition_exclusions_total{kind="webhook",name="not.example.com",operation="CREATE",type="validate"} 1',
  ]);
  expect(of('webhook_admission_duration_seconds_count')).toHaveLength(4);
  expect(of('match_condition_evaluation_seconds_count')).toEqual([
    'apiserver_admission_match_condition_evaluation_seconds_count{kind="webhook",name="not.example.com",operation="CREATE",type="validating"} 1',
  ]);
  await counted.close();
});
