// Writes of objects: their status, their scale, and expressions in them.
import { APPLY, CRDS, crdBody, MERGE, specSchema } from '../../support/case-helpers.mjs';
import { outcome } from './helpers.mjs';

const container = { name: 'c', image: 'i' };
const selector = { matchLabels: { app: 'x' } };
const template = { metadata: { labels: { app: 'x' } }, spec: { containers: [container] } };
const owners = ({ json }) =>
  json.metadata.managedFields?.map((entry) => [entry.manager, entry.operation, entry.subresource, entry.fieldsV1]);

const rule = (text) => ({
  name: `an expression that is not finished: ${text}`,
  async run(t) {
    const schema = specSchema({ a: { type: 'string' } }, { 'x-kubernetes-validations': [{ rule: text }] });
    t.see('answer', outcome(await t.post(`${CRDS}?dryRun=All`, crdBody(t, { schema }))), { message: true });
  },
});

export const cases = [
  {
    name: 'a manager that applies an empty scale keeps the replicas',
    async run(t) {
      const path = `/apis/apps/v1/namespaces/${await t.ns()}/deployments`;
      const object = {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'd' },
        spec: { selector, template },
      };
      await t.post(`${path}?fieldManager=one`, object);
      const scale = (spec) => ({ apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'd' }, spec });
      for (const spec of [{ replicas: 4 }, {}]) {
        const response = await t.patch(`${path}/d/scale?fieldManager=two&force=true`, scale(spec), APPLY);
        t.see('applied', [response.status, response.json.spec]);
        t.see('owners', owners(await t.get(`${path}/d`)));
      }
      await t.patch(`${path}/d/scale?fieldManager=three`, { spec: { replicas: 9 } }, MERGE);
      t.see('owners after a patch', owners(await t.get(`${path}/d`)));
    },
  },
  {
    name: 'the causes of refused states of a Job come in order',
    async run(t) {
      const path = `/apis/batch/v1/namespaces/${await t.ns()}/jobs`;
      const spec = { template: { spec: { restartPolicy: 'Never', containers: [container] } } };
      await t.post(path, { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'j' }, spec });
      t.cleanup(() => t.del(`${path}/j?propagationPolicy=Background`));
      const is = (...types) => types.map((type) => ({ type, status: 'True' }));
      for (const status of [
        { conditions: is('Complete') },
        { conditions: is('Complete', 'Failed') },
        { conditions: is('SuccessCriteriaMet', 'FailureTarget', 'Failed'), active: 1, terminating: 1, ready: 2 },
        { startTime: '2020-01-01T00:00:00Z', completionTime: '2019-01-01T00:00:00Z', conditions: is('Complete') },
        { completedIndexes: '0', failedIndexes: '0', uncountedTerminatedPods: { failed: ['a', 'a', ''] } },
      ]) {
        const { json } = await t.patch(`${path}/j/status`, { status }, MERGE);
        t.see(Object.keys(status).join(), [json.code, json.message]);
      }
    },
  },
  rule('foo('),
  rule('self. == ""'),
  rule('self.\t // why\n == ""'),
  rule('self.é == ""'),
  {
    name: 'a policy with too many audit annotations',
    async run(t) {
      const auditAnnotations = Array.from({ length: 21 }, (_, index) => ({ key: `a${index}`, valueExpression: '"x"' }));
      const resourceRules = [{ apiGroups: [''], apiVersions: ['v1'], resources: ['pods'], operations: ['CREATE'] }];
      const policy = {
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: 'ValidatingAdmissionPolicy',
        metadata: { name: t.id },
        spec: { matchConstraints: { resourceRules }, auditAnnotations },
      };
      const path = '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies?dryRun=All';
      t.see('answer', outcome(await t.post(path, policy)), { message: true });
    },
  },
  {
    name: 'conditions that were removed from a definition do not come back while its names are accepted',
    async run(t) {
      const definition = await t.crd({});
      await t.patch(`${definition.crdPath}/status`, { status: { conditions: [] } }, MERGE);
      // A change that both servers have seen through.
      await t.eventually(async () => (await t.get(definition.path())).status === 404, 3000);
      t.see('served', (await t.get(definition.path())).status);
      t.see('conditions', (await t.get(definition.crdPath)).json.status.conditions ?? []);
    },
  },
];
