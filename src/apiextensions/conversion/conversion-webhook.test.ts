import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { StatusError } from '../../apimachinery/status/index.js';
import type { ResolveService, WebhookClientConfig } from '../../client/webhook/index.js';
import { type WebhookResponse, WebhookServer } from '../../server/webhook-server.test.support.js';
import { definitionOf } from '../definitions.test.support.js';
import { answerWith, type ConversionRequest, type ConversionReview } from './conversion-responses.test.support.js';
import { ConversionWebhook } from './index.js';

let server: WebhookServer<ConversionRequest>;
const webhooks: ConversionWebhook[] = [];

beforeAll(async () => {
  server = await WebhookServer.start(answerWith((object) => object));
});
afterAll(() => server.close());
beforeEach(() => {
  server.respond = answerWith((object) => object);
  server.reviews.length = 0;
});
afterEach(() => {
  for (const webhook of webhooks.splice(0)) webhook.close();
});

interface Given {
  readonly config?: WebhookClientConfig;
  readonly versions?: string[];
  readonly resolveService?: ResolveService;
  readonly timeoutMilliseconds?: number;
}

const unresolved: ResolveService = async () => {
  throw new Error('no service is expected');
};

function webhookOf({ config, versions = ['v1'], ...options }: Given = {}): ConversionWebhook {
  const clientConfig = config ?? { url: server.url, caBundle: server.caBundle };
  const conversion = { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: versions } };
  const webhook = new ConversionWebhook(definitionOf({ spec: { conversion } }), {
    resolveService: unresolved,
    newUid: () => 'a-b-c',
    ...options,
  });
  webhooks.push(webhook);
  return webhook;
}

function widget(name: string, more: JsonObject = {}): JsonObject {
  const metadata = { name, namespace: 'tools', uid: `uid-${name}`, labels: { app: 'x' } };
  return { apiVersion: 'example.com/v1', kind: 'Widget', metadata, ...more };
}

const step = { from: 'v1', to: 'v2' };

async function failureOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(StatusError);
  expect([error.code, error.reason]).toEqual([500, '']);
  return error.message;
}

describe('a conversion webhook', () => {
  test('is sent the objects, and gives them back in their order', async () => {
    server.respond = answerWith((object) => ({ ...object, spec: { size: 2 } }));
    const converted = await webhookOf().convertAll([widget('b'), widget('a')], step);
    expect(converted.map(({ apiVersion, spec }) => [apiVersion, spec])).toEqual([
      ['example.com/v2', { size: 2 }],
      ['example.com/v2', { size: 2 }],
    ]);
    expect(converted.map(({ metadata }) => (metadata as JsonObject)['name'])).toEqual(['b', 'a']);
    expect(server.reviews).toMatchObject([
      {
        apiVersion: 'apiextensions.k8s.io/v1',
        path: '/hook?timeout=30s',
        request: { uid: 'a-b-c', desiredAPIVersion: 'example.com/v2', objects: [widget('b'), widget('a')] },
      },
    ]);
  });

  test('converts many objects in batches, on one connection', async () => {
    const before = server.connections;
    const many = Array.from({ length: 1100 }, (_, index) => widget(`w${index}`));
    const converted = await webhookOf().convertAll(many, step);
    expect(converted.map(({ metadata }) => metadata)).toEqual(many.map(({ metadata }) => metadata));
    expect(server.reviews.map(({ request }) => request.objects.length)).toEqual([500, 500, 100]);
    expect(server.connections).toBe(before + 1);
  });

  test('keeps integers that a double cannot hold', async () => {
    const spec = { big: 9007199254740993n };
    server.respond = ({ apiVersion, request }) => ({
      status: 200,
      body:
        `{"apiVersion":"${apiVersion}","kind":"ConversionReview","response":{"uid":"${request.uid}",` +
        '"result":{"status":"Success"},"convertedObjects":[{"apiVersion":"example.com/v2","kind":"Widget",' +
        '"metadata":{"name":"a","namespace":"tools","uid":"uid-a"},"spec":{"big":9007199254740993}}]}}',
    });
    const [converted] = await webhookOf().convertAll([widget('a', { spec: { small: 1 } })], step);
    expect(converted!['spec']).toEqual(spec);
  });

  test('receives the older version of the review if it wants that, and need not repeat it', async () => {
    server.respond = ({ request }) => ({
      response: {
        convertedObjects: [widget('a', { apiVersion: request.desiredAPIVersion })],
        result: { status: 'Success' },
      },
    });
    await webhookOf({ versions: ['v2', 'v1beta1', 'v1'] }).convertAll([widget('a')], step);
    expect(server.reviews[0]!.apiVersion).toBe('apiextensions.k8s.io/v1beta1');
  });

  test('that is a service is dialled where the service is, under its own name', async () => {
    const requested: unknown[] = [];
    const service = { namespace: 'tools', name: 'hook', path: '/here', port: 8443 };
    const resolveService: ResolveService = async (...where) => {
      requested.push(where);
      return { host: '127.0.0.1', port: server.port };
    };
    await webhookOf({ config: { service, caBundle: server.caBundle }, resolveService }).convertAll([widget('a')], step);
    expect(requested).toEqual([['tools', 'hook', 8443]]);
    expect(server.reviews[0]).toMatchObject({ path: '/here?timeout=30s', host: 'hook.tools.svc:8443' });
  });

  test('may change labels and annotations, and no other metadata', async () => {
    server.respond = answerWith(({ metadata, ...rest }) => ({
      ...rest,
      metadata: {
        ...(metadata as JsonObject),
        labels: { b: 'c' },
        annotations: { d: 'e' },
        finalizers: ['x/y'],
        generation: 7,
      },
    }));
    const [converted] = await webhookOf().convertAll([widget('a')], step);
    const { metadata } = widget('a');
    expect(converted!['metadata']).toEqual({
      ...(metadata as JsonObject),
      labels: { b: 'c' },
      annotations: { d: 'e' },
    });
  });

  test('is not called for an object without fields', async () => {
    const empty = { apiVersion: 'example.com/v1', kind: 'Widget' };
    expect(await webhookOf().convertAll([empty], step)).toEqual([{ ...empty, apiVersion: 'example.com/v2' }]);
    expect(server.reviews).toEqual([]);
  });

  test('that leaves out labels takes them away', async () => {
    server.respond = answerWith(({ metadata, ...rest }) => {
      const { labels: _, ...others } = metadata as JsonObject;
      return { ...rest, metadata: others };
    });
    const [converted] = await webhookOf().convertAll([widget('a')], step);
    expect(converted!['metadata']).toEqual({ name: 'a', namespace: 'tools', uid: 'uid-a' });
  });
});

