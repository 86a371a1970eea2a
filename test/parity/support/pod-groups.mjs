// Workloads and PodGroups: cases that run with the gates of their fields, and without.
import { dryRuns, outcome } from '../cases/corner-cases/helpers.mjs';
import { MERGE, TABLE } from './case-helpers.mjs';

const apiVersion = 'scheduling.k8s.io/v1alpha2';
const at = (ns, plural) => `/apis/${apiVersion}/namespaces/${ns}/${plural}`;
const gang = { gang: { minCount: 2 } };
const template = (more) => ({ name: 'a', schedulingPolicy: gang, ...more });
const times = (count, item) => Array.from({ length: count }, (_, index) => item(index));
const long = 'x'.repeat(254);
const topology = (...keys) => ({ schedulingConstraints: { topology: keys.map((key) => ({ key })) } });
const claims = (...list) => ({ resourceClaims: list.map((claim) => ({ name: 'a', ...claim })) });

/** Fields that templates and groups share. */
const shared = {
  policies: [
    { schedulingPolicy: {} },
    { schedulingPolicy: { basic: {}, ...gang } },
    { schedulingPolicy: { gang: {} } },
    { schedulingPolicy: { gang: { minCount: 0 } } },
    { schedulingPolicy: { gang: { minCount: -1 } } },
    { schedulingPolicy: { gang: { minCount: 'x' } } },
    { schedulingPolicy: { basic: {} } },
  ],
  constraints: [
    { schedulingConstraints: {} },
    topology(),
    topology('a'),
    topology(''),
    topology('a/b/c'),
    topology('/b'),
    topology(`A.b/${'x'.repeat(64)}`),
    topology('a', 'b'),
  ],
  claims: [
    claims(),
    claims({ name: undefined }),
    claims({}),
    claims({ resourceClaimName: 'x', resourceClaimTemplateName: 'y' }),
    claims({ resourceClaimName: 'X' }),
    claims({ resourceClaimName: '' }),
    claims({ resourceClaimName: long }),
    claims({ resourceClaimTemplateName: '_' }),
    claims({ name: 'A.b', resourceClaimName: 'x' }),
    claims({ resourceClaimName: 'x' }, { resourceClaimName: 'y' }),
    claims(...times(5, (index) => ({ name: `a${index}`, resourceClaimName: 'x' }))),
    claims({ resourceClaimName: 'x' }),
  ],
  preemption: [
    { disruptionMode: '' },
    { disruptionMode: 'X' },
    { disruptionMode: 'PodGroup' },
    { disruptionMode: null },
    { priorityClassName: 'A' },
    { priorityClassName: '' },
    { priorityClassName: 'nope' },
    { priorityClassName: 'system-node-critical' },
    { priorityClassName: 'system-node-critical', priority: 2_000_001_000 },
    { priority: 0 },
    { priority: 5 },
    { priority: 1_000_000_001 },
    { priority: -2_147_483_648 },
  ],
};

const workloads = (name, specs) =>
  dryRuns(`workloads: ${name}`, {
    path: at('NS', 'workloads'),
    apiVersion,
    kind: 'Workload',
    bodies: specs.map((spec) => ({ spec })),
  });
const groups = (name, specs) =>
  dryRuns(`pod groups: ${name}`, {
    path: at('NS', 'podgroups'),
    apiVersion,
    kind: 'PodGroup',
    bodies: specs.map((spec) => ({ spec })),
  });
const references = (...list) => list.map((controllerRef) => ({ controllerRef, podGroupTemplates: [template()] }));

