import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { encodeJson } from '../../../apimachinery/codec/index.js';
import { bearerToken, clientCertificate, combinedCredentials, RestClient } from '../../../client/rest/index.js';
import { generateKeyPair, inject, makeSelfSigned, privateKeyPem, signCertificate } from '../../http/index.js';
import { WebhookServer } from '../../webhook-server.test.support.js';
import { WebhookClients } from './webhook-clients.js';

const resolveService = async () => ({ host: '127.0.0.1', port: webhook.port });
const timeoutMilliseconds = 5000;

let webhook: WebhookServer;
beforeAll(async () => {
  webhook = await WebhookServer.start(() => ({ kind: 'Seen' }));
});
afterAll(() => webhook.close());
beforeEach(() => {
  webhook.reviews.length = 0;
});

test('webhooks are shown the credentials that are for them', async () => {
  const { certificate, key } = makeSelfSigned({ names: ['apiserver'] });
  const credentials = combinedCredentials([bearerToken('secret'), clientCertificate({ certificate, key })]);
  const addresses: string[] = [];
  const clients = new WebhookClients({
    resolveService,
    findCredentials: (address) => {
      addresses.push(address);
      return address.startsWith('hook.') ? credentials : undefined;
    },
  });
  const { caBundle, port } = webhook;
  const service = clients.for({ service: { namespace: 'tools', name: 'hook', port: 8443 }, caBundle });
  const url = clients.for({ url: `https://localhost:${port}/x/`, caBundle });
  for (const client of [service, url]) await client.post({}, { timeoutMilliseconds });
  expect(addresses).toEqual(['hook.tools.svc:8443', `localhost:${port}`]);
  const seen = webhook.reviews.map(({ path, client, headers }) => [path, client, headers.authorization]);
  expect(seen).toEqual([
    ['/?timeout=5s', expect.stringMatching(/^apiserver@/), 'Bearer secret'],
    ['/x?timeout=5s', undefined, undefined],
  ]);
  clients.keepOnly(new Set());
});

test('webhooks at one address share connections until the last one is removed', async () => {
  const clients = new WebhookClients({ resolveService });
  const { caBundle, url } = webhook;
  const before = webhook.connections;
  for (let round = 0; round < 3; round++) await clients.for({ url, caBundle }).post({}, { timeoutMilliseconds });
  expect(webhook.connections - before).toBe(1);
  clients.keepOnly(new Set([clients.for({ url, caBundle })]));
  await clients.for({ url, caBundle }).post({}, { timeoutMilliseconds });
  expect(webhook.connections - before).toBe(1);
  clients.keepOnly(new Set());
  await clients.for({ url, caBundle }).post({}, { timeoutMilliseconds });
  expect(webhook.connections - before).toBe(2);
});

test('a webhook that is removed still completes pending calls', async () => {
  const clients = new WebhookClients({ resolveService });
  const { caBundle, url } = webhook;
  webhook.respond = () => {
    webhook.respond = () => ({ kind: 'Late' });
    clients.keepOnly(new Set());
    setImmediate(() => webhook.respondToWaiting());
    return 'nothing';
  };
  expect(await clients.for({ url, caBundle }).post({}, { timeoutMilliseconds })).toEqual({ kind: 'Late' });
});

test('a webhook call ends with its request', async () => {
  const clients = new WebhookClients({ resolveService });
  const { caBundle, url } = webhook;
  const ended = new AbortController();
  webhook.respond = () => {
    ended.abort();
    return 'nothing';
  };
  const asking = clients.for({ url, caBundle }).post({}, { timeoutMilliseconds, signal: ended.signal });
  await expect(asking).rejects.toThrow(`Post "${url}?timeout=5s": context canceled`);
  await expect(clients.for({ url, caBundle }).post({}, { timeoutMilliseconds, signal: ended.signal })).rejects.toThrow(
    'context canceled',
  );
  expect(webhook.reviews).toHaveLength(1);
});

test('a webhook of the server itself is called without a connection', async () => {
  const targets: string[] = [];
  const loopback = new RestClient({
    transport: {
      send: (sent) =>
        inject(async ({ target }) => {
          targets.push(target);
          return { status: 200, headers: { 'content-type': 'application/json' }, body: encodeJson({ kind: 'Seen' }) };
        }, sent),
      close: async () => undefined,
    },
  });
  const clients = new WebhookClients({ loopback, resolveService });
  const path = '/apis/admission.example.com/v1/checks';
  const poster = clients.for({ service: { namespace: 'default', name: 'kubernetes', path } });
  expect(await poster.post({}, { timeoutMilliseconds: 5000 })).toEqual({ kind: 'Seen' });
  expect(targets).toEqual([`${path}?timeout=5s`]);
});

test('a CA bundle may be the certificate of the webhook, which another CA has signed', async () => {
  const [validFrom, validUntil] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)];
  const issuer = { subject: { commonName: 'ca' }, keys: generateKeyPair() };
  const keys = generateKeyPair();
  const subject = { commonName: 'localhost' };
  const certificate = signCertificate({
    subject,
    publicKey: keys.publicKey,
    issuer,
    validFrom,
    validUntil,
    use: { serverNames: ['localhost'] },
  });
  const server = createServer({ cert: certificate, key: privateKeyPem(keys) }, (_request, response) => {
    response.setHeader('content-type', 'application/json').end('{"kind":"Seen"}');
  });
  await once(server.listen(0, 'localhost'), 'listening');
  const url = `https://localhost:${(server.address() as AddressInfo).port}/`;
  const clients = new WebhookClients({ resolveService });
  const caBundle = Buffer.from(certificate).toString('base64');
  expect(await clients.for({ url, caBundle }).post({}, { timeoutMilliseconds })).toEqual({ kind: 'Seen' });
  clients.keepOnly(new Set());
  server.closeAllConnections();
  server.close();
});
