import { describe, expect, test } from 'vitest';
import { alwaysUser } from '../authentication/index.js';
import type { Authorizer } from '../authorization/index.js';
import type { UserInfo } from '../request-context.js';
import type { RequestInfo } from '../routing/index.js';
import { SampleServer } from '../sample-server.test.support.js';

const target = '/apis/wardle.example.com/v1/namespaces/a/flunders';
const sender: UserInfo = { name: 'sender', groups: ['senders'] };

/** Enough of an access check to identify it. */
function textOf({ verb, apiGroup, resource, subresource, namespace, name }: RequestInfo): string {
  const what = `${apiGroup && `${apiGroup}/`}${resource}${subresource && `/${subresource}`}`;
  return `${verb} ${what} ${namespace && `${namespace}/`}${name}`.trim();
}

/** Sends a request as the sender, who may only do what the list says; other users may do everything. */
async function call(headers: Record<string, string>, allowed: readonly string[], user = sender) {
  const requested: string[] = [];
  let served: UserInfo | undefined;
  const authorizer: Authorizer = {
    authorize: async (who, info) => {
      const text = textOf(info);
      if (who.name !== user.name) {
        served = who;
        return { decision: 'allow' };
      }
      requested.push(text);
      return allowed.includes(text) ? { decision: 'allow' } : { decision: 'no-opinion' };
    },
  };
  const server = await SampleServer.start({ authenticator: alwaysUser(user), authorizer });
  const { status, json, headers: responded } = await server.call('GET', target, { headers });
  await server.close();
  return { status, message: json.message, requested, served, sniffing: responded['x-content-type-options'] };
}

describe('impersonation by the verb impersonate', () => {
  test('of a user', async () => {
    const { status, served } = await call({ 'impersonate-user': 'jane' }, ['impersonate users jane']);
    expect([status, served]).toEqual([200, { name: 'jane', groups: ['system:authenticated'] }]);
  });

  test('of a user whose name is more than ASCII', async () => {
    const name = Buffer.from('jürgen').toString('latin1');
    expect((await call({ 'impersonate-user': name }, ['impersonate users jürgen'])).served?.name).toBe('jürgen');
  });

  test('of groups, an id and extras, each of which must be allowed', async () => {
    const headers = {
      'impersonate-user': 'jane',
      'impersonate-group': 'devs',
      'impersonate-uid': '12',
      'impersonate-extra-acme.io%2fscopes': 'view',
    };
    const allowed = [
      'impersonate users jane',
      'impersonate groups devs',
      'impersonate authentication.k8s.io/uids 12',
      'impersonate authentication.k8s.io/userextras/acme.io/scopes view',
    ];
    const { status, served } = await call(headers, allowed);
    expect([status, served]).toEqual([
      200,
      { name: 'jane', uid: '12', groups: ['devs', 'system:authenticated'], extra: { 'acme.io/scopes': ['view'] } },
    ]);
    for (const missing of allowed) {
      expect(
        (
          await call(
            headers,
            allowed.filter((one) => one !== missing),
          )
        ).status,
      ).toBe(403);
    }
  });

  test('of a service account, which has its groups', async () => {
    const { served } = await call({ 'impersonate-user': 'system:serviceaccount:a:robot' }, [
      'impersonate serviceaccounts a/robot',
    ]);
    expect(served?.groups).toEqual(['system:serviceaccounts', 'system:serviceaccounts:a', 'system:authenticated']);
  });

  test('of a user without a name', async () => {
    const { served } = await call({ 'impersonate-user': 'system:anonymous' }, ['impersonate users system:anonymous']);
    expect(served?.groups).toEqual(['system:unauthenticated']);
  });
});

describe('constrained impersonation', () => {
  test('of a user for one thing', async () => {
    const allowed = [
      'impersonate-on:user-info:list wardle.example.com/flunders a/',
      'impersonate:user-info authentication.k8s.io/users jane',
    ];
    expect(await call({ 'impersonate-user': 'jane' }, allowed)).toMatchObject({ status: 200, requested: allowed });
  });

  test('of the node that a service account runs on', async () => {
    const account: UserInfo = {
      name: 'system:serviceaccount:a:agent',
      groups: [],
      extra: { 'authentication.kubernetes.io/node-name': ['n1'] },
    };
    const allowed = [
      'impersonate-on:associated-node:list wardle.example.com/flunders a/',
      'impersonate:associated-node authentication.k8s.io/nodes *',
    ];
    const own = await call({ 'impersonate-user': 'system:node:n1' }, allowed, account);
    expect([own.status, own.served?.groups]).toEqual([200, ['system:nodes', 'system:authenticated']]);
    expect((await call({ 'impersonate-user': 'system:node:n2' }, allowed, account)).status).toBe(403);
  });

  test('never of system:masters', async () => {
    const allowed = [
      'impersonate-on:user-info:list wardle.example.com/flunders a/',
      'impersonate:user-info authentication.k8s.io/users jane',
    ];
    const { message } = await call({ 'impersonate-user': 'jane', 'impersonate-group': 'system:masters' }, allowed);
    expect(message).toBe(
      'groups.authentication.k8s.io "system:masters" is forbidden: User "sender" cannot impersonate:user-info resource "groups" in API group "authentication.k8s.io" at the cluster scope: impersonating the system:masters group is not allowed',
    );
  });
});

test('a denial names the first permission that was checked', async () => {
  const { status, message, sniffing } = await call({ 'impersonate-user': 'jane' }, []);
  expect([status, sniffing, message]).toEqual([
    403,
    'nosniff',
    'flunders.wardle.example.com is forbidden: User "sender" cannot impersonate-on:user-info:list resource "flunders" in API group "wardle.example.com" in the namespace "a"',
  ]);
});

test('groups without a user are a mistake', async () => {
  const { status, message } = await call({ 'impersonate-group': 'devs' }, []);
  expect([status, message]).toEqual([
    400,
    'requested &user.DefaultInfo{Name:"", UID:"", Groups:[]string{"devs"}, Extra:map[string][]string(nil)} without impersonating a user name',
  ]);
});

test('the way that was the right one the last time is tried first', async () => {
  let served: UserInfo | undefined;
  const authorizer: Authorizer = {
    authorize: async (who) => {
      if (who.name !== sender.name) served = who;
      return { decision: 'allow' };
    },
  };
  const server = await SampleServer.start({ authenticator: alwaysUser(sender), authorizer });
  const groupsAs = async (headers: Record<string, string>) => {
    await server.call('GET', target, { headers: { ...headers } });
    return served?.groups;
  };
  const node = { 'impersonate-user': 'system:node:a' };
  expect(await groupsAs(node)).toEqual(['system:nodes', 'system:authenticated']);
  // Only the legacy mode can impersonate system:masters, and is then tried first for the following requests.
  expect(await groupsAs({ 'impersonate-user': 'jane', 'impersonate-group': 'system:masters' })).toContain(
    'system:masters',
  );
  expect(await groupsAs(node)).toEqual(['system:authenticated']);
  await server.close();
});