const created = [
  workloads('references', [
    ...references({}, { apiGroup: 'A', kind: '.', name: '..' }, { apiGroup: 'a.b', kind: 'x/y', name: 'x%y' }),
    ...references({ kind: 'Job', name: 'a' }, { kind: 'Job', name: long }),
  ]),
  workloads(
    'templates',
    [
      undefined,
      [],
      [template(), template({ schedulingPolicy: { basic: {} } })],
      times(9, (index) => template({ name: `t${index}` })),
      ...['', 'A_', long, 'a.b'].map((name) => [template({ name })]),
    ].map((podGroupTemplates) => ({ podGroupTemplates })),
  ),
  ...Object.entries(shared).flatMap(([name, parts]) => [
    workloads(
      name,
      parts.map((part) => ({ podGroupTemplates: [template(part)] })),
    ),
    groups(
      name,
      parts.map((part) => ({ schedulingPolicy: gang, ...part })),
    ),
  ]),
  groups(
    'references',
    [
      {},
      { workload: {} },
      { workload: { workloadName: 'A', podGroupTemplateName: 'A.b' } },
      { workload: { workloadName: 'nope', podGroupTemplateName: 'a' } },
    ].map((podGroupTemplateRef) => ({ podGroupTemplateRef, schedulingPolicy: gang })),
  ),
];

/** Applies merge patches to an object, one after the other. */
async function patched(t, path, patches) {
  for (const patch of patches) {
    t.see(JSON.stringify(patch), outcome(await t.patch(path, patch, MERGE)), { message: true });
  }
}

const condition = (more) => ({
  type: 'PodGroupScheduled',
  status: 'True',
  reason: 'R',
  message: 'm',
  lastTransitionTime: '2024-01-01T00:00:00Z',
  ...more,
});

const full = {
  schedulingPolicy: gang,
  ...topology('a'),
  ...claims({ resourceClaimName: 'x' }),
  disruptionMode: 'Pod',
};

