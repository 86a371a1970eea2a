import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Deployment } from '../../api/apps/v1.js';
import type { Pod } from '../../api/core/v1.js';
import type { JsonObject, ObjectInput } from '../../apimachinery/meta/index.js';

const deployment: ObjectInput<Deployment> = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web' },
  spec: {
    selector: { matchLabels: { app: 'web' } },
    template: { spec: { containers: [{ name: 'web', image: 'nginx', ports: [{ containerPort: 80 }] }] } },
  },
};

describe('types of built-in kinds', () => {
  test('are what the facts say', () => {
    const tool = fileURLToPath(new URL('../../../tools/generate-api-types.mjs', import.meta.url));
    expect(() => execFileSync(process.execPath, [tool, '--check'], { stdio: 'pipe' })).not.toThrow();
  });

  test('are JSON objects without a cast, and JSON objects are cast to them in one step', () => {
    const json: JsonObject = deployment;
    const pod = json as Pod;
    expect(pod.metadata.name).toBe('web');
  });

  test('refuse fields that there are not', () => {
    // @ts-expect-error: the field is called nodeName
    const pod: ObjectInput<Pod> = { apiVersion: 'v1', kind: 'Pod', spec: { containers: [], node: 'a' } };
    expect(pod.kind).toBe('Pod');
  });

  test('have the fields that decoding always sets', () => {
    // @ts-expect-error: a decoded pod has a spec and a status
    const pod: Pod = { apiVersion: 'v1', kind: 'Pod', metadata: {} };
    const input: ObjectInput<Pod> = { apiVersion: 'v1', kind: 'Pod' };
    expect(pod).toMatchObject(input);
  });
});
