import { expect, test } from 'vitest';
import type { Secret, ServiceAccount } from '../../api/core/v1.js';
import { filledSecret } from './token-secret.js';

const account = { metadata: { name: 'robot', namespace: 'a', uid: 'u' } } as ServiceAccount;
const encoded = (text: string): string => Buffer.from(text).toString('base64');
const secret = (data?: Record<string, string>): Secret =>
  ({ metadata: { name: 's', namespace: 'a', annotations: { x: 'y' } }, data }) as unknown as Secret;
const content = { rootCertificates: 'PEM', signToken: (claims: object) => JSON.stringify(claims) };

test('an empty secret gets everything', () => {
  const filled = filledSecret(secret(), account, content);
  expect(filled?.metadata.annotations).toEqual({
    x: 'y',
    'kubernetes.io/service-account.name': 'robot',
    'kubernetes.io/service-account.uid': 'u',
  });
  expect(filled?.data).toMatchObject({ 'ca.crt': encoded('PEM'), namespace: encoded('a') });
  expect(JSON.parse(Buffer.from(filled?.data?.['token'] ?? '', 'base64').toString())).toEqual({
    iss: 'kubernetes/serviceaccount',
    'kubernetes.io/serviceaccount/namespace': 'a',
    'kubernetes.io/serviceaccount/secret.name': 's',
    'kubernetes.io/serviceaccount/service-account.name': 'robot',
    'kubernetes.io/serviceaccount/service-account.uid': 'u',
    sub: 'system:serviceaccount:a:robot',
  });
});

test('a filled one stays, until the certificates change', () => {
  const data = { 'ca.crt': encoded('PEM'), namespace: encoded('a'), token: encoded('t') };
  expect(filledSecret(secret(data), account, content)).toBeUndefined();
  const changed = filledSecret(secret(data), account, { ...content, rootCertificates: 'OTHER' });
  expect(changed?.data).toEqual({ ...data, 'ca.crt': encoded('OTHER') });
});
