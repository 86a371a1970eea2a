import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../src/apimachinery/free-ports.test.support.js';
import { startConnectProxy } from '../../src/server/egress/proxies.test.support.js';
import { WebhookServer } from '../../src/server/webhook-server.test.support.js';
import { call, ProgramProcess, temporaryDirectory, writeSigningKey } from './program.test.support.js';

const token = 'admin-token';

it('webhooks are called through the proxy of the egress selector', async () => {
  const directory = temporaryDirectory();
  const socketPath = join(directory, 'proxy.sock');
  const proxy = await startConnectProxy({ socketPath });
  const webhook = await WebhookServer.start(({ apiVersion, request }) => ({
    apiVersion,
    kind: 'AdmissionReview',
    response: { uid: request['uid'] ?? '', allowed: true },
  }));
  onTestFinished(() => webhook.close());
  writeSigningKey(directory);
  writeFileSync(join(directory, 'tokens.csv'), `${token},admin,1,system:masters\n`);
  const connection = { proxyProtocol: 'HTTPConnect', transport: { uds: { udsName: socketPath } } };
  const configuration = {
    apiVersion: 'apiserver.k8s.io/v1beta1',
    kind: 'EgressSelectorConfiguration',
    egressSelections: [{ name: 'controlplane', connection }],
  };
  writeFileSync(join(directory, 'egress.yaml'), JSON.stringify(configuration));
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
      '--egress-selector-config-file=egress.yaml',
    ],
    directory,
  );
  const url = await program.readyUrl();
  const rules = [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['secrets'] }];
  const clientConfig = { url: webhook.url, caBundle: webhook.caBundle };
  const hook = { name: 'a.example.com', rules, clientConfig, sideEffects: 'None', admissionReviewVersions: ['v1'] };
  const hooks = `${url}/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations`;
  const created = await call(hooks, { method: 'POST', token, body: { metadata: { name: 'a' }, webhooks: [hook] } });
  expect(created.status).toBe(201);
  const secrets = `${url}/api/v1/namespaces/default/secrets`;
  const { status } = await call(secrets, { method: 'POST', token, body: { metadata: { name: 'a' } } });
  expect(status).toBe(201);
  expect(webhook.reviews).toHaveLength(1);
  expect(proxy.dialed).toEqual([`127.0.0.1:${webhook.port}`]);
  const metrics = await call(`${url}/metrics`, { token });
  expect(metrics.body).toContain('apiserver_egress_dialer_dial_start_total{protocol="http_connect",transport="uds"} 1');
});