const subject = 'conversion webhook for example.com/v1, Kind=Widget';

/** Answers a review with a modified response. */
function answerBut(change: (response: JsonObject) => JsonObject): (review: ConversionReview) => WebhookResponse {
  return (review) => {
    const { response, ...rest } = answerWith((object) => object)(review);
    return { ...rest, response: change(response as JsonObject) };
  };
}

function metadataBut(more: JsonObject): (review: ConversionReview) => WebhookResponse {
  return answerWith(({ metadata, ...rest }) => ({ ...rest, metadata: { ...(metadata as JsonObject), ...more } }));
}

describe('a conversion webhook fails', () => {
  const cases: [name: string, answer: (review: ConversionReview) => WebhookResponse, message: string][] = [
    [
      'when it says so',
      answerBut((response) => ({ ...response, result: { status: 'Failure', message: 'no idea' } })),
      'failed: no idea',
    ],
    [
      'when it says nothing',
      answerBut(({ result: _, ...response }) => response),
      "failed: response.result.status was '', not 'Success'",
    ],
    [
      'without a response',
      () => ({ apiVersion: 'apiextensions.k8s.io/v1', kind: 'ConversionReview' }),
      'failed: no response provided',
    ],
    [
      'when it answers another request',
      answerBut((response) => ({ ...response, uid: 'x' })),
      'failed: expected response.uid="a-b-c", got "x"',
    ],
    [
      'when it answers something else',
      () => ({ apiVersion: 'v1', kind: 'Pod' }),
      'failed: no kind "Pod" is registered for version "v1" in scheme "pkg/util/webhook/client.go:71"',
    ],
    [
      'when it does not say what it answers',
      () => ({}),
      'failed: expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got /, Kind=',
    ],
    [
      'when objects are missing',
      answerBut((response) => ({ ...response, convertedObjects: [] })),
      'returned 0 objects, expected 1',
    ],
    [
      'when the version is another',
      answerBut((response) => ({ ...response, convertedObjects: [widget('a')] })),
      'returned invalid object at index 0: invalid groupVersion (expected example.com/v2, received example.com/v1)',
    ],
    [
      'when the kind is another',
      answerWith((object) => ({ ...object, kind: 'Gadget' })),
      'returned invalid object at index 0: invalid kind (expected Widget, received Gadget)',
    ],
    ['when the name changes', metadataBut({ name: 'b' }), 'returned invalid object: must have the same name: a != b'],
    [
      'when the namespace changes',
      metadataBut({ namespace: 'b' }),
      'returned invalid object: must have the same namespace: tools != b',
    ],
    ['when the uid changes', metadataBut({ uid: 'b' }), 'returned invalid object: must have the same UID: uid-a != b'],
    [
      'when a label is no text',
      metadataBut({ labels: { a: 1 } }),
      'returned invalid metadata: metadata.labels[a] must be a string, but is int64 in converted object',
    ],
    [
      'when labels are no map',
      metadataBut({ labels: 'x' }),
      'returned invalid metadata: invalid metadata.labels of type string in converted object',
    ],
    [
      'when a new label is not valid',
      metadataBut({ labels: { 'a b': 'c' } }),
      'returned invalid metadata: metadata.labels: Invalid value: "a b"',
    ],
    [
      'when an object is none',
      answerBut((response) => ({ ...response, convertedObjects: ['x'] })),
      'returned invalid object at index 0: ',
    ],
    [
      'with an error of the server',
      () => ({ status: 500, body: 'broken' }),
      'failed: an error on the server ("unknown") has prevented the request from succeeding',
    ],
    [
      'with a Status',
      () => ({
        status: 403,
        body: '{"kind":"Status","apiVersion":"v1","status":"Failure","message":"go away","code":403}',
      }),
      'failed: go away',
    ],
    [
      'with something that is not JSON',
      () => ({ status: 200, body: '<html>' }),
      "failed: couldn't get version/kind; json parse error: json: cannot unmarshal string into Go value of type struct",
    ],
    [
      'with a list',
      () => ({ status: 200, body: '[]' }),
      "failed: couldn't get version/kind; json parse error: json: cannot unmarshal array",
    ],
  ];
  test.each(cases)('%s', async (_name, answer, message) => {
    server.respond = answer;
    expect(await failureOf(webhookOf().convertAll([widget('a')], step))).toContain(`${subject} ${message}`);
  });

  test('when it switches to another protocol', async () => {
    server.respond = () => ({ status: 101, body: '' });
    expect(await failureOf(webhookOf().convertAll([widget('a')], step))).toMatch(
      /failed: Post "\S+": the webhook requested an upgrade to another protocol$/,
    );
  });

  test('for one of many, and says for which', async () => {
    server.respond = answerWith((object) =>
      (object['metadata'] as JsonObject)['name'] === 'b' ? { ...object, kind: 'Gadget' } : object,
    );
    expect(await failureOf(webhookOf().convertAll([widget('a'), widget('b')], step))).toBe(
      `${subject} returned invalid converted object at index 1: invalid kind (expected Widget, received Gadget)`,
    );
  });

  test('without listeners', async () => {
    const url = 'https://127.0.0.1:1/convert';
    expect(await failureOf(webhookOf({ config: { url } }).convertAll([widget('a')], step))).toBe(
      `${subject} failed: Post "https://127.0.0.1:1/convert?timeout=30s": dial tcp 127.0.0.1:1: connect: connection refused`,
    );
  });

  test('when its service is not to be found', async () => {
    const config = { service: { namespace: 'tools', name: 'gone' } };
    const resolveService: ResolveService = async () => {
      throw new Error('service "gone" not found');
    };
    expect(await failureOf(webhookOf({ config, resolveService }).convertAll([widget('a')], step))).toBe(
      `${subject} failed: Post "https://gone.tools.svc:443/?timeout=30s": service "gone" not found`,
    );
  });

  test('when it cannot be trusted', async () => {
    const { url } = server;
    expect(await failureOf(webhookOf({ config: { url } }).convertAll([widget('a')], step))).toContain(
      'tls: failed to verify certificate: x509: certificate signed by unknown authority',
    );
    expect(server.reviews).toEqual([]);
  });

  test('when it takes too long', async () => {
    server.respond = () => 'nothing';
    const url = `${server.url}?timeout=0.05s`;
    expect(await failureOf(webhookOf({ timeoutMilliseconds: 50 }).convertAll([widget('a')], step))).toBe(
      `${subject} failed: Post "${url}": context deadline exceeded`,
    );
  });

  test('when no version of the review is known to both', async () => {
    expect(await failureOf(webhookOf({ versions: ['v9'] }).convertAll([widget('a')], step))).toContain(
      'no supported conversion review versions',
    );
  });
});
