import { expect, it } from 'vitest';
import { joinHostPort, networkErrorText } from './network-error.js';
import { checkServerName } from './server-identity.js';

const failed = (properties: object) => Object.assign(new Error('message'), properties);

it.each([
  [
    failed({ code: 'ECONNREFUSED', address: '10.0.0.1', port: 443 }),
    'dial tcp 10.0.0.1:443: connect: connection refused',
  ],
  [failed({ code: 'EHOSTUNREACH', address: '::1', port: 443 }), 'dial tcp [::1]:443: connect: no route to host'],
  [failed({ code: 'ENOTFOUND', hostname: 'x.example' }), 'dial tcp: lookup x.example: no such host'],
  [failed({ code: 'ECONNRESET' }), 'EOF'],
  [
    failed({ code: 'CERT_HAS_EXPIRED' }),
    'tls: failed to verify certificate: x509: certificate has expired or is not yet valid',
  ],
  [
    new AggregateError([failed({}), failed({ code: 'ECONNREFUSED', address: '127.0.0.1', port: 1 })]),
    'dial tcp 127.0.0.1:1: connect: connection refused',
  ],
  [failed({ code: 'EOTHER' }), 'message'],
  ['text', 'text'],
])('%s is formatted as in Go', (error, text) => {
  expect(networkErrorText(error)).toBe(text);
});

it('addresses are written with their port', () => {
  expect([joinHostPort('a', 1), joinHostPort('::1', 2)]).toEqual(['a:1', '[::1]:2']);
});

it.each([
  ['DNS:x.default.svc', undefined],
  ['DNS:a, IP Address:10.0.0.1', 'certificate is valid for a, 10.0.0.1, not x.default.svc'],
  ['email:a@b', 'certificate is not valid for any names, but wanted to match x.default.svc'],
  [undefined, 'certificate relies on legacy Common Name field, use SANs instead'],
])('a certificate for %s is refused with: %s', (subjectaltname, problem) => {
  const certificate = { subject: { CN: 'x.default.svc' }, subjectaltname } as Parameters<typeof checkServerName>[1];
  const expected = problem && `tls: failed to verify certificate: x509: ${problem}`;
  expect(checkServerName('x.default.svc', certificate)?.message).toBe(expected);
});
