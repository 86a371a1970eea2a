import { describe, expect, test } from 'vitest';
import { fieldDescription } from './descriptions.js';
import { modelNames, publishedSchema, resolveReference } from './index.js';

describe('descriptions of built-in types', () => {
  test('are those of the type and of each of its fields', () => {
    const schema = publishedSchema('io.k8s.api.core.v1.PodSpec');
    expect(schema?.['description']).toMatch(/pod/i);
    expect(schema?.properties?.['nodeName']?.['description']).toMatch(/node/);
  });

  test('stand beside references too', () => {
    const affinity = publishedSchema('io.k8s.api.core.v1.PodSpec')?.properties?.['affinity'];
    expect(affinity).toMatchObject({ description: expect.stringMatching(/scheduling/), allOf: [expect.anything()] });
  });

  test('of fields that only another version documents are taken from there', () => {
    expect(fieldDescription('resource/v1beta1.ResourceClaimSpec', 'devices')).toMatch(/device/i);
  });

  test('are nothing that patches and apply read', () => {
    expect(resolveReference('io.k8s.api.core.v1.PodSpec')).not.toHaveProperty('description');
  });

  test('are there for nearly every field of what people write', () => {
    const groups = /^io\.k8s\.api\.(apps|batch|networking|rbac|storage|autoscaling|policy|certificates)\./;
    const models = modelNames().flatMap((name) => (groups.test(name) ? publishedSchema(name)! : []));
    const fields = models.flatMap((schema) => Object.values(schema.properties ?? {}));
    const described = fields.filter((field) => field['description'] !== undefined);
    // In Kubernetes itself, one field in fifty has no description.
    expect(described.length / fields.length).toBeGreaterThan(0.97);
  });

  test('a type that is not there has none', () => {
    expect(fieldDescription('core/v1.constructor', 'name')).toBe('');
  });
});
