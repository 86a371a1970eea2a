import {
  applyJsonPatch,
  applyMergePatch,
  applyStrategicMergePatch,
  openApiPatchSchema,
} from '../../dist/apimachinery/patch/index.js';
import { nanosecondsPerCall } from '../harness.mjs';
import { pod } from './codec.mjs';

export const title = 'patches of a 4 KB pod';

export async function run(bench) {
  const microseconds = (work) => nanosecondsPerCall(work) / 1000;
  bench.row(
    'strategic merge patch',
    microseconds(() => applyStrategicMergePatch(pod, strategicPatch, podSchema)),
    'µs',
    {
      atMost: 50,
    },
  );
  bench.row(
    'merge patch',
    microseconds(() => applyMergePatch(pod, mergePatch)),
    'µs',
  );
  bench.row(
    'JSON patch of 5 operations',
    microseconds(() => applyJsonPatch(pod, jsonPatch)),
    'µs',
  );
  const many = Array.from({ length: 10_000 }, (_, index) => ({ op: 'add', path: '/metadata/list/0', value: index }));
  const listed = { ...pod, metadata: { ...pod.metadata, list: [] } };
  bench.row('JSON patch of 10,000 operations', microseconds(() => applyJsonPatch(listed, many)) / 1000, 'ms');
}

const strategicPatch = {
  metadata: { labels: { release: 'canary' }, finalizers: ['example.com/b'] },
  spec: {
    containers: [
      {
        name: 'c1',
        image: 'registry.example.com/team/app:1.2.4',
        env: [
          { name: 'A', value: '2' },
          { name: 'B', value: '3' },
        ],
      },
      {
        name: 'c2',
        ports: [{ containerPort: 8080, name: 'web' }],
        resources: { limits: { cpu: null, memory: '512Mi' } },
      },
    ],
    '$setElementOrder/containers': [{ name: 'c0' }, { name: 'c1' }, { name: 'c2' }],
    tolerations: [{ key: 'a', operator: 'Exists' }],
    volumes: [{ name: 'data', $retainKeys: ['name', 'configMap'], configMap: { name: 'c' } }],
  },
};

const mergePatch = {
  metadata: { labels: { release: 'canary' }, annotations: null },
  status: { phase: 'Failed', reason: 'Evicted' },
};

const jsonPatch = [
  { op: 'test', path: '/metadata/resourceVersion', value: '123456' },
  { op: 'add', path: '/metadata/labels/release', value: 'canary' },
  { op: 'replace', path: '/spec/containers/1/image', value: 'registry.example.com/team/app:1.2.4' },
  { op: 'remove', path: '/spec/containers/0/env/0' },
  { op: 'copy', from: '/spec/containers/0', path: '/spec/containers/-' },
];

const merging = (mergeKey, items) => ({
  type: 'array',
  items,
  'x-kubernetes-patch-strategy': 'merge',
  'x-kubernetes-patch-merge-key': mergeKey,
});
const map = { additionalProperties: { type: 'string' } };
const definitions = {
  Pod: { properties: { metadata: { $ref: 'ObjectMeta' }, spec: { $ref: 'PodSpec' }, status: { type: 'object' } } },
  ObjectMeta: { properties: { labels: map, finalizers: { type: 'array', 'x-kubernetes-patch-strategy': 'merge' } } },
  PodSpec: {
    properties: {
      containers: merging('name', { $ref: 'Container' }),
      volumes: merging('name', { type: 'object' }),
      tolerations: { type: 'array' },
    },
  },
  Container: {
    properties: {
      env: merging('name', { type: 'object' }),
      ports: merging('containerPort', { type: 'object' }),
      resources: { properties: { limits: map, requests: map } },
    },
  },
};
const podSchema = openApiPatchSchema({ $ref: 'Pod' }, (reference) => definitions[reference]);
