import { afterAll, beforeAll } from 'vitest';
import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { TestKube, type TestResponse } from '../../../kube-server.test.support.js';

export const path = '/api/v1/namespaces/a/pods';
export const merge = 'application/merge-patch+json';
export const strategic = 'application/strategic-merge-patch+json';
export const container = { name: 'c', image: 'img:1' };

/** A server for the tests of a file, with requests for its pods. */
export function podServer() {
  let kube: TestKube;
  let count = 0;
  beforeAll(async () => {
    kube = await TestKube.start();
  });
  afterAll(() => kube.close());
  const call = (...request: Parameters<TestKube['call']>): Promise<TestResponse> => kube.call(...request);
  return {
    call,
    create: (spec: JsonObject = {}, metadata: JsonObject = {}) =>
      call('POST', path, {
        metadata: { name: `p${++count}`, ...metadata },
        spec: { containers: [container], ...spec },
      }),
    patch: (name: string, spec: JsonObject) => call('PATCH', `${path}/${name}`, { spec }, strategic),
    setStatus: (name: string, status: JsonObject) => call('PATCH', `${path}/${name}/status`, { status }, merge),
    bind: (name: string, node = 'n1') =>
      call('POST', `${path}/${name}/binding`, {
        apiVersion: 'v1',
        kind: 'Binding',
        metadata: { name },
        target: { kind: 'Node', name: node },
      }),
  };
}

export const nameOf = ({ json }: TestResponse): string => (json['metadata'] as JsonObject)['name'] as string;
export const specOf = ({ json }: TestResponse): JsonObject => json['spec'] as JsonObject;
export const statusOf = ({ json }: TestResponse): JsonObject => json['status'] as JsonObject;
export const causesOf = ({ json }: TestResponse): string[] =>
  ((json['details'] as JsonObject)['causes'] as JsonObject[]).map(({ field, reason }) => `${field}:${reason}`);
export const withContainer = (more: JsonObject): JsonObject => ({ containers: [{ ...container, ...more }] });
