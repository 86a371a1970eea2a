// Rules of pods that depend on feature gates, and of what kubelets report about them.
import { MERGE } from './case-helpers.mjs';

const container = { name: 'a', image: 'a' };
const spread = { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' };
const exits = (action, more = {}) => [{ action, exitCodes: { operator: 'In', values: [3], ...more } }];
const withMessage = { message: true };

async function pods(t) {
  const ns = await t.ns();
  await t.post(`/api/v1/namespaces/${ns}/serviceaccounts`, { metadata: { name: 'default' } });
  return `/api/v1/namespaces/${ns}/pods`;
}

const podOf = (name, spec, metadata = {}) => ({
  metadata: { name, ...metadata },
  spec: { automountServiceAccountToken: false, containers: [container], ...spec },
});

/** Creates pods one after another, and shows the errors or a part of each. */
function creating(variants, shown) {
  return async (t) => {
    const path = await pods(t);
    for (const [label, spec, metadata] of variants) {
      const { status, json } = await t.post(path, podOf(label.replaceAll(' ', '-'), spec, metadata));
      t.see(label, { status, message: json.message, ...(status === 201 && { shown: shown(json.spec) }) }, withMessage);
    }
  };
}

const labelled = { labels: { app: 'a', v: '1', 'x/y': '2' } };
const spreading = (constraint, metadata = labelled) => [
  { topologySpreadConstraints: [{ ...spread, ...constraint }] },
  metadata,
];
const selector = { matchLabels: { app: 'a' } };

const containerStatus = (state, more = {}) => ({
  name: 'a',
  image: '',
  imageID: '',
  ready: false,
  restartCount: 0,
  state,
  ...more,
});
const terminated = { terminated: { exitCode: 3 } };
const running = { running: { startedAt: '2024-01-01T00:00:00Z' } };

export const gatedPodCases = [
  {
    name: 'pods: label keys of spread constraints',
    run: creating(
      [
        ['merged', ...spreading({ labelSelector: selector, matchLabelKeys: ['v'] })],
        ['two keys', ...spreading({ labelSelector: selector, matchLabelKeys: ['v', 'x/y'] })],
        ['a key that the pod has not', ...spreading({ labelSelector: selector, matchLabelKeys: ['z'] })],
        ['a key that is selected', ...spreading({ labelSelector: selector, matchLabelKeys: ['app'] })],
        [
          'a key in an expression',
          ...spreading({
            labelSelector: { matchExpressions: [{ key: 'v', operator: 'Exists' }] },
            matchLabelKeys: ['v'],
          }),
        ],
        ['no selector', ...spreading({ matchLabelKeys: ['v'] })],
        ['no selector and a bad key', ...spreading({ matchLabelKeys: ['/'] })],
        ['a bad key', ...spreading({ labelSelector: selector, matchLabelKeys: ['-a-'] })],
        ['the same key twice', ...spreading({ labelSelector: selector, matchLabelKeys: ['v', 'v'] })],
      ],
      ({ topologySpreadConstraints }) => topologySpreadConstraints,
    ),
  },
  {
    name: 'pods: actions of restart rules',
    run: creating(
      [
        [
          'all containers',
          {
            containers: [{ ...container, restartPolicy: 'Never', restartPolicyRules: exits('RestartAllContainers') }],
          },
        ],
        [
          'an unknown action',
          { containers: [{ ...container, restartPolicy: 'Never', restartPolicyRules: exits('Reboot') }] },
        ],
        [
          'sidecars',
          {
            initContainers: [
              { name: 'i', image: 'a', restartPolicy: 'Always', restartPolicyRules: exits('RestartAllContainers') },
            ],
          },
        ],
        [
          'sidecars that restart',
          {
            initContainers: [{ name: 'i', image: 'a', restartPolicy: 'Always', restartPolicyRules: exits('Restart') }],
          },
        ],
        [
          'init containers',
          {
            initContainers: [
              { name: 'i', image: 'a', restartPolicy: 'Never', restartPolicyRules: exits('RestartAllContainers') },
            ],
          },
        ],
        [
          'an unknown operator',
          {
            containers: [
              { ...container, restartPolicy: 'Never', restartPolicyRules: exits('Restart', { operator: 'Is' }) },
            ],
          },
        ],
      ],
      ({ containers, initContainers }) =>
        [...(initContainers ?? []), ...containers].map(({ restartPolicy, restartPolicyRules }) => ({
          restartPolicy,
          restartPolicyRules,
        })),
    ),
  },
  {
    name: 'pods: containers that run again',
    async run(t) {
      const path = await pods(t);
      const other = {
        name: 'b',
        image: 'a',
        restartPolicy: 'Never',
        restartPolicyRules: exits('RestartAllContainers'),
      };
      for (const [name, containers] of [
        ['never', [container]],
        ['all', [container, other]],
      ]) {
        await t.post(path, podOf(name, { restartPolicy: 'Never', containers }));
        const change = (state) =>
          t.patch(`${path}/${name}/status`, { status: { containerStatuses: [containerStatus(state)] } }, MERGE);
        await change(terminated);
        const { status, json } = await change(running);
        t.see(name, { status, message: json.message }, withMessage);
      }
    },
  },
  {
    name: 'pods: users and the network of the host',
    run: creating(
      [
        ['network', { hostNetwork: true, hostUsers: false }],
        ['network and processes', { hostNetwork: true, hostPID: true, hostUsers: false }],
        ['network with users', { hostNetwork: true, hostUsers: true }],
      ],
      ({ hostNetwork, hostUsers }) => ({ hostNetwork, hostUsers }),
    ),
  },
  {
    name: 'pods: digests of image volumes',
    async run(t) {
      const path = await pods(t);
      const volumes = [{ name: 'v', image: { reference: 'x' } }];
      const volumeMounts = [{ name: 'v', mountPath: '/v' }];
      await t.post(path, podOf('p', { volumes, containers: [{ ...container, volumeMounts }] }));
      for (const [label, imageRef] of [
        ['a digest', 'sha256:00'],
        ['nothing', ''],
        ['too long', 'x'.repeat(257)],
      ]) {
        const volumeStatus = { image: { imageRef } };
        const mounts = [{ name: 'v', mountPath: '/v', volumeStatus }];
        const containerStatuses = [containerStatus(running, { volumeMounts: mounts })];
        const { status, json } = await t.patch(`${path}/p/status`, { status: { containerStatuses } }, MERGE);
        const shown = json.status?.containerStatuses?.[0].volumeMounts;
        t.see(label, { status, message: json.message, shown }, withMessage);
      }
    },
  },
  {
    name: 'pods: streams of logs',
    async run(t) {
      const path = await pods(t);
      await t.post(path, podOf('p', {}));
      for (const query of [
        '',
        '?stream=All',
        '?stream=Stdout',
        '?stream=Stderr&tailLines=1',
        '?stream=All&tailLines=1',
        '?stream=',
        '?stream=both&limitBytes=0',
      ]) {
        const { status, json } = await t.get(`${path}/p/log${query}`);
        // kube-apiserver lists the values in any order.
        const unordered = (text) => text?.replaceAll(/supported values: [^\]]*/g, 'supported values: <any order>');
        const causes = json?.details?.causes?.map((cause) => ({ ...cause, message: unordered(cause.message) }));
        t.see(query, { status, message: unordered(json?.message), causes }, withMessage);
      }
    },
  },
  {
    name: 'networks of services: the status of the whole object',
    async run(t) {
      const path = '/apis/networking.k8s.io/v1/servicecidrs';
      const condition = (type) => ({
        type,
        status: 'True',
        reason: 'R',
        message: '',
        lastTransitionTime: '2024-01-01T00:00:00Z',
      });
      const name = `${t.id}-net`;
      t.cleanup(() => t.del(`${path}/${name}`));
      const shown = ({ status, json }) => ({
        status,
        message: json.message,
        types: json.status?.conditions?.map(({ type }) => type).filter((type) => type !== 'Ready'),
        managers: json.metadata?.managedFields
          ?.filter(({ manager }) => manager.startsWith('parity'))
          .map(({ manager, operation, fieldsV1 }) => [manager, operation, fieldsV1]),
      });
      const made = await t.post(`${path}?fieldManager=parity`, {
        metadata: { name },
        spec: { cidrs: ['10.99.0.0/24'] },
        status: { conditions: [condition('X')] },
      });
      t.see('created', shown(made), withMessage);
      const patched = await t.patch(
        `${path}/${name}?fieldManager=parity-2`,
        { status: { conditions: [condition('Y')] } },
        MERGE,
      );
      t.see('patched', shown(patched), withMessage);
      const status = await t.patch(
        `${path}/${name}/status?fieldManager=parity-3`,
        { status: { conditions: [condition('Z')] } },
        MERGE,
      );
      t.see('status', shown(status), withMessage);
    },
  },
];
