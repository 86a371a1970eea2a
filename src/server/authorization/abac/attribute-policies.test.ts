import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { UserInfo } from '../../request-context.js';
import type { RequestInfo } from '../../routing/index.js';
import { pathAccess, resourceAccess } from '../access.js';
import { AttributePolicies } from './attribute-policies.js';

const directory = mkdtempSync(join(tmpdir(), 'trestle-abac-'));
afterAll(() => rmSync(directory, { recursive: true }));
const file = join(directory, 'policy.jsonl');

function load(...lines: (object | string)[]): Promise<AttributePolicies> {
  writeFileSync(file, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
  return AttributePolicies.load(file);
}

const policy = (spec: object) => ({ apiVersion: 'abac.authorization.kubernetes.io/v1beta1', kind: 'Policy', spec });
const user = (name: string, ...groups: string[]): UserInfo => ({ name, groups: [...groups, 'system:authenticated'] });
const on = (verb: string, resource: string, namespace = '', apiGroup = '') =>
  resourceAccess({ verb, resource, namespace, apiGroup });
const everything = { namespace: '*', resource: '*', apiGroup: '*', nonResourcePath: '*' };

describe('a policy', () => {
  it.each<[string, object, UserInfo, RequestInfo, boolean]>([
    ['is about a user', policy({ user: 'jane', ...everything }), user('jane'), on('create', 'pods', 'a'), true],
    ['is not about others', policy({ user: 'jane', ...everything }), user('john'), on('get', 'pods', 'a'), false],
    ['is about a group', policy({ group: 'devs', ...everything }), user('x', 'devs'), on('get', 'pods'), true],
    [
      'is about a user in a group',
      policy({ user: 'x', group: 'devs', ...everything }),
      user('x'),
      on('get', 'pods'),
      false,
    ],
    ['may be about all who are known', policy({ user: '*', ...everything }), user('x'), on('get', 'pods'), true],
    [
      'is never about others',
      policy({ user: '*', ...everything }),
      { name: 'system:anonymous', groups: ['system:unauthenticated'] },
      on('get', 'pods'),
      false,
    ],
    ['without subjects applies to no user', policy(everything), user('x'), on('get', 'pods'), false],
    ['may be for reading', policy({ user: 'x', readonly: true, ...everything }), user('x'), on('watch', 'pods'), true],
    [
      'for reading is not for writing',
      policy({ user: 'x', readonly: true, ...everything }),
      user('x'),
      on('update', 'pods'),
      false,
    ],
    [
      'may be for a namespace',
      policy({ user: 'x', ...everything, namespace: 'a' }),
      user('x'),
      on('get', 'pods', 'b'),
      false,
    ],
    [
      'may be for a resource',
      policy({ user: 'x', ...everything, resource: 'pods' }),
      user('x'),
      on('get', 'secrets', 'b'),
      false,
    ],
    [
      'may be for the core group',
      policy({ user: 'x', ...everything, apiGroup: '' }),
      user('x'),
      on('get', 'deployments', 'b', 'apps'),
      false,
    ],
    [
      'may be for a path',
      policy({ user: 'x', nonResourcePath: '/version' }),
      user('x'),
      pathAccess('get', '/version'),
      true,
    ],
    [
      'may be for paths',
      policy({ user: 'x', nonResourcePath: '/api*' }),
      user('x'),
      pathAccess('get', '/apis/apps'),
      true,
    ],
    [
      'for paths is not for resources',
      policy({ user: 'x', nonResourcePath: '*' }),
      user('x'),
      on('get', 'pods'),
      false,
    ],
    ['without a version is for all', {}, user('x'), on('delete', 'pods', 'a', 'apps'), true],
    ['without a version is for a user', { user: 'x' }, user('y'), pathAccess('get', '/'), false],
    ['without a version may be for a resource', { resource: 'pods' }, user('y'), pathAccess('get', '/'), false],
  ])('%s', async (_name, line, who, info, allowed) => {
    const policies = await load('# what is allowed', '', line);
    const expected = allowed ? { decision: 'allow' } : { decision: 'no-opinion', reason: 'No policy matched.' };
    expect(await policies.authorize(who, info)).toEqual(expected);
  });

  it('lists its rules', async () => {
    const policies = await load(
      policy({ user: 'x', namespace: 'a', resource: 'pods', readonly: true }),
      policy({ user: 'x', namespace: '*', nonResourcePath: '/version' }),
      policy({ user: 'x', namespace: 'b', resource: 'secrets' }),
      policy({ user: 'y', ...everything }),
    );
    expect(await policies.listRules(user('x'), 'a')).toMatchObject({
      resourceRules: [{ verbs: ['get', 'list', 'watch'], apiGroups: [''], resources: ['pods'] }],
      nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['/version'] }],
      incomplete: false,
    });
  });

  it.each([
    ['{', 'line 2: {: '],
    ['[]', 'line 2: []: it is not an object'],
    ['{"user":1}', 'line 2: {"user":1}: user is not a string'],
  ])('must be readable: %s', async (line, problem) => {
    await expect(load('', line)).rejects.toThrow(`error reading policy file ${file}, ${problem}`);
  });
});
