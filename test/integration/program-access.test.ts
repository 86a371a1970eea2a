import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { freePort } from '../../src/apimachinery/free-ports.test.support.js';
import type { JsonObject } from '../../src/apimachinery/meta/index.js';
import { issuerKey, TestIssuer } from '../../src/server/authentication/jwt/issuer.test.support.js';
import { HttpsServer } from '../../src/server/https-server.test.support.js';
import { call, ProgramProcess, temporaryDirectory, writeSigningKey } from './program.test.support.js';

const config = (kind: string, fields: object) =>
  JSON.stringify({ apiVersion: 'apiserver.config.k8s.io/v1', kind, ...fields });

function issuerConfig({ url, server }: TestIssuer, prefix: string) {
  return {
    issuer: { url, certificateAuthority: server.authorities, audiences: ['me'] },
    claimMappings: { username: { claim: 'sub', prefix }, groups: { expression: 'claims.?groups.orValue([])' } },
  };
}

async function webhook(respond: (spec: JsonObject) => JsonObject): Promise<HttpsServer> {
  const server = await HttpsServer.start();
  onTestFinished(() => server.close());
  server.respond = ({ body }) => ({ ...body, status: respond(body['spec'] as JsonObject) });
  return server;
}

it('issuers, webhooks and secrets authenticate users, and webhooks authorize them', async () => {
  const directory = temporaryDirectory();
  const issuer = await TestIssuer.start(issuerKey('a'));
  onTestFinished(() => issuer.close());
  const known = await webhook(({ token }) =>
    token === 'from-the-webhook' ? { authenticated: true, user: { username: 'ann', groups: ['staff'] } } : {},
  );
  const requested = await webhook(({ user }) => ({
    allowed: user === 'oidc:jane',
    denied: user === 'ann',
    reason: 'hook',
  }));
  writeSigningKey(directory);
  const files = {
    tokens: join(directory, 'tokens.csv'),
    authentication: join(directory, 'authentication.json'),
    authorization: join(directory, 'authorization.json'),
    known: await known.writeKubeconfig(join(directory, 'known.kubeconfig')),
    requested: await requested.writeKubeconfig(join(directory, 'asked.kubeconfig')),
  };
  const anonymous = { enabled: true, conditions: [{ path: '/readyz' }] };
  writeFileSync(files.tokens, 'admin-token,admin,admin,system:masters\n');
  writeFileSync(
    files.authentication,
    config('AuthenticationConfiguration', { jwt: [issuerConfig(issuer, 'oidc:')], anonymous }),
  );
  const hook = {
    type: 'Webhook',
    name: 'hook',
    webhook: {
      timeout: '3s',
      subjectAccessReviewVersion: 'v1',
      matchConditionSubjectAccessReviewVersion: 'v1',
      failurePolicy: 'NoOpinion',
      connectionInfo: { type: 'KubeConfigFile', kubeConfigFile: files.requested },
      matchConditions: [{ expression: "!request.user.startsWith('system:')" }],
    },
  };
  writeFileSync(
    files.authorization,
    config('AuthorizationConfiguration', { authorizers: [hook, { type: 'RBAC', name: 'rbac' }] }),
  );
  const program = new ProgramProcess(
    'kube-apiserver',
    [
      '--bind-address=127.0.0.1',
      `--secure-port=${await freePort()}`,
      '--data-dir=data',
      '--cert-dir=certs',
      '--service-account-issuer=https://kubernetes.default.svc',
      '--service-account-signing-key-file=sa.key',
      '--enable-bootstrap-token-auth',
      `--token-auth-file=${files.tokens}`,
      `--authentication-config=${files.authentication}`,
      `--authentication-token-webhook-config-file=${files.known}`,
      '--authentication-token-webhook-version=v1',
      `--authorization-config=${files.authorization}`,
    ],
    directory,
  );
  const url = await program.readyUrl();
  const pods = async (token?: string) => {
    const { status, body } = await call(`${url}/api/v1/namespaces/default/pods`, token ? { token } : {});
    return status === 200 ? status : [status, /User "([^"]*)"/.exec(JSON.parse(body).message)?.[1]];
  };
  const whoIs = async (token: string) => {
    const { body } = await call(`${url}/apis/authentication.k8s.io/v1/selfsubjectreviews`, {
      method: 'POST',
      token,
      body: { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' },
    });
    return JSON.parse(body).status.userInfo.groups;
  };

  expect(await pods()).toEqual([401, undefined]);
  expect((await call(`${url}/readyz`)).status).toBe(200);
  expect(await pods(issuer.token({ sub: 'jane', groups: ['devs'] }))).toBe(200);
  expect(await whoIs(issuer.token({ sub: 'jane', groups: ['devs'] }))).toEqual(['devs', 'system:authenticated']);
  expect(await pods(issuer.token({ sub: 'john' }))).toEqual([403, 'oidc:john']);
  expect(await pods('from-the-webhook')).toEqual([403, 'ann']);
  expect(await pods('of-nobody')).toEqual([401, undefined]);

  const secret = {
    metadata: { name: 'bootstrap-token-abcdef' },
    type: 'bootstrap.kubernetes.io/token',
    stringData: {
      'token-id': 'abcdef',
      'token-secret': '0123456789abcdef',
      'usage-bootstrap-authentication': 'true',
    },
  };
  const secrets = `${url}/api/v1/namespaces/kube-system/secrets`;
  expect((await call(secrets, { method: 'POST', token: 'admin-token', body: secret })).status).toBe(201);
  expect(await pods('abcdef.0123456789abcdef')).toEqual([403, 'system:bootstrap:abcdef']);

  const metrics = async () => (await call(`${url}/metrics`, { token: 'admin-token' })).body;
  writeFileSync(
    files.authentication,
    config('AuthenticationConfiguration', { jwt: [issuerConfig(issuer, 'new:')], anonymous }),
  );
  await vi.waitFor(
    async () =>
      expect(await metrics()).toMatch(
        /authentication_config_controller_automatic_reloads_total\{.*status="success"\} 1/,
      ),
    5000,
  );
  expect(await pods(issuer.token({ sub: 'jim' }))).toEqual([403, 'new:jim']);
  const text = await metrics();
  expect(text).toMatch(/apiserver_authorization_decisions_total\{decision="denied",name="hook",type="Webhook"\} \d/);
  expect(text).toMatch(/apiserver_authorization_match_condition_exclusions_total\{name="hook",type="Webhook"\} \d/);
  expect(text).toMatch(/authentication_token_cache_request_total\{status="hit"\} \d/);
  expect(text).toMatch(/authentication_attempts\{result="success"\} \d/);

  await requested.close();
  const { status, body } = await call(`${url}/api/v1/nodes`, { token: issuer.token({ sub: 'jane' }) });
  expect([status, body]).toEqual([500, expect.stringMatching(/^Internal Server Error: "\/api\/v1\/nodes": https:/)]);
}, 60_000);
