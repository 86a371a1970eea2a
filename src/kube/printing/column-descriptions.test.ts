import { afterAll, beforeAll, expect, test } from 'vitest';
import type { APIGroupList, APIResourceList } from '../../api/meta/v1.js';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { TestKube } from '../kube-server.test.support.js';

let kube: TestKube;
beforeAll(async () => {
  kube = await TestKube.start();
});
afterAll(() => kube.close());

const read = async <Type extends JsonObject>(path: string): Promise<Type> =>
  (await kube.call('GET', path)).json as Type;

async function groupVersionPaths(): Promise<string[]> {
  const { groups } = await read<APIGroupList>('/apis');
  const versions = (groups ?? []).flatMap((group) => group.versions ?? []);
  return ['/api/v1', ...versions.map(({ groupVersion }) => `/apis/${groupVersion}`)];
}

async function listPaths(): Promise<string[]> {
  const paths: string[] = [];
  for (const path of await groupVersionPaths()) {
    const { resources } = await read<APIResourceList>(path);
    const listed = (resources ?? []).filter(({ verbs }) => verbs?.includes('list'));
    paths.push(...listed.map(({ name }) => `${path}/${name}`));
  }
  return paths;
}

test('all columns are described but those that upstream leaves without', async () => {
  const undescribed: string[] = [];
  let count = 0;
  for (const path of await listPaths()) {
    const { columnDefinitions } = await kube.table(path);
    for (const { name, description } of columnDefinitions ?? []) {
      count++;
      if (description === '') undescribed.push(`${path}: ${name}`);
    }
  }
  expect(count).toBeGreaterThan(200);
  expect(undescribed).toEqual(['/apis/node.k8s.io/v1/runtimeclasses: Handler']);
});
