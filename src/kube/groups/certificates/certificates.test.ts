import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../../apimachinery/meta/index.js';
import { generateKeyPair, signCertificate } from '../../../server/http/index.js';
import { TestKube } from '../../kube-server.test.support.js';
import { causesOf } from '../refusals.test.support.js';

let kube: TestKube;
beforeAll(async () => {
  kube = await TestKube.start();
});
afterAll(() => kube.close());

/** Signed with a key that is not kept anywhere. */
const request =
  'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIYU1JR0JBZ0VBTUI4eERUQUxCZ05WQkFvTUJIUmxZVzB4RGpBTUJnTlZCQU1NQlhCeWIySmxNRmt3RXdZSApLb1pJemowQ0FRWUlLb1pJemowREFRY0RRZ0FFVzVjRXM4THZJWGVuSkRucTNDYnlacFFSUW9ha05rZTR5RytWClBQdEpGeVg5R3FtVjdPSXgvUWF0WWZiOTZ5R0hlT1VPQXNzbG5xZm1wTitXWlBjMnNhQUFNQW9HQ0NxR1NNNDkKQkFNQ0EwZ0FNRVVDSUZRcVdHL2thMVhkQnZoRVRnUFAvMWxDZnRDWHlLOEhSWUUvc1RWWC9YL1VBaUVBL2ZtdQpFUTVkdlFhWFREMEtocVRxZTRWb0tKWjAwVUVva0d1ais1TEZWaTA9Ci0tLS0tRU5EIENFUlRJRklDQVRFIFJFUVVFU1QtLS0tLQo=';
const certificate =
  'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUJlRENDQVIyZ0F3SUJBZ0lVRHI1cG9zMjY5Q3N5RS92LzkzSVZCZGVVRVljd0NnWUlLb1pJemowRUF3SXcKRURFT01Bd0dBMVVFQXd3RmNISnZZbVV3SUJjTk1qWXhNVEUxTWpFeE9ESXdXaGdQTWpFeU5qRXdNakl5TVRFNApNakJhTUJBeERqQU1CZ05WQkFNTUJYQnliMkpsTUZrd0V3WUhLb1pJemowQ0FRWUlLb1pJemowREFRY0RRZ0FFClc1Y0VzOEx2SVhlbkpEbnEzQ2J5WnBRUlFvYWtOa2U0eUcrVlBQdEpGeVg5R3FtVjdPSXgvUWF0WWZiOTZ5R0gKZU9VT0Fzc2xucWZtcE4rV1pQYzJzYU5UTUZFd0hRWURWUjBPQkJZRUZDWGdWRUhDRFVxc3Axc2tTemJTRVdOQwpaOHdLTUI4R0ExVWRJd1FZTUJhQUZDWGdWRUhDRFVxc3Axc2tTemJTRVdOQ1o4d0tNQThHQTFVZEV3RUIvd1FGCk1BTUJBZjh3Q2dZSUtvWkl6ajBFQXdJRFNRQXdSZ0loQUtyUldndC9TS2F2NmtRcjcreXl5bnNKRnBKMk1UQ1EKZjJ3amNlY0NscUdsQWlFQXZiZUVhZFVaM1BuQXFYTTU4M2t1dFJMeXR0SFBIRFBnbVU4SHZ3L3RvMGM9Ci0tLS0tRU5EIENFUlRJRklDQVRFLS0tLS0K';

const path = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
const merge = 'application/merge-patch+json';
const usual = { request, signerName: 'example.com/s', usages: ['client auth'] };
const create = (name: string, spec: JsonObject = {}) =>
  kube.call('POST', path, { metadata: { name }, spec: { ...usual, username: 'somebody', ...spec } });
const patch = (target: string, change: JsonObject) => kube.call('PATCH', `${path}/${target}`, change, merge);

test('the user is the authenticated one, and the request does not change', async () => {
  const { json } = await create('kept');
  expect(json['spec']).toEqual({ ...usual, username: 'system:anonymous', groups: ['system:unauthenticated'] });
  const changed = await patch('kept', { spec: { usages: ['server auth'] }, status: { certificate } });
  expect([changed.status, changed.json['spec'], changed.json['status']]).toEqual([200, json['spec'], {}]);
});

