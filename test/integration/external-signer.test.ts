import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freePort } from '../../src/apimachinery/free-ports.test.support.js';
import { TestSigner } from '../../src/kube/service-account-tokens/external-signer/test-signer.test.support.js';
import { call, ProgramProcess, temporaryDirectory } from './program.test.support.js';

async function programWith(signer: TestSigner, ...flags: string[]): Promise<ProgramProcess> {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'tokens.csv'), 'admin-token,admin,1,system:masters\n');
  return new ProgramProcess(
    'kube-apiserver',
    [
      '--bind-address=127.0.0.1',
      `--secure-port=${await freePort()}`,
      '--in-memory',
      '--authorization-mode=RBAC',
      '--cert-dir=certs',
      '--token-auth-file=tokens.csv',
      '--service-account-issuer=https://issuer.example.com',
      `--service-account-signing-endpoint=${signer.socket}`,
      ...flags,
    ],
    directory,
  );
}

it('service account tokens are signed by an external signer, and accepted', async () => {
  const signer = await TestSigner.start();
  const program = await programWith(signer);
  const url = await program.readyUrl();
  const accounts = `${url}/api/v1/namespaces/default/serviceaccounts`;
  const token = 'admin-token';
  await call(accounts, { method: 'POST', token, body: { metadata: { name: 'default' } } });
  const body = { spec: { expirationSeconds: 7200 } };
  const response = await call(`${accounts}/default/token`, { method: 'POST', token, body });
  expect(response.status).toBe(201);
  const { spec, status } = JSON.parse(response.body);
  // The signer supports an hour.
  expect(spec.expirationSeconds).toBe(3600);
  const header = JSON.parse(Buffer.from(status.token.split('.')[0], 'base64url').toString());
  expect(header).toEqual({ alg: 'RS256', kid: 'key-1', typ: 'JWT' });
  const review = await call(`${url}/apis/authentication.k8s.io/v1/selfsubjectreviews`, {
    method: 'POST',
    token: status.token,
    body: { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' },
  });
  expect(JSON.parse(review.body).status.userInfo.username).toBe('system:serviceaccount:default:default');
  const keys = await call(`${url}/openid/v1/jwks`, { token });
  expect(JSON.parse(keys.body).keys).toMatchObject([{ kid: 'key-1', alg: 'RS256' }]);
  signer.failure = { code: 14, message: 'away' };
  const failed = await call(`${accounts}/default/token`, { method: 'POST', token, body });
  expect([failed.status, JSON.parse(failed.body).message]).toEqual([
    500,
    'Internal error occurred: failed to generate token: while signing jwt: rpc error: code = Unavailable desc = away',
  ]);
});

it('a maximum that the signer does not support is refused', async () => {
  const signer = await TestSigner.start();
  const program = await programWith(signer, '--service-account-max-token-expiration=2h');
  const { code, stderr } = await program.ended();
  expect(code).toBe(1);
  expect(stderr).toContain(
    'service-account-max-token-expiration cannot be set longer than the token expiration supported by service-account-signing-endpoint: 2h0m0s > 1h0m0s',
  );
});