const changed = [
  {
    name: 'workloads: changes',
    async run(t) {
      const path = at(await t.ns(), 'workloads');
      const spec = { controllerRef: { kind: 'Job', name: 'j' }, podGroupTemplates: [{ name: 'a', ...full }] };
      t.see('created', outcome(await t.post(path, { apiVersion, kind: 'Workload', metadata: { name: 'w' }, spec })));
      await patched(t, `${path}/w`, [
        { spec: { controllerRef: null } },
        { spec: { controllerRef: { kind: '' } } },
        { spec: { podGroupTemplates: null } },
        { spec: { podGroupTemplates: [template({ name: 'A' })] } },
        { spec: { podGroupTemplates: times(9, () => template()) } },
        { metadata: { labels: { a: 'b' } } },
      ]);
      t.see('table', (await t.get(`${path}/w`, { headers: { accept: TABLE } })).json.columnDefinitions);
    },
  },
  {
    name: 'pod groups: changes',
    async run(t) {
      const ns = await t.ns();
      const path = at(ns, 'podgroups');
      const workload = {
        apiVersion,
        kind: 'Workload',
        metadata: { name: 'w' },
        spec: { podGroupTemplates: [template()] },
      };
      await t.post(at(ns, 'workloads'), workload);
      const group = (name, podGroupTemplateName) => ({
        apiVersion,
        kind: 'PodGroup',
        metadata: { name },
        spec: { podGroupTemplateRef: { workload: { workloadName: 'w', podGroupTemplateName } }, ...full },
      });
      t.cleanup(() => t.patch(`${path}/g`, { metadata: { finalizers: null } }, MERGE));
      t.see('created', outcome(await t.post(path, group('g', 'a'))));
      t.see('without template', outcome(await t.post(path, group('h', 'b'))), { message: true });
      await patched(t, `${path}/g`, [
        { spec: { podGroupTemplateRef: null } },
        { spec: { schedulingPolicy: { gang: null, basic: {} } } },
        { spec: { schedulingPolicy: { gang: { minCount: 0 } } } },
        { spec: { schedulingConstraints: { topology: [{ key: '' }] } } },
        { spec: { resourceClaims: null } },
        { spec: { disruptionMode: 'PodGroup' } },
        { spec: { disruptionMode: null } },
        { spec: { priorityClassName: null } },
        { spec: { priority: 5 } },
        { metadata: { labels: { a: 'b' } } },
      ]);
      await patched(t, `${path}/g/status`, [
        { status: { conditions: [condition({ reason: 'a b' })] } },
        { status: { resourceClaimStatuses: [{ name: 'zz' }] } },
        { status: { resourceClaimStatuses: [{ name: 'a', resourceClaimName: 'A' }] } },
        { status: { resourceClaimStatuses: [{ name: 'a' }, { name: 'a' }] } },
        { status: { resourceClaimStatuses: times(5, () => ({ name: 'a' })) } },
        { status: { resourceClaimStatuses: [{ name: 'a', resourceClaimName: 'a' }] } },
        { spec: { priority: 4 }, status: { conditions: [condition({ status: 'False' })] } },
      ]);
      const cells = async () =>
        (await t.get(`${path}/g`, { headers: { accept: TABLE } })).json.rows[0].cells.slice(0, 4);
      t.see('cells', await cells());
      await t.patch(`${path}/g/status`, { status: { conditions: [condition({ type: 'DisruptionTarget' })] } }, MERGE);
      t.see('cells of a disrupted one', await cells());
      const { metadata } = (await t.del(`${path}/g`)).json;
      t.see('deleted', [metadata.finalizers, typeof metadata.deletionTimestamp]);
    },
  },
  {
    name: 'pods name their group',
    async run(t) {
      const ns = `/api/v1/namespaces/${await t.ns()}`;
      await t.post(`${ns}/serviceaccounts`, { metadata: { name: 'default' } });
      for (const [index, schedulingGroup] of [
        {},
        { podGroupName: '' },
        { podGroupName: 'A' },
        { podGroupName: 'g' },
      ].entries()) {
        const spec = { automountServiceAccountToken: false, containers: [{ name: 'c', image: 'i' }], schedulingGroup };
        const answer = await t.post(`${ns}/pods`, { metadata: { name: `p${index}` }, spec });
        t.see(
          JSON.stringify(schedulingGroup),
          answer.status === 201 ? answer.json.spec.schedulingGroup : outcome(answer),
          {
            message: true,
          },
        );
      }
    },
  },
  {
    name: 'the parallelism of a job whose pods are scheduled together',
    async run(t) {
      const ns = await t.ns();
      const jobs = `/apis/batch/v1/namespaces/${ns}/jobs`;
      for (const [name, schedulingPolicy] of [
        ['together', gang],
        ['apart', { basic: {} }],
      ]) {
        await t.post(at(ns, 'podgroups'), {
          apiVersion,
          kind: 'PodGroup',
          metadata: { name },
          spec: { schedulingPolicy },
        });
        t.cleanup(() => t.patch(`${at(ns, 'podgroups')}/${name}`, { metadata: { finalizers: null } }, MERGE));
      }
      for (const podGroupName of ['together', 'apart', 'none', undefined]) {
        const name = podGroupName ?? 'owner';
        const pod = {
          restartPolicy: 'Never',
          containers: [{ name: 'c', image: 'i' }],
          ...(podGroupName && { schedulingGroup: { podGroupName } }),
        };
        const job = { metadata: { name }, spec: { parallelism: 1, template: { spec: pod } } };
        const { uid } = (await t.post(jobs, job)).json.metadata;
        if (podGroupName === undefined) {
          const ownerReferences = [{ apiVersion: 'batch/v1', kind: 'Job', name, uid, controller: true }];
          const owned = {
            apiVersion,
            kind: 'PodGroup',
            metadata: { name: 'owned', ownerReferences },
            spec: { schedulingPolicy: gang },
          };
          await t.post(at(ns, 'podgroups'), owned);
          t.cleanup(() => t.patch(`${at(ns, 'podgroups')}/owned`, { metadata: { finalizers: null } }, MERGE));
        }
        const change = () => t.patch(`${jobs}/${name}`, { spec: { parallelism: 2 } }, MERGE);
        const isRefused = podGroupName === 'together' || podGroupName === undefined;
        // The plug-in's informer may not have the group yet.
        if (isRefused) await t.eventually(async () => (await change()).status === 403);
        const { status, json } = await change();
        t.see(name, [status, json.message], { message: true });
      }
    },
  },
];

export const cases = [...created, ...changed];
