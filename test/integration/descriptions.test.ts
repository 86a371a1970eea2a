import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The types and fields that kube-apiserver v1.36.4 describes; `tools/count-descriptions.mjs --real` compares each. */
const describedUpstream = 6666;

test('as many types and fields have descriptions as in kube-apiserver', () => {
  const counted = execFileSync(process.execPath, ['tools/count-descriptions.mjs'], { cwd: root, encoding: 'utf8' });
  const [, described, all] = /^descriptions here: (\d+) of (\d+) types and fields$/m.exec(counted) ?? [];
  expect(Number(described)).toBeGreaterThanOrEqual(describedUpstream);
  expect(Number(all)).toBeGreaterThanOrEqual(Number(described));
});
