import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../src/apimachinery/free-ports.test.support.js';
import { TraceCollector } from '../../src/server/tracing/trace-collector.test.support.js';
import { WebhookServer } from '../../src/server/webhook-server.test.support.js';
import { call, ProgramProcess, temporaryDirectory, writeSigningKey } from './program.test.support.js';

const traceIds = { admin: '1'.repeat(32), other: '2'.repeat(32), unsampled: '3'.repeat(32) };

async function start(collector: TraceCollector) {
  const directory = temporaryDirectory();
  writeSigningKey(directory);
  writeFileSync(join(directory, 'tokens.csv'), 'admin-token,admin,1,system:masters\nother-token,other,2,dev\n');
  const configuration = { apiVersion: 'apiserver.config.k8s.io/v1', kind: 'TracingConfiguration' };
  writeFileSync(join(directory, 'tracing.yaml'), JSON.stringify({ ...configuration, endpoint: collector.endpoint }));
  const program = new ProgramProcess(
    'kube-apiserver',
    [
      '--bind-address=127.0.0.1',
      `--secure-port=${await freePort()}`,
      '--in-memory',
      '--authorization-mode=RBAC',
      '--cert-dir=certs',
      '--token-auth-file=tokens.csv',
      '--service-account-issuer=https://kubernetes.default.svc',
      '--service-account-signing-key-file=sa.key',
      '--tracing-config-file=tracing.yaml',
    ],
    directory,
  );
  return { program, url: await program.readyUrl() };
}

function headersOf(token: string, traceId: string, flags = '01'): Record<string, string> {
  return { authorization: `Bearer ${token}`, traceparent: `00-${traceId}-00000000000000aa-${flags}` };
}

async function addWebhook(url: string, webhook: WebhookServer): Promise<void> {
  const rules = [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }];
  const clientConfig = { url: `${webhook.url}/review`, caBundle: webhook.caBundle };
  const hook = { name: 'a.example.com', rules, clientConfig, sideEffects: 'None', admissionReviewVersions: ['v1'] };
  const configuration = {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingWebhookConfiguration',
    metadata: { name: 'a' },
    webhooks: [hook],
  };
  const { status } = await call(`${url}/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations`, {
    method: 'POST',
    token: 'admin-token',
    body: configuration,
  });
  expect(status).toBe(201);
}

it('a request of a privileged client is traced through admission webhooks and the storage', async () => {
  const collector = await TraceCollector.start();
  onTestFinished(() => collector.close());
  const webhook = await WebhookServer.start(({ apiVersion, request }) => ({
    apiVersion,
    kind: 'AdmissionReview',
    response: { uid: request['uid'] ?? '', allowed: true },
  }));
  onTestFinished(() => webhook.close());
  const { program, url } = await start(collector);
  await addWebhook(url, webhook);
  const configMaps = `${url}/api/v1/namespaces/default/configmaps`;
  const body = { metadata: { name: 'a' } };
  const post = (headers: Record<string, string>) => call(configMaps, { method: 'POST', headers, body });
  expect((await post(headersOf('admin-token', traceIds.admin))).status).toBe(201);
  expect((await post(headersOf('admin-token', traceIds.unsampled, '00'))).status).toBe(409);
  expect((await call(`${url}/version`, { headers: headersOf('other-token', traceIds.other) })).status).toBe(200);
  const [first, second] = webhook.reviews.map(({ headers }) => headers['traceparent']);
  expect((await program.end()).code).toBe(0);

  const spans = collector.spans.filter(({ traceId }) => traceId === traceIds.admin);
  const parentOf = new Map(spans.map(({ spanId, parentSpanId }) => [spanId, parentSpanId]));
  const nameOf = new Map(spans.map(({ spanId, name }) => [spanId, name]));
  const root = spans.find(({ parentSpanId }) => parentSpanId === '00000000000000aa');
  expect(root).toMatchObject({
    name: 'POST /api/v1/namespaces/{:namespace}/configmaps',
    kind: 2,
    scope: 'go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp',
    resource: { 'service.name': 'apiserver' },
    attributes: {
      'http.request.method': 'POST',
      'url.path': '/api/v1/namespaces/default/configmaps',
      'http.response.status_code': 201,
    },
  });
  const within = (name: string) => {
    const span = spans.find((one) => one.name === name);
    return nameOf.get(parentOf.get(span?.spanId ?? '') ?? '');
  };
  const parents = ['priorityandfairness', 'authorization', 'Create', 'Call validating webhook', 'HTTP POST'].map(
    within,
  );
  expect(parents).toEqual([
    'constrainedimpersonation',
    'priorityandfairness',
    'authorization',
    'Create',
    'Call validating webhook',
  ]);
  expect([within('Create etcd3'), within('SerializeObject')]).toEqual(['Create', 'Create']);
  const http = spans.find(({ name }) => name === 'HTTP POST');
  expect(first).toBe(`00-${traceIds.admin}-${http?.spanId}-01`);
  // The webhook is called before the name is found to be taken.
  expect(second).toMatch(new RegExp(`^00-${traceIds.unsampled}-[0-9a-f]{16}-00$`));
  expect(collector.spans.filter(({ traceId }) => traceId !== traceIds.admin)).toEqual([]);
});
