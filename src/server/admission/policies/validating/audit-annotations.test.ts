import { expect, test } from 'vitest';
import type { AdmissionRequest } from '../../admission-request.js';
import { AuditAnnotations } from './audit-annotations.js';

function published(...values: string[]): string | undefined {
  const annotations = new AuditAnnotations();
  for (const value of values) annotations.add('k', value);
  const written = new Map<string, string>();
  const request = { annotate: (key: string, value: string) => written.set(key, value) };
  annotations.publish(request as unknown as AdmissionRequest, 'policy');
  return written.get('policy/k');
}

test.each([
  ['one value', ['a'], 'a'],
  ['several, each once', ['a', 'b', 'a'], 'a, b'],
  ['as much as fits', ['x'.repeat(20_000)], 'x'.repeat(10_240)],
  ['whole characters', [`x${'ä'.repeat(10_000)}`], `x${'ä'.repeat(5119)}`],
])('bindings have %s written down', (_what, values, expected) => {
  expect(published(...values)).toBe(expected);
});
