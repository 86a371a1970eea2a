import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import type { CertificateSigningRequest } from '../../api/certificates/v1.js';
import { type CertificateRequest, parseCertificateRequest } from '../../apimachinery/der/index.js';
import { isOver } from './cleaner-controller.js';
import { extendedUsages, usageBits } from './key-usages.js';
import { signers } from './request-kinds.js';
import { lifetimeOf } from './sign-request.js';

const names = (...tags: string[]) => new Map(tags.map((tag) => [tag, [Buffer.alloc(0)]]));
const request = (commonName: string, organizations: string[], ...tags: string[]) =>
  ({ subject: { commonName, organizations }, alternativeNames: names(...tags) }) as unknown as CertificateRequest;
const node = (...tags: string[]) => request('system:node:a', ['system:nodes'], ...tags);
const client = ['digital signature', 'client auth'];
const serving = ['digital signature', 'key encipherment', 'server auth'];

test.each<[signer: string, CertificateRequest, usages: string[], problem: string | undefined]>([
  ['kube-apiserver-client-kubelet', node(), client, undefined],
  ['kube-apiserver-client-kubelet', node(), [...client, 'key encipherment'], undefined],
  [
    'kube-apiserver-client-kubelet',
    node(),
    ['client auth'],
    'usages did not match [client auth digital signature key encipherment]',
  ],
  ['kube-apiserver-client-kubelet', node('dns'), client, 'DNS subjectAltNames are not allowed'],
  ['kube-apiserver-client-kubelet', node('email'), client, 'Email subjectAltNames are not allowed'],
  ['kube-apiserver-client-kubelet', node('address'), client, 'IP subjectAltNames are not allowed'],
  ['kube-apiserver-client-kubelet', node('uri'), client, 'URI subjectAltNames are not allowed'],
  [
    'kube-apiserver-client-kubelet',
    request('a', ['system:nodes']),
    client,
    'subject common name does not begin with system:node:',
  ],
  [
    'kube-apiserver-client-kubelet',
    request('system:node:a', ['a', 'system:nodes']),
    client,
    'subject organization is not system:nodes',
  ],
  ['kubelet-serving', node('dns'), serving, undefined],
  ['kubelet-serving', node(), serving, 'DNS or IP subjectAltName is required'],
  ['kubelet-serving', node('address'), client, 'usages did not match [digital signature key encipherment server auth]'],
  ['kube-apiserver-client', request('jane', ['developers']), client, undefined],
  ['kube-apiserver-client', request('jane', []), ['server auth'], 'invalid usage for client certificate: server auth'],
  [
    'kube-apiserver-client',
    request('jane', []),
    ['digital signature'],
    'missing required usage for client certificate: client auth',
  ],
  ['legacy-unknown', request('anything', []), ['any'], undefined],
])('kubernetes.io/%s: %j with %j: %s', (signer, wanted, usages, problem) => {
  expect(signers[`kubernetes.io/${signer}`]?.(wanted, new Set(usages))).toBe(problem);
});

const hour = 3_600_000;
const now = Date.UTC(2030, 0, 10);
const ago = (hours: number): string => new Date(now - hours * hour).toISOString();

test.each<[string, { created?: number; condition?: [string, number]; certificate?: string }, boolean]>([
  ['is pending', { created: 24 }, false],
  ['has been pending for more than a day', { created: 25 }, true],
  ['was approved and signed', { created: 99, condition: ['Approved', 1], certificate: 'x' }, false],
  ['was approved and signed more than an hour ago', { condition: ['Approved', 2], certificate: 'x' }, true],
  ['was approved, but not signed', { condition: ['Approved', 24] }, false],
  ['was approved, but not signed for more than a day', { condition: ['Approved', 25] }, true],
  ['was denied', { created: 99, condition: ['Denied', 1] }, false],
  ['was denied more than an hour ago', { condition: ['Denied', 2] }, true],
  ['failed more than an hour ago', { condition: ['Failed', 2] }, true],
])('a request that %s', (_name, { created = 0, condition, certificate }, expected) => {
  const conditions = condition ? [{ type: condition[0], lastUpdateTime: ago(condition[1]) }] : [];
  const object = { metadata: { creationTimestamp: ago(created) }, status: { conditions, certificate } };
  expect(isOver(object as unknown as CertificateSigningRequest, now)).toBe(expected);
});

test.each<[requested: number | undefined, lifetime: number]>([
  [undefined, 24 * hour],
  [3600, hour],
  [60, 600_000],
  [999_999_999, 24 * hour],
])('a request for %s seconds gets %d milliseconds', (requested, lifetime) => {
  expect(lifetimeOf(requested, 24 * hour)).toBe(lifetime);
});

test('usages become bits and identifiers', () => {
  expect(usageBits(['digital signature', 'key encipherment', 'client auth'])?.toString('hex')).toBe('030205a0');
  expect(usageBits(['decipher only'])?.toString('hex')).toBe('0303070080');
  expect(usageBits(['client auth'])).toBeUndefined();
  expect(extendedUsages(['client auth', 'server auth'])).toEqual(['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2']);
  expect(extendedUsages(['email protection', 's/mime'])).toEqual(['1.3.6.1.5.5.7.3.4']);
  expect(() => extendedUsages(['flying'])).toThrow('unrecognized usage values: ["flying"]');
});

test('a malformed request is refused', () => {
  const { publicKey } = generateKeyPairSync('ed25519');
  expect(() => parseCertificateRequest(publicKey.export({ type: 'spki', format: 'der' }))).toThrow();
});
