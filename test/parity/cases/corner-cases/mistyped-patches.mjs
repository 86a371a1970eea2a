// Strategic merge patches whose values have the wrong type.
import { SMP } from '../../support/case-helpers.mjs';

const container = { name: 'c', image: 'i' };
const values = [1, 1.5, true, [], {}, 'x'];
const fields = ['restartPolicy', 'hostname', 'priority', 'hostNetwork', 'securityContext', 'tolerations', 'overhead'];
const lists = [
  ['a list of lists', { containers: [[]] }],
  ['a list in a list', { containers: [container, []] }],
  ['a number in a list', { containers: [1] }],
  ['null in a list', { containers: [null] }],
  ['a list where there was none', { tolerations: [[]] }],
  ['a list of ports', { containers: [{ name: 'c', ports: [[]] }] }],
  ['a directive that is a list', { containers: [{ $patch: [] }] }],
  ['a directive that is an object', { $patch: { a: 'b' } }],
];

/** Refuses patches of a pod, one for each of the specs. */
const refused = (name, specs) => ({
  name: `mistyped strategic patches: ${name}`,
  async run(t) {
    const ns = `/api/v1/namespaces/${await t.ns()}`;
    await t.post(`${ns}/serviceaccounts`, { metadata: { name: 'default' } });
    const path = `${ns}/pods`;
    const spec = { containers: [container], automountServiceAccountToken: false };
    await t.post(path, { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec });
    for (const [label, changed] of specs) {
      const { status, json } = await t.patch(`${path}/p`, changed, SMP);
      t.see(label, [status, json.message], { message: true });
    }
  },
});

export const cases = [
  refused(
    'lists',
    lists.map(([label, spec]) => [label, { spec }]),
  ),
  ...fields.map((field) =>
    refused(
      field,
      values.map((value) => [JSON.stringify(value), { spec: { [field]: value } }]),
    ),
  ),
  refused(
    'metadata',
    ['creationTimestamp', 'name', 'labels', 'ownerReferences'].flatMap((field) =>
      values.map((value) => [`${field} ${JSON.stringify(value)}`, { metadata: { [field]: value } }]),
    ),
  ),
];
