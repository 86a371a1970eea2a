import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { JsonObject } from '../../src/apimachinery/meta/index.js';
import { type ReceivedReview, WebhookServer } from '../../src/server/webhook-server.test.support.js';
import { call, ProgramProcess, temporaryDirectory } from './program.test.support.js';

interface ReviewRequest {
  readonly uid: string;
  readonly operation: string;
  readonly object: JsonObject;
  readonly userInfo: JsonObject;
}

type Review = ReceivedReview<ReviewRequest>;

const registration = '/apis/admissionregistration.k8s.io/v1';

function answered({ apiVersion, request }: Review, response: JsonObject = {}): JsonObject {
  return { apiVersion, kind: 'AdmissionReview', response: { uid: request.uid, allowed: true, ...response } };
}

function patchOf(...operations: JsonObject[]): JsonObject {
  return { patchType: 'JSONPatch', patch: Buffer.from(JSON.stringify(operations)).toString('base64') };
}

/**
 * The files that flags name: users, the client certificate for webhooks, and an audit policy that records everything.
 */
function writeFiles(directory: string, webhook: WebhookServer<ReviewRequest>): void {
  const write = (name: string, content: unknown) =>
    writeFileSync(join(directory, name), typeof content === 'string' ? content : JSON.stringify(content));
  write('tokens.csv', 'admin-token,admin,admin,"system:masters"\n');
  const user = { name: `127.0.0.1:${webhook.port}`, user: { token: 'for-webhooks' } };
  write('webhooks.kubeconfig', { apiVersion: 'v1', kind: 'Config', users: [user] });
  const configuration = {
    apiVersion: 'apiserver.config.k8s.io/v1',
    kind: 'WebhookAdmissionConfiguration',
    kubeConfigFile: join(directory, 'webhooks.kubeconfig'),
  };
  write('admission.yaml', {
    apiVersion: 'apiserver.config.k8s.io/v1',
    kind: 'AdmissionConfiguration',
    plugins: [{ name: 'MutatingAdmissionWebhook', configuration }],
  });
  write('audit.yaml', { apiVersion: 'audit.k8s.io/v1', kind: 'Policy', rules: [{ level: 'Request' }] });
}

class Client {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async send(method: string, path: string, body?: unknown): Promise<{ status: number; json: JsonObject }> {
    const result = await call(`${this.#url}${path}`, { method, token: 'admin-token', body });
    return { status: result.status, json: JSON.parse(result.body) };
  }

  async create(path: string, body: object): Promise<JsonObject> {
    const { status, json } = await this.send('POST', path, body);
    expect([status, json['message']]).toEqual([201, undefined]);
    return json;
  }
}

it('a program shows what is written to the webhooks that are configured', async () => {
  const webhook = await WebhookServer.start<ReviewRequest>((review) => answered(review));
  onTestFinished(() => webhook.close());
  const directory = temporaryDirectory();
  writeFiles(directory, webhook);
  const flags = ['--token-auth-file=tokens.csv', '--admission-control-config-file=admission.yaml'];
  const audit = ['--audit-policy-file=audit.yaml', '--audit-log-path=audit.log'];
  // The webhooks match what controllers write, too.
  const program = new ProgramProcess('main', ['--secure-port=0', '--controllers=', ...flags, ...audit], directory);
  const client = new Client(await program.readyUrl());

  const rules = [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*'] }];
  const hook = (name: string): JsonObject => ({
    name: `${name}.example.com`,
    clientConfig: { url: `https://127.0.0.1:${webhook.port}/${name}`, caBundle: webhook.caBundle },
    namespaceSelector: { matchLabels: { hooked: 'yes' } },
    rules,
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
  });
  await client.create('/api/v1/namespaces', { metadata: { name: 'a', labels: { hooked: 'yes' } } });
  for (const [kind, name] of [
    ['Mutating', 'change'],
    ['Validating', 'check'],
  ] as const) {
    await client.create(`${registration}/${kind.toLowerCase()}webhookconfigurations`, {
      metadata: { name },
      webhooks: [hook(name)],
    });
  }
  expect(webhook.reviews).toEqual([]);

  webhook.respond = (review) => {
    if (review.path.startsWith('/check')) return answered(review, { warnings: ['checked'] });
    return answered(review, patchOf({ op: 'add', path: '/data', value: { by: 'webhook' } }));
  };
  const maps = '/api/v1/namespaces/a/configmaps';
  expect((await client.create(maps, { metadata: { name: 'x' } }))['data']).toEqual({ by: 'webhook' });
  expect(webhook.reviews.map(({ path, headers, request }) => [path, headers.authorization, request.userInfo])).toEqual([
    [
      '/change?timeout=10s',
      'Bearer for-webhooks',
      { username: 'admin', uid: 'admin', groups: ['system:masters', 'system:authenticated'] },
    ],
    [
      '/check?timeout=10s',
      undefined,
      { username: 'admin', uid: 'admin', groups: ['system:masters', 'system:authenticated'] },
    ],
  ]);
  await client.create('/api/v1/namespaces/default/configmaps', { metadata: { name: 'y' } });
  expect(webhook.reviews).toHaveLength(2);

  webhook.respond = (review) => answered(review, { allowed: false, status: { code: 403, reason: 'Forbidden' } });
  const denied = await client.send('DELETE', `${maps}/x`);
  expect([denied.status, denied.json['message']]).toEqual([
    403,
    'admission webhook "change.example.com" denied the request: Forbidden',
  ]);
  // Webhook configurations can always be repaired.
  for (const [kind, name] of [
    ['mutating', 'change'],
    ['validating', 'check'],
  ]) {
    expect((await client.send('DELETE', `${registration}/${kind}webhookconfigurations/${name}`)).status).toBe(200);
  }
  expect((await client.send('DELETE', `${maps}/x`)).status).toBe(200);

  expect((await program.end()).code).toBe(0);
  const events = readFileSync(join(directory, 'audit.log'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const [created] = events.filter(({ objectRef, verb }) => objectRef?.name === 'x' && verb === 'create');
  const place = 'webhook.admission.k8s.io/round_0_index_0';
  expect(JSON.parse(created.annotations[`mutation.${place}`])).toMatchObject({
    configuration: 'change',
    mutated: true,
  });
  expect(JSON.parse(created.annotations[`patch.${place}`]).patch).toMatchObject([{ op: 'add', path: '/data' }]);
});
