import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { alwaysAllow, alwaysDeny, resourceAccess } from '../../server/authorization/index.js';
import { HttpsServer } from '../../server/https-server.test.support.js';
import { MetricsRegistry } from '../../server/metrics/index.js';
import type { AuthorizationConfig } from '../config/index.js';
import { createAuthorization } from './create-authorization.js';

const directory = mkdtempSync(join(tmpdir(), 'trestle-authorization-'));
const file = join(directory, 'authorization.json');
const kubeConfigFile = join(directory, 'kubeconfig');
let server: HttpsServer;
beforeAll(async () => {
  server = await HttpsServer.start();
  server.respond = ({ body }) => ({
    ...body,
    status: { allowed: (body['spec'] as JsonObject)['user'] === 'jane', reason: 'the webhook says so' },
  });
  await server.writeKubeconfig(kubeConfigFile);
});
afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true });
});

const rbac = { type: 'RBAC', name: 'rbac' };
const hook = {
  type: 'Webhook',
  name: 'hook',
  webhook: {
    timeout: '3s',
    subjectAccessReviewVersion: 'v1',
    failurePolicy: 'NoOpinion',
    connectionInfo: { type: 'KubeConfigFile', kubeConfigFile },
  },
};

function write(...authorizers: object[]): void {
  const kind = { apiVersion: 'apiserver.config.k8s.io/v1', kind: 'AuthorizationConfiguration' };
  writeFileSync(file, JSON.stringify({ ...kind, authorizers }));
}

async function open(config: Partial<AuthorizationConfig>) {
  const metrics = new MetricsRegistry();
  const errors: string[] = [];
  const authorization = await createAuthorization(
    { file: undefined, authorizers: [], policyFile: undefined, ...config },
    {
      stored: { nodes: alwaysAllow, rbac: alwaysDeny },
      metrics,
      serverId: 'apiserver-x',
      onError: (error) => errors.push(((error as Error).cause as Error).message),
    },
  );
  const decide = (name: string, ...groups: string[]) =>
    authorization.authorizer.authorize({ name, groups }, resourceAccess({ verb: 'get', resource: 'pods' }));
  return { ...authorization, decide, metrics, errors };
}

const reloads = (status: string, count: number) =>
  new RegExp(
    `authorization_config_controller_automatic_reloads_total\\{apiserver_id_hash="sha256:\\w+",status="${status}"\\} ${count}`,
  );

describe('authorization', () => {
  it('has the authorizers of the flags, after the one for privileged groups', async () => {
    const { decide, close, metrics } = await open({ authorizers: [rbac, { type: 'Node', name: 'node' }] });
    expect(await decide('x')).toEqual({ decision: 'allow' });
    expect(metrics.expose()).toContain(
      'apiserver_authorization_decisions_total{decision="allowed",name="node",type="Node"} 1',
    );
    const { decide: ask } = await open({ authorizers: [rbac] });
    expect(await ask('x')).toEqual({ decision: 'no-opinion', reason: 'Everything is forbidden.' });
    expect(await ask('x', 'system:masters')).toEqual({ decision: 'allow' });
    await close();
  });

  it('is as a file says, also when that changes', async () => {
    write(rbac);
    const { decide, close, metrics, errors } = await open({ file });
    expect((await decide('jane')).decision).toBe('no-opinion');

    write(hook, rbac);
    await vi.waitFor(() => expect(metrics.expose()).toMatch(reloads('success', 1)), 30_000);
    expect(await decide('jane')).toEqual({ decision: 'allow', reason: 'the webhook says so' });
    expect((await decide('john')).decision).toBe('no-opinion');
    expect(server.received.at(-1)).toMatchObject({ path: '/review', body: { spec: { user: 'john' } } });

    write({ ...hook, name: 'other' });
    await vi.waitFor(() => expect(metrics.expose()).toMatch(reloads('failure', 1)), 30_000);
    expect(errors).toEqual(['missing required types: [RBAC]']);
    expect((await decide('jane')).decision).toBe('allow');

    write(hook, rbac, { type: 'Node', name: 'node' });
    await vi.waitFor(() => expect(metrics.expose()).toMatch(reloads('failure', 2)), 30_000);
    expect(errors[1]).toBe('authorizer type Node is not allowed if it was not enabled at initial server startup');
    expect(metrics.expose()).toMatch(/authorization_config_controller_last_config_info\{.*hash="sha256:\w+"\} 1/);
    await close();
  });

  it.each<[string, object[], string]>([
    ['is empty', [], 'authorizers: Required value: at least one authorization mode must be defined'],
    ['names types wrongly', [{ type: 'RBAC', name: 'x' }], 'expected name rbac for authorizer RBAC instead of x'],
    [
      'is no configuration',
      [{ typo: 1 }],
      'failed to load AuthorizationConfiguration from file: strict decoding error: unknown field "authorizers[0].typo"',
    ],
  ])('does not begin with a file that %s', async (_name, authorizers, problem) => {
    write(...authorizers);
    await expect(open({ file })).rejects.toThrow(problem);
  });

  it('does not start without the configured policies', async () => {
    const authorizers = [{ type: 'ABAC', name: 'abac' }];
    await expect(open({ authorizers, policyFile: join(directory, 'none') })).rejects.toThrow('ENOENT');
  });
});
