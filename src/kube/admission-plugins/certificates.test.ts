import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import type { Authorizer } from '../../server/index.js';
import { approvalCheck } from './certificate-approval.js';
import { signingCheck } from './certificate-signing.js';
import { CertificateSubjectRestriction } from './certificate-subject-restriction.js';
import { refusal } from './plugin.test.support.js';
import { signingRequest, signingRequestFor, wideTag } from './signing-requests.test.support.js';

const resource = 'certificatesigningrequests.certificates.k8s.io';
const refused = '403 certificatesigningrequests.certificates.k8s.io "r" is forbidden:';

/** Allows exactly the given accesses, and records what is checked. */
function allowing(...allowed: string[]): Authorizer & { readonly checked: string[] } {
  const checked: string[] = [];
  return {
    checked,
    async authorize(user, { verb, apiGroup, resource: signers, name }) {
      checked.push(`${user.name} ${verb} ${signers}.${apiGroup}/${name}`);
      return { decision: allowed.includes(`${verb} ${name}`) ? 'allow' : 'no-opinion' };
    },
  };
}

describe('approval', () => {
  const old = signingRequest('example.com/s', '');
  const object = signingRequest('other.com/t', '');
  const about = { resource, operation: 'UPDATE', subresource: 'approval', object, old } as const;

  test.each<[string, string[], string | undefined]>([
    ['of the signer', ['approve example.com/s'], undefined],
    ['of its domain', ['approve example.com/*'], undefined],
    [
      'of another one',
      ['approve other.com/t', 'sign example.com/s'],
      `${refused} user not permitted to approve requests with signerName "example.com/s"`,
    ],
  ])('needs the right %s', async (_what, allowed, expected) => {
    expect(await refusal(approvalCheck(allowing(...allowed)), 'validate', about)).toBe(expected);
  });

  test('is checked for the signer, then for its domain, and for nothing else', async () => {
    const authorizer = allowing();
    const plugin = approvalCheck(authorizer);
    await refusal(plugin, 'validate', about);
    expect(authorizer.checked).toEqual([
      'alice approve signers.certificates.k8s.io/example.com/s',
      'alice approve signers.certificates.k8s.io/example.com/*',
    ]);
    expect(await refusal(plugin, 'validate', { ...about, subresource: '' })).toBeUndefined();
    expect(await refusal(plugin, 'validate', { ...about, subresource: 'status' })).toBeUndefined();
    expect(authorizer.checked).toHaveLength(2);
  });
});

describe('a signature', () => {
  const approved = { type: 'Approved', status: 'True' };
  const withStatus = (status: JsonObject): JsonObject => ({ ...signingRequest('example.com/s', ''), status });
  const no = `${refused} user not permitted to sign requests with signerName "example.com/s"`;

  test.each<[string, string[], JsonObject, string | undefined]>([
    ['of who may sign', ['sign example.com/s'], { certificate: 'eA==' }, undefined],
    ['of who may sign for the domain', ['sign example.com/*'], { certificate: 'eA==' }, undefined],
    ['of who may only approve', ['approve example.com/s'], { certificate: 'eA==' }, no],
    ['that failed, of who may not', [], { conditions: [approved, { type: 'Failed', status: 'True' }] }, no],
    ['that nothing is changed by', [], { conditions: [approved] }, undefined],
  ])('%s', async (_what, allowed, status, expected) => {
    const plugin = signingCheck(allowing(...allowed));
    const old = withStatus({ conditions: [approved] });
    const object = withStatus({ conditions: [approved], ...status });
    const about = { resource, operation: 'UPDATE', subresource: 'status', object, old } as const;
    expect(await refusal(plugin, 'validate', about)).toBe(expected);
  });
});

describe('the subject of a request', () => {
  const client = 'kubernetes.io/kube-apiserver-client';
  const masters = signingRequestFor([
    ['O', 'team'],
    ['O', 'system:masters'],
    ['CN', 'x'],
  ]);
  const no = `${refused} use of ${client} signer with system:masters group is not allowed`;

  test.each<[string, JsonObject, string | undefined]>([
    ['in another group', signingRequest(client, signingRequestFor([['O', 'team']])), undefined],
    ['with the name of the group', signingRequest(client, signingRequestFor([['CN', 'system:masters']])), undefined],
    ['in the group of those who may do everything', signingRequest(client, masters), no],
    ['in it, in wide characters', signingRequest(client, signingRequestFor([['O', 'system:masters']], wideTag)), no],
    ['in it, for another signer', signingRequest('example.com/s', masters), undefined],
    [
      'that cannot be read',
      signingRequest(client, ''),
      `${refused} failed to parse CSR: PEM block type must be CERTIFICATE REQUEST`,
    ],
    [
      'that is cut off',
      signingRequest(
        client,
        Buffer.from('-----BEGIN CERTIFICATE REQUEST-----\nMIAA\n-----END CERTIFICATE REQUEST-----').toString('base64'),
      ),
      `${refused} failed to parse CSR: x509: malformed certificate request`,
    ],
  ])('%s', async (_what, object, expected) => {
    expect(await refusal(new CertificateSubjectRestriction(), 'validate', { resource, object })).toBe(expected);
  });
});
