import { describe, expect, it } from 'vitest';
import { requestInfoOf } from '../routing/index.js';
import {
  type Authorizer,
  alwaysAllow,
  alwaysDeny,
  type Decision,
  noRules,
  privilegedGroups,
  unionOfAuthorizers,
} from './index.js';

const masters = { name: 'admin', groups: ['system:masters', 'system:authenticated'] };
const viewer = { name: 'viewer', groups: ['system:authenticated'] };

const respondWith = (decision: Decision): Authorizer => ({ authorize: async () => decision });

function info(method: string, path: string) {
  return requestInfoOf(method, path, { query: new URLSearchParams() });
}

describe('several authorizers', () => {
  it.each<[string, Authorizer[], Decision]>([
    [
      'that allow nothing tell all reasons',
      [respondWith({ decision: 'no-opinion', reason: 'a' }), alwaysDeny],
      {
        decision: 'no-opinion',
        reason: 'a\nEverything is forbidden.',
      },
    ],
    ['allow what one allows', [alwaysDeny, alwaysAllow], { decision: 'allow' }],
    [
      'deny what one denies first',
      [respondWith({ decision: 'deny', reason: 'no' }), alwaysAllow],
      {
        decision: 'deny',
        reason: 'no',
      },
    ],
    ['that are none have no opinion', [], { decision: 'no-opinion' }],
  ])('%s', async (_name, authorizers, expected) => {
    expect(await unionOfAuthorizers(authorizers).authorize(viewer, info('GET', '/'))).toEqual(expected);
  });

  it('let the privileged group do everything', async () => {
    const union = unionOfAuthorizers([privilegedGroups('system:masters'), alwaysDeny]);
    expect((await union.authorize(masters, info('DELETE', '/api/v1/nodes/a'))).decision).toBe('allow');
    expect((await union.authorize(viewer, info('GET', '/healthz'))).decision).toBe('no-opinion');
  });
});

describe('rules', () => {
  it('of several authorizers are combined, as far as they can be listed', async () => {
    const partial = { ...noRules, incomplete: true, errors: ['too many'] };
    const union = unionOfAuthorizers([
      privilegedGroups('system:masters'),
      alwaysDeny,
      { ...alwaysDeny, listRules: async () => partial },
      alwaysAllow,
    ]);
    expect(await union.listRules?.(viewer, 'a')).toEqual({
      resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], resourceNames: [] }],
      nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
      incomplete: true,
      errors: ['too many'],
    });
  });
});
