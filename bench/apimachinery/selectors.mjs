import {
  FieldSelector,
  parseFieldSelector,
  parseLabelSelector,
  Selection,
} from '../../dist/apimachinery/selectors/index.js';
import {
  nameIsDnsSubdomain,
  Quantity,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '../../dist/apimachinery/validation/index.js';
import { nanosecondsPerCall } from '../harness.mjs';

export const title = 'selectors, quantities, metadata';

/** Objects as a cache holds them: the same labels in several shapes, two of three matching. */
const objects = Array.from({ length: 300 }, (_, index) => ({
  labels: {
    app: 'web',
    ...(index % 2 === 0 && { 'pod-template-hash': `h${index}` }),
    tier: index % 3 === 0 ? 'back' : 'front',
    'app.kubernetes.io/part-of': 'shop',
    track: 'stable',
  },
  fields: { 'metadata.name': `web-${index}`, 'metadata.namespace': 'default', 'status.phase': 'Running' },
}));

const metadata = {
  name: 'web-7d9c6b5f4-abcde',
  generateName: 'web-7d9c6b5f4-',
  namespace: 'default',
  uid: '6f9619ff-8b86-d011-b42d-00cf4fc964ff',
  resourceVersion: '12345',
  generation: 3,
  creationTimestamp: '2026-01-02T03:04:05Z',
  labels: { app: 'web', 'pod-template-hash': '7d9c6b5f4', 'app.kubernetes.io/name': 'web' },
  annotations: { 'kubectl.kubernetes.io/restartedAt': '2026-01-02T03:04:05Z', note: 'x'.repeat(200) },
  ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web-7d9c6b5f4', uid: 'u', controller: true }],
  managedFields: [{ manager: 'kubectl', operation: 'Apply', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: {} }],
};
const rules = { scope: 'Namespaced', nameRule: nameIsDnsSubdomain };

export async function run(bench) {
  matchRows(bench);
  const micro = (work) => nanosecondsPerCall(work) / 1000;
  bench.row(
    'parse a label selector of three terms',
    micro(() => parseLabelSelector(text)),
    'µs',
  );
  bench.row(
    'parse a field selector of two terms',
    micro(() => parseFieldSelector(fieldText)),
    'µs',
  );
  bench.row(
    'parse a quantity, 512Mi',
    micro(() => Quantity.parse('512Mi')),
    'µs',
  );
  bench.row(
    'parse and write a quantity, 0.5',
    micro(() => Quantity.parse('0.5').toString()),
    'µs',
  );
  bench.row(
    'validate metadata for a create',
    micro(() => validateObjectMeta(metadata, rules)),
    'µs',
  );
  bench.row(
    'validate metadata for an update',
    micro(() => validateObjectMetaUpdate(metadata, metadata)),
    'µs',
  );
}

const text = 'app=web,tier in (front,middle),track!=canary';
const fieldText = 'metadata.namespace=default,status.phase!=Failed';

function matchRows(bench) {
  const labels = parseLabelSelector(text);
  const both = new Selection(labels, parseFieldSelector(fieldText));
  const onlyLabels = new Selection(labels, FieldSelector.everything);
  const perObject = (matches) => {
    const nanoseconds = nanosecondsPerCall(() => {
      let count = 0;
      for (const object of objects) if (matches(object)) count++;
      return count;
    });
    return nanoseconds / objects.length / 1000;
  };
  bench.row(
    'match a label selector of three terms',
    perObject((object) => labels.matches(object.labels)),
    'µs',
    {
      atMost: 0.3,
    },
  );
  bench.row('match a selection by labels', perObject(onlyLabels.matches), 'µs');
  bench.row('match a selection by labels and two fields', perObject(both.matches), 'µs');
}
