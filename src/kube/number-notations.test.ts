import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inject } from '../server/http/index.js';
import { TestKube } from './kube-server.test.support.js';

let kube: TestKube;
const deployments = '/apis/apps/v1/namespaces/a/deployments';

beforeAll(async () => {
  kube = await TestKube.start();
  await send('POST', deployments, deployment('live', '1'));
});
afterAll(() => kube.close());

function deployment(name: string, replicas: string): string {
  const template = '{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"}]}}';
  const spec = `{"replicas":${replicas},"selector":{"matchLabels":{"a":"b"}},"template":${template}}`;
  return `{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"${name}"},"spec":${spec}}`;
}

/** Returns the status code, and the replicas or the end of the message. */
async function send(method: string, target: string, body: string, contentType = 'application/json') {
  const headers = { 'content-type': contentType };
  const response = await inject(kube.server.handle, { method, target, headers, body: Buffer.from(body) });
  const json = JSON.parse((await response.body()).toString()) as { message?: string; spec?: { replicas: number } };
  return [response.status, json.message?.split(': ').at(-1) ?? json.spec?.replicas];
}

const refusal = (literal: string) =>
  `cannot unmarshal number ${literal} into Go struct field DeploymentSpec.spec.replicas of type int32`;

describe('a number for a field of integers', () => {
  const refused = ['1.0', '1e2', '-0.0', '1E400', '2147483648', '9223372036854775808', '99999999999999999999999'];
  test.each(refused)('is refused when it is written %s', async (literal) => {
    expect(await send('POST', deployments, deployment('x', literal))).toEqual([400, refusal(literal)]);
    expect(await send('PUT', `${deployments}/live`, deployment('live', literal))).toEqual([400, refusal(literal)]);
  });

  test.each(['1.0', '1e2', '9223372036854775808'])('is refused in patches when it is written %s', async (literal) => {
    const merge = send(
      'PATCH',
      `${deployments}/live`,
      `{"spec":{"replicas":${literal}}}`,
      'application/merge-patch+json',
    );
    expect(await merge).toEqual([422, refusal(literal)]);
    const operation = `[{"op":"replace","path":"/spec/replicas","value":${literal}}]`;
    const json = send('PATCH', `${deployments}/live`, operation, 'application/json-patch+json');
    expect(await json).toEqual([422, refusal(literal)]);
  });

  test.each([
    ['1e2', 100],
    ['2.0', 2],
    ['-2147483649', 2147483647],
    ['1e10', 1410065408],
    ['9223372036854775808', 0],
  ])('is converted by a strategic merge and by apply when it is written %s', async (literal, replicas) => {
    const patch = `{"spec":{"replicas":${literal}}}`;
    expect(await send('PATCH', `${deployments}/live`, patch, 'application/strategic-merge-patch+json')).toEqual([
      200,
      replicas,
    ]);
    const target = `${deployments}/applied?fieldManager=m&force=true`;
    const [, applied] = await send('PATCH', target, deployment('applied', literal), 'application/apply-patch+yaml');
    expect(applied).toBe(replicas);
  });

  test('may have any form if it is not an integer or the field is unknown', async () => {
    const target = '/api/v1/namespaces/a/configmaps';
    const body = '{"metadata":{"name":"n"},"data":{"a":"1.0"},"unknown":1.0}';
    expect((await send('POST', target, body))[0]).toBe(201);
  });
});
