import { createSign } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freePort } from '../../src/apimachinery/free-ports.test.support.js';
import { call, ProgramProcess, temporaryDirectory, writeSigningKey } from './program.test.support.js';

const issuer = 'https://kubernetes.default.svc';

async function start(directory: string): Promise<string> {
  writeSigningKey(directory);
  writeFileSync(join(directory, 'tokens.csv'), 'admin-token,admin,admin,system:masters\n');
  const program = new ProgramProcess(
    'kube-apiserver',
    [
      '--bind-address=127.0.0.1',
      `--secure-port=${await freePort()}`,
      '--data-dir=data',
      '--cert-dir=certs',
      '--token-auth-file=tokens.csv',
      '--authorization-mode=AlwaysAllow',
      '--anonymous-auth=false',
      `--service-account-issuer=${issuer}`,
      '--api-audiences=apiserver',
      '--service-account-signing-key-file=sa.key',
    ],
    directory,
  );
  const url = await program.url();
  while ((await call(`${url}/readyz`, { token: 'admin-token' })).status !== 200) await new Promise(setImmediate);
  return url;
}

const post = async (url: string, body: unknown) => {
  const result = await call(url, { method: 'POST', token: 'admin-token', body });
  expect(result.status).toBe(201);
  return JSON.parse(result.body);
};

async function accountToken(url: string, audiences: readonly string[]): Promise<string> {
  const accounts = `${url}/api/v1/namespaces/default/serviceaccounts`;
  await call(accounts, { method: 'POST', token: 'admin-token', body: { metadata: { name: 'robot' } } });
  return (await post(`${accounts}/robot/token`, { spec: { audiences } })).status.token;
}

/** The status of a watch over a WebSocket with a token in its subprotocols: 101 if it is accepted. */
function webSocketStatus(url: string, token: string): Promise<number> {
  const carrier = `base64url.bearer.authorization.k8s.io.${Buffer.from(token).toString('base64url')}`;
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/api/v1/namespaces/default/configmaps?watch=true`, {
      agent: false,
      rejectUnauthorized: false,
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        origin: url,
        'sec-websocket-version': '13',
        'sec-websocket-key': Buffer.alloc(16).toString('base64'),
        'sec-websocket-protocol': `${carrier}, base64.binary.k8s.io`,
      },
    });
    sent.on('response', (response) => {
      response.resume();
      resolve(response.statusCode!);
    });
    sent.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve(response.statusCode!);
    });
    sent.on('error', reject);
    sent.end();
  });
}

it('a token for others does not authenticate, whatever was just found out about it', async () => {
  const url = await start(temporaryDirectory());
  const other = await accountToken(url, ['other']);
  const audiences = ['apiserver', 'other2', 'other'];
  const review = () => post(`${url}/apis/authentication.k8s.io/v1/tokenreviews`, { spec: { token: other, audiences } });
  expect((await review()).status).toMatchObject({ authenticated: true, audiences: ['other'] });
  for (const token of [other, `other2 other ${other}`, `other ${other}`, ` ${other}`, `${other} `, `${other}\n`]) {
    await review();
    expect([token === other, await webSocketStatus(url, token)]).toEqual([token === other, 401]);
  }
  expect((await call(`${url}/api`, { token: other })).status).toBe(401);

  const own = await accountToken(url, ['apiserver']);
  for (const token of [own, ` ${own}`, `${own}\n`]) expect(await webSocketStatus(url, token)).toBe(101);
  expect((await call(`${url}/api`, { token: own })).status).toBe(200);
});

it('a token whose times are no numbers does not authenticate', async () => {
  const directory = temporaryDirectory();
  const url = await start(directory);
  const [head = '', body = ''] = (await accountToken(url, ['apiserver'])).split('.');
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
  const signed = (changed: object): string => {
    const data = `${head}.${Buffer.from(JSON.stringify({ ...claims, ...changed })).toString('base64url')}`;
    const key = { key: readFileSync(join(directory, 'sa.key')), dsaEncoding: 'ieee-p1363' as const };
    return `${data}.${createSign('sha256').update(data).sign(key).toString('base64url')}`;
  };
  const status = async (changed: object) => (await call(`${url}/api`, { token: signed(changed) })).status;
  expect(await status({})).toBe(200);
  for (const name of ['exp', 'nbf', 'iat']) {
    for (const value of [String(claims[name]), true, [claims[name]], {}, 1e300]) {
      expect([name, value, await status({ [name]: value })]).toEqual([name, value, 401]);
    }
  }
});
