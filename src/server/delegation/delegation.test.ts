import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeJson } from '../../apimachinery/codec/index.js';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { RestClient } from '../../client/rest/index.js';
import { EmbeddedStorage } from '../../storage/embedded/index.js';
import { ApiServer } from '../api-server.js';
import { generateKeyPair, type InjectedRequest, inject, signCertificate } from '../http/index.js';
import { wardle } from '../sample-server.test.support.js';
import { Delegation } from './delegation.js';
import { ReviewCache } from './review-cache.js';

/** A main server that knows one token and one rule, and counts the reviews. */
class MainServer {
  readonly requested: string[] = [];
  readonly #configMap: JsonObject;

  constructor(data: JsonObject) {
    this.#configMap = { apiVersion: 'v1', kind: 'ConfigMap', data };
  }

  get client(): RestClient {
    return new RestClient({
      transport: {
        send: (sent) => inject((request) => this.#respond(request.path, sent), sent),
        close: async () => {},
      },
    });
  }

  async #respond(path: string, { body }: { body?: Buffer | undefined }) {
    this.requested.push(path.slice(path.lastIndexOf('/') + 1));
    const { spec = {} } = body ? JSON.parse(body.toString()) : {};
    const response = path.startsWith('/api/v1') ? this.#configMap : { kind: 'Review', status: statusOf(spec) };
    return { status: 200, headers: { 'content-type': 'application/json' }, body: encodeJson(response) };
  }
}

function statusOf({ token, user, resourceAttributes }: JsonObject): JsonObject {
  if (token !== undefined) {
    return token === 'good' ? { authenticated: true, user: { username: 'ann', uid: '1', groups: ['readers'] } } : {};
  }
  const { verb } = (resourceAttributes ?? {}) as JsonObject;
  return { allowed: user === 'ann' && verb === 'list' };
}

const validity = { validFrom: new Date(Date.now() - 3_600_000), validUntil: new Date(Date.now() + 86_400_000) };

/** A certificate authority, and a client certificate that it signed. */
function signer(name: string) {
  const issuer = { subject: { commonName: name }, keys: generateKeyPair() };
  const { subject, keys } = issuer;
  const pem = signCertificate({ ...validity, issuer, subject, publicKey: keys.publicKey, use: 'authority' });
  const clientKeys = generateKeyPair();
  const client = { subject: { commonName: 'aggregator' }, publicKey: clientKeys.publicKey, use: 'client' } as const;
  const certificate = new X509Certificate(signCertificate({ ...validity, issuer, ...client }));
  return { pem, clientCertificate: { chain: [certificate], verified: true } };
}

const [proxies, strangers] = [signer('proxies'), signer('strangers')];
const main = new MainServer({
  'requestheader-client-ca-file': proxies.pem,
  'requestheader-allowed-names': '["aggregator"]',
  'requestheader-username-headers': '["X-Remote-User"]',
  'requestheader-group-headers': '["X-Remote-Group"]',
});
let server: ApiServer;
let delegation: Delegation;

beforeAll(async () => {
  delegation = await Delegation.connect({ client: main.client });
  const { authenticator, authorizer } = delegation;
  server = new ApiServer({ storage: await EmbeddedStorage.open(), authenticator, authorizer });
  server.install(wardle);
  server.prepare();
});
afterAll(async () => {
  delegation.close();
  await server.close();
});

const target = '/apis/wardle.example.com/v1/fischers';

async function status(request: Partial<InjectedRequest>): Promise<number> {
  return (await inject(server.handle, { target, ...request })).status;
}

const remote = (user: string) => ({ 'x-remote-user': user, 'x-remote-group': 'readers' });

test('the user that a front proxy names is believed', async () => {
  const { clientCertificate } = proxies;
  expect(await status({ headers: remote('ann'), clientCertificate })).toBe(200);
  expect(await status({ headers: remote('bob'), clientCertificate })).toBe(403);
  expect(await status({ method: 'DELETE', headers: remote('ann'), clientCertificate })).toBe(403);
});

test('no other authenticator is used', async () => {
  expect(await status({ headers: remote('ann') })).toBe(403);
  expect(await status({ headers: remote('ann'), clientCertificate: strangers.clientCertificate })).toBe(401);
});

test('reviews of a token and of the access of its user are requested once', async () => {
  main.requested.length = 0;
  const headers = { authorization: 'Bearer good' };
  expect([await status({ headers }), await status({ headers })]).toEqual([200, 200]);
  expect(main.requested).toEqual(['tokenreviews', 'subjectaccessreviews']);
  expect(await status({ headers: { authorization: 'Bearer bad' } })).toBe(401);
});

test('health is for everybody, without a question', async () => {
  main.requested.length = 0;
  expect(await status({ target: '/livez' })).toBe(200);
  expect(main.requested).toEqual([]);
});

test('answers are forgotten after a while, and failures at once', async () => {
  let now = 0;
  let requested = 0;
  const cache = new ReviewCache<number>({ milliseconds: 10, maxEntries: 2, now: () => now });
  const ask = async () => ++requested;
  expect([await cache.get('a', ask), await cache.get('a', ask)]).toEqual([1, 1]);
  now = 10;
  expect(await cache.get('a', ask)).toBe(2);
  await expect(cache.get('b', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await cache.get('b', ask)).toBe(3);
  await cache.get('c', ask);
  expect(await cache.get('a', ask)).toBe(5);
});
