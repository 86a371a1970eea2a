import { expect, test } from 'vitest';
import type { PodTemplateSpec } from '../../../api/core/v1.js';
import { templatePatch } from './controller-history.js';

test('the patch of a revision has sorted keys, as clients in Go compare its text', () => {
  const template = { spec: { containers: [{ name: 'c', image: 'i' }] }, metadata: { labels: { b: '1', a: '2' } } };
  expect(JSON.stringify(templatePatch(template as unknown as PodTemplateSpec))).toBe(
    '{"spec":{"template":{"$patch":"replace","metadata":{"labels":{"a":"2","b":"1"}},' +
      '"spec":{"containers":[{"image":"i","name":"c"}]}}}}',
  );
});