const cut = Buffer.from(Buffer.from(request, 'base64').toString().replace('MIH', 'MIG')).toString('base64');
test.each<[string, JsonObject, string[]]>([
  ['no usages', { usages: [] }, ['spec.usages: Required value']],
  ['a usage twice', { usages: ['any', 'any'] }, ['spec.usages[1]: Duplicate value: "any"']],
  [
    'a signer without domain',
    { signerName: 's' },
    [
      `spec.signerName: Invalid value: "s": must be a fully qualified domain and path of the form 'example.com/signer-name'`,
    ],
  ],
  [
    'a signer whose domain is none',
    { signerName: 'A.b/s' },
    [
      `spec.signerName: Invalid value: "A.b": validating label "A": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')`,
    ],
  ],
  [
    'a signer with a long domain',
    { signerName: `${'a.'.repeat(130)}b/s` },
    ['spec.signerName: Too long: may not be more than 253 bytes'],
  ],
  ['no request', { request: null }, ['spec.request: Invalid value: null: PEM block type must be CERTIFICATE REQUEST']],
  [
    'a short life',
    { expirationSeconds: 1 },
    ['spec.expirationSeconds: Invalid value: 1: may not specify a duration less than 600 seconds (10 minutes)'],
  ],
  [
    'something else than a request',
    { request: certificate },
    [`spec.request: Invalid value: "${certificate}": PEM block type must be CERTIFICATE REQUEST`],
  ],
  [
    'a request that is cut off',
    { request: cut },
    [`spec.request: Invalid value: "${cut}": x509: malformed certificate request`],
  ],
])('%s is refused', async (_what, spec, causes) => {
  const answer = await create('wrong', spec);
  expect([answer.status, causesOf(answer)]).toEqual([422, causes]);
});

test('a request is approved in one place, and its certificate put in another', async () => {
  await create('approved', { expirationSeconds: 3600 });
  const approved = { status: { conditions: [{ type: 'Approved', status: 'True' }] } };
  expect(causesOf(await patch('approved/status', approved))).toEqual([
    'status.conditions: Forbidden: updates may not add a condition of type "Approved"',
  ]);
  const { json } = await patch('approved/approval', approved);
  const time = expect.any(String);
  expect(json['status']).toEqual({
    conditions: [{ type: 'Approved', status: 'True', lastUpdateTime: time, lastTransitionTime: time }],
  });
  expect((await patch('approved/status', { status: { certificate } })).status).toBe(200);
  expect(await kube.cells(`${path}/approved`)).toEqual([
    ['approved', '0s', 'example.com/s', 'system:anonymous', '60m', 'Approved,Issued'],
  ]);
  expect(causesOf(await patch('approved/approval', { status: { conditions: null } }))).toEqual([
    'status.conditions: Forbidden: updates may not remove a condition of type "Approved"',
  ]);
});

test('a request is not both approved and denied', async () => {
  await create('both');
  const conditions = ['Approved', 'Denied'].map((type) => ({ type, status: 'True' }));
  expect(causesOf(await patch('both/approval', { status: { conditions } }))).toEqual([
    'status.conditions: Invalid value: "Denied": Approved and Denied conditions are mutually exclusive',
  ]);
});

test('certificates for requests with a duration are counted, and whether they have it', async () => {
  const path = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
  const keys = generateKeyPair();
  const subject = { commonName: 'a' };
  const issue = async (name: string, expirationSeconds: number, seconds: number) => {
    const spec = { request, signerName: 'example.com/signer', usages: ['client auth'], expirationSeconds };
    await kube.call('POST', path, { metadata: { name }, spec });
    const conditions = [{ type: 'Approved', status: 'True', reason: 'a', message: 'b' }];
    await kube.call('PATCH', `${path}/${name}/approval`, { status: { conditions } }, 'application/merge-patch+json');
    const [validFrom, validUntil] = [new Date(0), new Date(seconds * 1000)];
    const issuer = { subject, keys };
    const pem = signCertificate({ subject, publicKey: keys.publicKey, issuer, use: 'client', validFrom, validUntil });
    const status = { certificate: Buffer.from(pem).toString('base64') };
    return kube.call('PATCH', `${path}/${name}/status`, { status }, 'application/merge-patch+json');
  };
  const counted = (name: string) => {
    const line = new RegExp(`^apiserver_certificates_registry_csr_${name}_duration_total\\{.*\\} (\\d+)$`, 'm');
    return Number(line.exec(kube.server.shared.metrics.expose())?.[1] ?? 0);
  };
  const before = [counted('requested'), counted('honored')];
  expect(await issue('duration-kept', 3600, 3500)).toMatchObject({ status: 200 });
  expect(await issue('duration-ignored', 3600, 86_400)).toMatchObject({ status: 200 });
  expect([counted('requested'), counted('honored')]).toEqual([before[0]! + 2, before[1]! + 1]);
});
