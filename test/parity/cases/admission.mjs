// Admission: the built-in plugins, webhooks, and admission policies.

import {
  ADM,
  bindingBody,
  CMS,
  cm,
  hook,
  make,
  mutator,
  only,
  policy,
  policyBody,
  RULE,
  register,
  webhook,
} from '../support/admission.mjs';
import { admissionWebhook, deadPort } from '../support/server.mjs';
import { cr, MERGE, need, patiently, pick, says, seeErr, specSchema, update, warnings } from '../support/util.mjs';
export const parallel = 4;
const code = async (p) => (await p).status;
const pod = (name, spec = {}, more = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, ...more.metadata },
  spec: { containers: [{ name: 'c', image: 'x', ...more.container }], ...spec },
});
const PODS = (ns) => `/api/v1/namespaces/${ns}/pods`;
async function podNs(t, sa = {}) {
  const ns = await t.ns();
  const r = await t.post(`/api/v1/namespaces/${ns}/serviceaccounts`, {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: 'default' },
    automountServiceAccountToken: false,
    ...sa,
  });
  if (r.status >= 300) throw new Error(r.text);
  await need(t, 'service account in use', async () => (await code(t.post(`${PODS(ns)}?dryRun=All`, pod('x')))) === 201);
  return ns;
}
const invalidHook = (name, change, kind = 'Validating') => ({
  name,
  async run(t) {
    const h = hook('a', { url: 'https://127.0.0.1:1/' });
    const body = {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: `${kind}WebhookConfiguration`,
      metadata: { name: `probe-${t.id}` },
      webhooks: [h],
    };
    change(h, body);
    seeErr(t, 'create', await t.post(`${ADM}/${kind.toLowerCase()}webhookconfigurations?dryRun=All`, body));
  },
});
const invalidPolicy = (name, spec) => ({
  name,
  async run(t) {
    seeErr(t, 'create', await t.post(`${ADM}/validatingadmissionpolicies?dryRun=All`, policyBody(t, spec)));
  },
});
const invalidMutator = (name, spec) => ({
  name,
  async run(t) {
    seeErr(
      t,
      'create',
      await t.post(
        `${ADM}/mutatingadmissionpolicies?dryRun=All`,
        policyBody(t, { reinvocationPolicy: 'Never', failurePolicy: 'Fail', ...spec }, '', 'MutatingAdmissionPolicy'),
      ),
    );
  },
});
const OK = [{ expression: 'true' }],
  TWO = { data: { a: '1', b: '2' } },
  THREE = { data: { a: '1', b: '2', c: '3' } };
/** A CRD for policy parameters. */
const params = async (t, scope = 'Namespaced') => {
  const c = await t.crd({
    plural: 'limits',
    kind: 'Limit',
    scope,
    schema: specSchema({ max: { type: 'integer' }, team: { type: 'string' } }),
  });
  return { ...c, paramKind: { apiVersion: c.apiVersion, kind: 'Limit' } };
};
/** Waits until the policy has found its parameter: a plain object is admitted again. */
const found = (t, ns) =>
  need(t, 'parameter found', async () => (await code(t.post(`${CMS(ns)}?dryRun=All`, cm('plain')))) === 201, 40000);
export const cases = patiently([
  // ---- NamespaceLifecycle
  {
    name: 'an object in a missing namespace is refused with 404',
    async run(t) {
      t.seeStatus('create', await t.post(CMS(`${t.id}-none`), cm('a')));
    },
  },
  {
    name: 'a terminating namespace takes no new objects but updates and deletes',
    async run(t) {
      const ns = await t.ns();
      await t.post(CMS(ns), cm('a'));
      const d = await t.del(`/api/v1/namespaces/${ns}`);
      t.see('delete', { code: d.status, phase: d.json.status?.phase, deleting: !!d.json.metadata?.deletionTimestamp });
      await need(t, 'refused', async () => (await code(t.post(`${CMS(ns)}?dryRun=All`, cm('b')))) === 403);
      t.seeStatus('create', await t.post(CMS(ns), cm('b')));
      t.see('update', await code(t.patch(`${CMS(ns)}/a`, { data: { x: 'y' } }, MERGE)));
      t.see('remove', await code(t.del(`${CMS(ns)}/a`)));
    },
  },
  {
    name: 'the namespaces default, kube-system and kube-public cannot be deleted',
    async run(t) {
      for (const n of ['default', 'kube-system', 'kube-public'])
        t.seeStatus(n, await t.del(`/api/v1/namespaces/${n}?dryRun=All`));
    },
  },
  // ---- pods
  {
    name: 'a pod without the default service account is refused',
    async run(t) {
      const ns = await t.ns();
      t.seeStatus('default', await t.post(PODS(ns), pod('a')));
      t.seeStatus('named', await t.post(PODS(ns), pod('a', { serviceAccountName: 'none' })));
    },
  },
  {
    name: 'image pull secrets of the service account are added to pods',
    async run(t) {
      const ns = await podNs(t, { imagePullSecrets: [{ name: 'reg' }] });
      t.see('added', (await t.post(`${PODS(ns)}?dryRun=All`, pod('a'))).json.spec.imagePullSecrets);
      t.see(
        'own wins',
        (await t.post(`${PODS(ns)}?dryRun=All`, pod('a', { imagePullSecrets: [{ name: 'own' }] }))).json.spec
          .imagePullSecrets,
      );
    },
  },
  {
    name: 'the system priority classes exist and have their values',
    async run(t) {
      for (const n of ['system-cluster-critical', 'system-node-critical'])
        t.see(
          n,
          pick(
            (await t.get(`/apis/scheduling.k8s.io/v1/priorityclasses/${n}`)).json,
            'value',
            'preemptionPolicy',
            'globalDefault',
          ),
        );
    },
  },
  {
    name: 'priority classes are validated',
    async run(t) {
      const go = (o, name = `pc-${t.id}`) =>
        t.post('/apis/scheduling.k8s.io/v1/priorityclasses?dryRun=All', {
          apiVersion: 'scheduling.k8s.io/v1',
          kind: 'PriorityClass',
          metadata: { name },
          value: 1,
          ...o,
        });
      seeErr(t, 'too high', await go({ value: 1000000001 }));
      seeErr(t, 'system prefix', await go({}, 'system-mine'));
      seeErr(t, 'policy', await go({ preemptionPolicy: 'Sometimes' }));
      const n = `pc-${t.id}`;
      await make(t, '/apis/scheduling.k8s.io/v1/priorityclasses', {
        apiVersion: 'scheduling.k8s.io/v1',
        kind: 'PriorityClass',
        metadata: { name: n },
        value: 1,
      });
      seeErr(
        t,
        'value changed',
        await update(t, `/apis/scheduling.k8s.io/v1/priorityclasses/${n}`, (o) => {
          o.value = 2;
        }),
      );
    },
  },
  {
    name: 'a global default priority class applies to pods without class',
    async run(t) {
      const ns = await podNs(t),
        n = `pc-${t.id}`,
        P = '/apis/scheduling.k8s.io/v1/priorityclasses';
      await make(t, P, {
        apiVersion: 'scheduling.k8s.io/v1',
        kind: 'PriorityClass',
        metadata: { name: n },
        value: 77,
        globalDefault: true,
      });
      const r = await t.eventually(async () => {
        const r = await t.post(`${PODS(ns)}?dryRun=All`, pod('a'));
        return r.json.spec?.priority === 77 && r;
      });
      await t.del(`${P}/${n}`);
      t.see('pod', { ...pick(r.json.spec, 'priority'), named: r.json.spec.priorityClassName === n });
    },
  },
  {
    name: 'a new node is tainted as not ready',
    async run(t) {
      const r = await t.post('/api/v1/nodes?dryRun=All', {
        apiVersion: 'v1',
        kind: 'Node',
        metadata: { name: `n-${t.id}` },
      });
      t.see('taints', r.json.spec.taints);
    },
  },
  // ---- LimitRanger
  {
    name: 'a LimitRange refuses pods beyond max, below min or beyond the ratio',
    async run(t) {
      const ns = await podNs(t);
      await t.post(`/api/v1/namespaces/${ns}/limitranges`, {
        apiVersion: 'v1',
        kind: 'LimitRange',
        metadata: { name: 'l' },
        spec: {
          limits: [{ type: 'Container', min: { cpu: '100m' }, max: { cpu: '1' }, maxLimitRequestRatio: { cpu: '2' } }],
        },
      });
      const go = (resources) => t.post(`${PODS(ns)}?dryRun=All`, pod('a', {}, { container: { resources } }));
      await need(
        t,
        'limits in use',
        async () => (await code(go({ requests: { cpu: '2' }, limits: { cpu: '2' } }))) === 403,
      );
      t.seeStatus('max', await go({ requests: { cpu: '2' }, limits: { cpu: '2' } }));
      t.seeStatus('min', await go({ requests: { cpu: '50m' }, limits: { cpu: '50m' } }));
      t.seeStatus('ratio', await go({ requests: { cpu: '100m' }, limits: { cpu: '1' } }));
      t.see('good', await code(go({ requests: { cpu: '500m' }, limits: { cpu: '1' } })));
    },
  },
  // ---- PodSecurity
  {
    name: 'the enforce label of a namespace refuses pods beyond the level',
    async run(t) {
      const ns = await podNs(t);
      await t.patch(
        `/api/v1/namespaces/${ns}`,
        { metadata: { labels: { 'pod-security.kubernetes.io/enforce': 'baseline' } } },
        MERGE,
      );
      const bad = pod('a', { hostPID: true });
      await need(t, 'label in use', async () => (await code(t.post(`${PODS(ns)}?dryRun=All`, bad))) === 403);
      t.seeStatus('host processes', await t.post(`${PODS(ns)}?dryRun=All`, bad));
      t.see('host network', await code(t.post(`${PODS(ns)}?dryRun=All`, pod('a', { hostNetwork: true }))));
      t.see(
        'host path',
        await code(t.post(`${PODS(ns)}?dryRun=All`, pod('a', { volumes: [{ name: 'v', hostPath: { path: '/' } }] }))),
      );
      t.see('plain', await code(t.post(`${PODS(ns)}?dryRun=All`, pod('a'))));
    },
  },
  {
    name: 'the warn label answers pods and workloads with a Warning header',
    async run(t) {
      const ns = await podNs(t);
      await t.patch(
        `/api/v1/namespaces/${ns}`,
        { metadata: { labels: { 'pod-security.kubernetes.io/warn': 'restricted' } } },
        MERGE,
      );
      const r = await need(t, 'label in use', async () => {
        const r = await t.post(`${PODS(ns)}?dryRun=All`, pod('a'));
        return warnings(r).length && r;
      });
      t.see('pod', { code: r.status, warnings: warnings(r).map((w) => [w.code, w.text.includes('restricted')]) });
      const d = await t.post(`/apis/apps/v1/namespaces/${ns}/deployments?dryRun=All`, {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'd' },
        spec: {
          selector: { matchLabels: { a: 'b' } },
          template: { metadata: { labels: { a: 'b' } }, spec: pod('x').spec },
        },
      });
      t.see('deployment', { code: d.status, warnings: warnings(d).length });
    },
  },
  {
    name: 'the enforce label does not refuse workloads but warns of existing pods when set',
    async run(t) {
      const ns = await podNs(t);
      await t.post(PODS(ns), pod('a', { hostNetwork: true }));
      const r = await t.patch(
        `/api/v1/namespaces/${ns}`,
        { metadata: { labels: { 'pod-security.kubernetes.io/enforce': 'baseline' } } },
        MERGE,
      );
      t.see('label', { code: r.status, warns: warnings(r).some((w) => w.text.includes('a')) });
      await need(
        t,
        'label in use',
        async () => (await code(t.post(`${PODS(ns)}?dryRun=All`, pod('b', { hostNetwork: true })))) === 403,
      );
      t.see(
        'deployment',
        await code(
          t.post(`/apis/apps/v1/namespaces/${ns}/deployments?dryRun=All`, {
            apiVersion: 'apps/v1',
            kind: 'Deployment',
            metadata: { name: 'd' },
            spec: {
              selector: { matchLabels: { a: 'b' } },
              template: { metadata: { labels: { a: 'b' } }, spec: pod('x', { hostNetwork: true }).spec },
            },
          }),
        ),
      );
      await t.del(`${PODS(ns)}/a?gracePeriodSeconds=0`);
    },
  },
  {
    name: 'a pod security label with an unknown level is refused',
    async run(t) {
      const r = await t.post('/api/v1/namespaces?dryRun=All', {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: {
          name: `n-${t.id}`,
          labels: {
            'pod-security.kubernetes.io/enforce': 'relaxed',
            'pod-security.kubernetes.io/warn-version': 'soon',
          },
        },
      });
      seeErr(t, 'create', r);
    },
  },
  // ---- storage and ingress defaults
  {
    name: 'a default ingress class is given to ingresses',
    async run(t) {
      const ns = await t.ns(),
        n = `ic-${t.id}`,
        P = '/apis/networking.k8s.io/v1/ingressclasses';
      await make(t, P, {
        apiVersion: 'networking.k8s.io/v1',
        kind: 'IngressClass',
        metadata: { name: n, annotations: { 'ingressclass.kubernetes.io/is-default-class': 'true' } },
        spec: { controller: 'example.com/none' },
      });
      const ing = (o) =>
        t.post(`/apis/networking.k8s.io/v1/namespaces/${ns}/ingresses?dryRun=All`, {
          apiVersion: 'networking.k8s.io/v1',
          kind: 'Ingress',
          metadata: { name: 'a' },
          spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } }, ...o },
        });
      const r = await t.eventually(async () => {
        const r = await ing({});
        return r.json.spec?.ingressClassName === n && r;
      });
      const own = await ing({ ingressClassName: 'own' });
      await t.del(`${P}/${n}`);
      t.see('given', r.json.spec.ingressClassName === n);
      t.see('own kept', own.json.spec.ingressClassName);
    },
  },
  {
    name: 'volumes and claims get their protection finalizers',
    async run(t) {
      const ns = await t.ns();
      const c = await t.post(`/api/v1/namespaces/${ns}/persistentvolumeclaims?dryRun=All`, {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        metadata: { name: 'a' },
        spec: { storageClassName: 'x', accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
      });
      t.see('claim', c.json.metadata.finalizers);
      const v = await t.post('/api/v1/persistentvolumes?dryRun=All', {
        apiVersion: 'v1',
        kind: 'PersistentVolume',
        metadata: { name: `pv-${t.id}` },
        spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' } },
      });
      t.see('volume', v.json.metadata.finalizers);
    },
  },
  // ---- ResourceQuota
  {
    name: 'a quota of compute resources refuses pods that do not state them',
    async run(t) {
      const ns = await podNs(t),
        P = `/api/v1/namespaces/${ns}/resourcequotas`,
        hard = { 'requests.cpu': '1', pods: '2' };
      await t.post(P, { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'q' }, spec: { hard } });
      await t.patch(`${P}/q/status`, { status: { hard, used: { 'requests.cpu': '0', pods: '0' } } }, MERGE);
      const go = (cpu) =>
        t.post(`${PODS(ns)}?dryRun=All`, pod('a', {}, { container: cpu ? { resources: { requests: { cpu } } } : {} }));
      await need(t, 'quota in use', async () => (await code(go('2'))) === 403 && (await code(go('500m'))) === 201);
      t.seeStatus('unstated', await go());
      t.seeStatus('too much', await go('2'));
      t.see('fits', await code(go('500m')));
    },
  },
  // ---- webhooks: what they get
  {
    name: 'a webhook gets object and oldObject for an update and options of its kind',
    async run(t) {
      const ns = await t.ns();
      await t.post(CMS(ns), cm('a', { data: { k: 'v' } }));
      const w = await webhook(t, ns, 'Validating');
      await update(t, `${CMS(ns)}/a`, (o) => {
        o.data = { k: 'w' };
      });
      const q = w.reviews[0].request;
      t.see('request', {
        operation: q.operation,
        name: q.name,
        object: q.object.data,
        oldObject: q.oldObject.data,
        options: q.options,
        dryRun: q.dryRun,
      });
      w.reviews.length = 0;
      await t.patch(`${CMS(ns)}/a`, { data: { k: 'x' } }, MERGE);
      t.see('patch', {
        operation: w.reviews[0].request.operation,
        object: w.reviews[0].request.object.data,
        options: w.reviews[0].request.options.kind,
      });
    },
  },
  {
    name: 'a webhook gets oldObject only for a delete',
    async run(t) {
      const ns = await t.ns();
      await t.post(CMS(ns), cm('a', { data: { k: 'v' } }));
      const w = await webhook(t, ns, 'Validating', undefined, { rules: [RULE(), RULE(['configmaps'], ['DELETE'])] });
      await t.del(`${CMS(ns)}/a?propagationPolicy=Background`);
      const q = w.reviews[0].request;
      t.see('request', {
        operation: q.operation,
        name: q.name,
        object: q.object,
        oldObject: q.oldObject?.data,
        options: q.options,
      });
    },
  },
  {
    name: 'a deletecollection asks the webhook for each object',
    async run(t) {
      const ns = await t.ns();
      for (const n of ['a', 'b']) await t.post(CMS(ns), cm(n));
      const w = await webhook(t, ns, 'Validating', undefined, { rules: [RULE(), RULE(['configmaps'], ['DELETE'])] });
      await t.del(CMS(ns));
      await need(t, 'two reviews', () => w.reviews.length >= 2);
      t.see('reviews', w.reviews.map((x) => [x.request.operation, x.request.oldObject?.metadata?.name]).sort());
    },
  },
  {
    name: 'a webhook gets subresource requests only when its rule names them',
    async run(t) {
      const ns = await podNs(t);
      await t.post(PODS(ns), pod('a'));
      t.cleanup(() => t.del(`${PODS(ns)}/a?gracePeriodSeconds=0`));
      const w = await webhook(t, ns, 'Validating', undefined, { rules: [RULE(), RULE(['pods/status'], ['UPDATE'])] });
      await t.patch(`${PODS(ns)}/a`, { metadata: { labels: { l: '1' } } }, MERGE);
      t.see('main', w.reviews.length);
      await t.patch(`${PODS(ns)}/a/status`, { status: { message: 'hello' } }, MERGE);
      const q = w.reviews[0]?.request;
      t.see('status', {
        ...pick(q, 'subResource', 'requestSubResource', 'operation'),
        resource: q?.resource.resource,
        kind: q?.kind.kind,
      });
    },
  },
  {
    name: 'a webhook sees dryRun, and its side effects decide whether a dry run may ask it',
    async run(t) {
      const ns = await t.ns();
      const w = await webhook(t, ns, 'Validating', undefined, { sideEffects: 'NoneOnDryRun' });
      const r = await t.post(`${CMS(ns)}?dryRun=All`, cm('a'));
      t.see('dry run', { code: r.status, dryRun: w.reviews[0]?.request.dryRun });
    },
  },
  {
    name: 'a webhook gets custom resources',
    async run(t) {
      const ns = await t.ns(),
        c = await t.crd({ schema: specSchema({ a: { type: 'string' } }) });
      const w = await webhook(t, ns, 'Validating', undefined, {
        rules: [RULE(), { ...RULE(['widgets'], ['CREATE']), apiGroups: [c.group] }],
      });
      await t.post(c.path(ns), cr(c, 'x', { spec: { a: 'b', pruned: 1 } }));
      const q = w.reviews[0].request;
      t.see('request', pick(q, 'kind', 'resource', 'requestKind', 'requestResource', 'name', 'operation'));
      t.see('spec', q.object.spec);
    },
  },
  // ---- webhooks: what they do
  {
    name: 'a mutating webhook changes the object by JSON patch',
    async run(t) {
      const ns = await t.ns();
      await webhook(t, ns, 'Mutating', () => ({
        patch: [
          { op: 'add', path: '/data', value: { by: 'webhook' } },
          { op: 'add', path: '/metadata/labels', value: { l: '1' } },
          { op: 'replace', path: '/data/by', value: 'patch' },
        ],
      }));
      const r = await t.post(CMS(ns), cm('a'));
      t.see('created', { code: r.status, data: r.json.data, labels: r.json.metadata.labels });
      t.see('stored', (await t.get(`${CMS(ns)}/a`)).json.data);
    },
  },
  {
    name: 'mutating webhooks run by configuration name and then by their order',
    async run(t) {
      const ns = await t.ns(),
        order = [];
      const w = await admissionWebhook(t, (_request, x) => {
        if (x.path !== '/ready') order.push(x.path);
        return {};
      });
      await register(t, ns, 'Mutating', [hook('b1', w.clientConfig('/b1')), hook('b2', w.clientConfig('/b2'))], '-b');
      await register(t, ns, 'Mutating', [hook('a1', w.clientConfig('/a1')), hook('a2', w.clientConfig('/a2'))], '-a');
      order.length = 0;
      await t.post(CMS(ns), cm('x'));
      t.see('order', order);
    },
  },
  {
    name: 'later mutating webhooks see what earlier ones changed, validating ones the result',
    async run(t) {
      const ns = await t.ns(),
        seen = [];
      const add = (n) => (q) => {
        seen.push([n, { ...q.object.data }]);
        return { patch: [{ op: 'add', path: `/data/${n}`, value: 'y' }] };
      };
      const a = await admissionWebhook(t, add('a')),
        b = await admissionWebhook(t, add('b')),
        v = await admissionWebhook(t, (q) => {
          seen.push(['validating', q.object.data]);
          return {};
        });
      await register(t, ns, 'Mutating', [hook('a', a.clientConfig()), hook('b', b.clientConfig())], '-m');
      await register(t, ns, 'Validating', [hook('v', v.clientConfig())], '-v');
      seen.length = 0;
      const r = await t.post(CMS(ns), cm('x', { data: { own: '1' } }));
      t.see('seen', seen);
      t.see('data', r.json.data);
    },
  },
  {
    name: 'reinvocationPolicy IfNeeded asks again after a later change, Never does not',
    async run(t) {
      const ns = await t.ns();
      const calls = { first: 0, never: 0 };
      const first = await admissionWebhook(t, () => {
          calls.first++;
          return {};
        }),
        never = await admissionWebhook(t, () => {
          calls.never++;
          return {};
        }),
        last = await admissionWebhook(t, () => ({ patch: [{ op: 'add', path: '/data/x', value: 'y' }] }));
      await register(t, ns, 'Mutating', [
        hook('first', first.clientConfig(), { reinvocationPolicy: 'IfNeeded' }),
        hook('never', never.clientConfig()),
        hook('last', last.clientConfig()),
      ]);
      calls.first = calls.never = 0;
      await t.post(CMS(ns), cm('a', { data: { z: '1' } }));
      t.see('calls', calls);
    },
  },
  {
    name: 'a mutating webhook can deny too, and nothing is stored',
    async run(t) {
      const ns = await t.ns();
      await webhook(t, ns, 'Mutating', () => ({ allowed: false, status: { message: 'never' } }));
      const r = await t.post(CMS(ns), cm('a'));
      t.see('denied', { refused: r.status >= 400, says: says(r, 'never') });
      t.see('stored', await code(t.get(`${CMS(ns)}/a`)));
    },
  },
  {
    name: 'failurePolicy Fail refuses when the webhook is dead, Ignore lets pass',
    async run(t) {
      const ns = await t.ns(),
        port = await deadPort(t);
      const dead = { url: `https://127.0.0.1:${port}/`, caBundle: (await admissionWebhook(t)).caBundle };
      await register(t, ns, 'Validating', [
        hook('fail', dead, { failurePolicy: 'Fail', objectSelector: { matchLabels: { f: 'fail' } } }),
        hook('ignore', dead, { failurePolicy: 'Ignore', objectSelector: { matchLabels: { f: 'ignore' } } }),
      ]);
      const go = async (f) => {
        const r = await t.post(CMS(ns), cm('a', { metadata: { labels: { f } } }));
        return { code: r.status, reason: r.json.reason };
      };
      t.see('Fail', await go('fail'));
      t.see('Ignore', await go('ignore'));
    },
  },
  // ---- webhooks: when they are asked
  {
    name: 'the namespaceSelector chooses namespaces by label',
    async run(t) {
      const a = await t.ns(),
        b = await t.ns();
      const w = await webhook(t, a, 'Validating');
      await t.post(CMS(a), cm('x'));
      await t.post(CMS(b), cm('x'));
      t.see(
        'namespaces',
        w.reviews.map((x) => x.request.namespace === a),
      );
    },
  },
  {
    name: 'the objectSelector chooses objects by their old or new labels',
    async run(t) {
      const ns = await t.ns();
      const w = await webhook(t, ns, 'Validating', undefined, { objectSelector: { matchLabels: { pick: 'me' } } });
      await t.post(CMS(ns), cm('no'));
      t.see('without', w.reviews.length);
      await t.post(CMS(ns), cm('a', { metadata: { labels: { pick: 'me' } } }));
      t.see('with', w.reviews.length);
      await t.patch(`${CMS(ns)}/a`, { metadata: { labels: { pick: null } } }, MERGE);
      t.see('label removed', w.reviews.length);
      await t.patch(`${CMS(ns)}/a`, { data: { x: 'y' } }, MERGE);
      t.see('afterwards', w.reviews.length);
    },
  },
  {
    name: 'a matchCondition that fails follows the failurePolicy',
    async run(t) {
      const ns = await t.ns(),
        w = await admissionWebhook(t);
      const matchConditions = [{ name: 'breaks', expression: "object.data.none == 'x'" }];
      await register(t, ns, 'Validating', [
        hook('fail', w.clientConfig('/fail'), {
          matchConditions,
          failurePolicy: 'Fail',
          objectSelector: { matchLabels: { f: 'fail' } },
        }),
        hook('ignore', w.clientConfig('/ignore'), {
          matchConditions,
          failurePolicy: 'Ignore',
          objectSelector: { matchLabels: { f: 'ignore' } },
        }),
      ]);
      const go = async (f) => {
        const r = await t.post(CMS(ns), cm(f, { metadata: { labels: { f } }, data: { k: 'v' } }));
        return { refused: r.status >= 400 };
      };
      t.see('Fail', await go('fail'));
      t.see('Ignore', await go('ignore'));
      t.see(
        'asked',
        w.reviews.map((x) => x.path),
      );
    },
  },
  {
    name: 'matchPolicy Equivalent converts other versions, Exact ignores them',
    async run(t) {
      const ns = await t.ns();
      const w = await admissionWebhook(t);
      const rules = [
        {
          apiGroups: ['autoscaling'],
          apiVersions: ['v1'],
          resources: ['horizontalpodautoscalers'],
          operations: ['CREATE'],
        },
      ];
      await register(t, ns, 'Validating', [
        hook('e', w.clientConfig('/equivalent'), { rules, matchPolicy: 'Equivalent' }),
        hook('x', w.clientConfig('/exact'), { rules, matchPolicy: 'Exact' }),
      ]);
      const hpa = (v) => ({
        apiVersion: `autoscaling/${v}`,
        kind: 'HorizontalPodAutoscaler',
        metadata: { name: v },
        spec: { maxReplicas: 3, scaleTargetRef: { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' } },
      });
      t.see('create', await code(t.post(`/apis/autoscaling/v2/namespaces/${ns}/horizontalpodautoscalers`, hpa('v2'))));
      t.see(
        'asked',
        w.reviews.map((x) => x.path),
      );
      const q = w.reviews[0]?.request;
      t.see('request', {
        ...pick(q, 'kind', 'resource', 'requestKind', 'requestResource'),
        apiVersion: q?.object.apiVersion,
      });
      w.reviews.length = 0;
      await t.post(`/apis/autoscaling/v1/namespaces/${ns}/horizontalpodautoscalers`, hpa('v1'));
      t.see('asked for v1', w.reviews.map((x) => x.path).sort());
    },
  },
  {
    name: 'a mutating webhook of another version is converted back',
    async run(t) {
      const ns = await t.ns();
      const v = (name, storage) => ({
        name,
        served: true,
        storage,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      });
      const c = await t.crd({ versions: [v('v1', true), v('v2', false)] });
      const w = await webhook(
        t,
        ns,
        'Mutating',
        () => ({ patch: [{ op: 'add', path: '/spec', value: { by: 'webhook' } }] }),
        {
          rules: [
            RULE(),
            { apiGroups: [c.group], apiVersions: ['v1'], resources: ['widgets'], operations: ['CREATE'] },
          ],
        },
      );
      const r = await t.post(c.path(ns, 'v2'), { ...cr(c, 'x'), apiVersion: `${c.group}/v2` });
      t.see('created', { code: r.status, apiVersion: r.json.apiVersion, spec: r.json.spec });
      t.see(
        'seen',
        w.reviews.map((x) => [x.request.object.apiVersion, x.request.kind.version, x.request.requestKind.version]),
      );
    },
  },
  {
    name: 'what a mutating webhook adds to a custom resource is pruned and validated',
    async run(t) {
      const ns = await t.ns(),
        c = await t.crd({
          schema: specSchema({ a: { type: 'string', maxLength: 3 }, d: { type: 'string', default: 'dflt' } }),
        });
      let value = { a: 'ok', ghost: 1 };
      await webhook(t, ns, 'Mutating', () => ({ patch: [{ op: 'add', path: '/spec', value }] }), {
        rules: [RULE(), { ...RULE(['widgets'], ['CREATE']), apiGroups: [c.group] }],
      });
      const r = await t.post(c.path(ns), cr(c, 'x', { spec: {} }));
      t.see('pruned and defaulted', { code: r.status, spec: r.json.spec });
      value = { a: 'toolong' };
      seeErr(t, 'invalid', await t.post(c.path(ns), cr(c, 'y', { spec: {} })));
    },
  },
  {
    name: 'a webhook configuration gets its defaults',
    async run(t) {
      for (const kind of ['Validating', 'Mutating']) {
        const r = await t.post(`${ADM}/${kind.toLowerCase()}webhookconfigurations?dryRun=All`, {
          apiVersion: 'admissionregistration.k8s.io/v1',
          kind: `${kind}WebhookConfiguration`,
          metadata: { name: `probe-${t.id}` },
          webhooks: [
            {
              name: 'a.probe.example.com',
              clientConfig: { service: { namespace: 'x', name: 'y' } },
              rules: [{ apiGroups: [''], apiVersions: ['v1'], resources: ['pods'], operations: ['CREATE'] }],
              sideEffects: 'None',
              admissionReviewVersions: ['v1'],
            },
          ],
        });
        t.see(kind, { code: r.status, webhooks: r.json.webhooks });
      }
    },
  },
  invalidHook('a webhook name that is not fully qualified is invalid', (h) => {
    h.name = 'short';
  }),
  invalidHook('a webhook with only unknown admissionReviewVersions is invalid', (h) => {
    h.admissionReviewVersions = ['v9'];
  }),
  invalidHook('a webhook without clientConfig is invalid', (h) => {
    h.clientConfig = {};
  }),
  invalidHook('a webhook with an http url, a query or a user is invalid', (h, b) => {
    h.clientConfig = { url: 'http://127.0.0.1/' };
    b.webhooks.push(
      { ...h, name: 'b.probe.example.com', clientConfig: { url: 'https://127.0.0.1/?x=y' } },
      { ...h, name: 'c.probe.example.com', clientConfig: { url: 'https://u:p@127.0.0.1/' } },
    );
  }),
  invalidHook('a webhook timeout beyond 1 to 30 seconds is invalid', (h, b) => {
    h.timeoutSeconds = 31;
    b.webhooks.push({ ...h, name: 'b.probe.example.com', timeoutSeconds: -1 });
  }),
  invalidHook('unknown policies of a webhook are invalid', (h) => {
    h.failurePolicy = 'Panic';
    h.matchPolicy = 'Roughly';
  }),
  invalidHook(
    'an unknown reinvocationPolicy is invalid',
    (h) => {
      h.reinvocationPolicy = 'Often';
    },
    'Mutating',
  ),
  // ---- ValidatingAdmissionPolicy
  {
    name: 'a policy whose expression is false denies with 422 and its message',
    async run(t) {
      const ns = await t.ns();
      await policy(t, ns, {
        validations: [
          { expression: "!has(object.data) || object.data.?a.orValue('') != 'bad'", message: 'a must not be bad' },
        ],
      });
      const r = await t.post(CMS(ns), cm('x', { data: { a: 'bad' } }));
      t.see('bad', {
        code: r.status,
        reason: r.json.reason,
        status: r.json.status,
        kind: r.json.details?.kind,
        name: r.json.details?.name,
        says: says(r, 'a must not be bad'),
        policy: says(r, `probe-${t.id}`),
      });
      t.see('good', await code(t.post(CMS(ns), cm('x', { data: { a: 'good' } }))));
      t.see('update', await code(t.patch(`${CMS(ns)}/x`, { data: { a: 'bad' } }, MERGE)));
    },
  },
  {
    name: 'namespaceObject shows the namespace',
    async run(t) {
      const ns = await t.ns();
      await t.patch(`/api/v1/namespaces/${ns}`, { metadata: { labels: { env: 'test' } } }, MERGE);
      await policy(t, ns, {
        validations: [
          {
            expression: "object.metadata.name != 'x'",
            messageExpression:
              "'in ' + namespaceObject.metadata.name + ' of ' + namespaceObject.metadata.labels['env']",
          },
        ],
      });
      await need(t, 'label in use', async () => says(await t.post(CMS(ns), cm('x')), `in ${ns} of test`));
      t.see('says', says(await t.post(CMS(ns), cm('x')), `in ${ns} of test`));
    },
  },
  {
    name: 'matchConditions of a policy choose requests',
    async run(t) {
      const ns = await t.ns();
      await policy(t, ns, {
        matchConditions: [
          {
            name: 'only-strict',
            expression:
              "object.metadata.name == 'marker-deny' || object.metadata.?labels.?strict.orValue('no') == 'yes'",
          },
        ],
        validations: [
          { expression: "object.metadata.name == 'marker-deny' || has(object.data)", message: 'data please' },
        ],
      });
      t.see('strict', await code(t.post(CMS(ns), cm('a', { metadata: { labels: { strict: 'yes' } } }))));
      t.see('lenient', await code(t.post(CMS(ns), cm('b'))));
    },
  },
  {
    name: 'validationActions Warn warns and lets pass, Audit is silent',
    async run(t) {
      const ns = await t.ns();
      await policy(
        t,
        ns,
        { validations: [{ expression: "object.metadata.name != 'w'", message: 'think twice' }] },
        { validationActions: ['Warn'] },
        { suffix: '-w' },
      );
      const r = await t.post(CMS(ns), cm('w'));
      t.see('warn', [r.status, warnings(r).map((w) => [w.code, w.text.includes('think twice')])]);
      await policy(
        t,
        ns,
        { validations: [{ expression: "object.metadata.name != 'a'", message: 'recorded' }] },
        { validationActions: ['Audit'] },
        { suffix: '-a', wait: false },
      );
      await policy(t, ns, {}, {}, { suffix: '-z' });
      const a = await t.post(CMS(ns), cm('a'));
      t.see('audit', [a.status, warnings(a).filter((w) => w.text.includes('recorded')).length]);
    },
  },
  {
    name: 'a policy without binding has no effect',
    async run(t) {
      const ns = await t.ns();
      await make(
        t,
        `${ADM}/validatingadmissionpolicies`,
        policyBody(t, { validations: [{ expression: "object.metadata.name != 'x'" }] }, '-unbound'),
      );
      await policy(t, ns, {});
      t.see('create', await code(t.post(CMS(ns), cm('x'))));
    },
  },
  {
    name: 'a changed policy takes effect',
    async run(t) {
      const ns = await t.ns();
      const p = await policy(t, ns, { validations: [{ expression: "object.metadata.name != 'x'", message: 'one' }] });
      await update(t, p.policy, (o) => {
        o.spec.validations = [{ expression: "object.metadata.name != 'y'", message: 'two' }];
      });
      await need(t, 'changed', async () => (await code(t.post(`${CMS(ns)}?dryRun=All`, cm('y')))) === 422);
      t.see('y', says(await t.post(CMS(ns), cm('y')), 'two'));
      t.see('x', await code(t.post(CMS(ns), cm('x'))));
    },
  },
  // parameters are custom resources of the case's own group: the server's watch of a built-in kind does not survive the policies of an earlier case
  {
    name: 'parameters come from a named custom resource and their changes count',
    async run(t) {
      const ns = await t.ns(),
        c = await params(t);
      await t.post(c.path(ns), cr(c, 'params', { spec: { max: 2 } }));
      await policy(
        t,
        ns,
        {
          paramKind: c.paramKind,
          validations: [
            {
              expression: '!has(object.data) || object.data.size() <= params.spec.max',
              messageExpression: "'at most ' + string(params.spec.max)",
            },
          ],
        },
        { paramRef: { name: 'params', namespace: ns, parameterNotFoundAction: 'Deny' } },
      );
      await found(t, ns);
      t.see('two', await code(t.post(CMS(ns), cm('a', TWO))));
      const r = await t.post(CMS(ns), cm('b', THREE));
      t.see('three', [r.status, says(r, 'at most 2')]);
      await t.patch(`${c.path(ns)}/params`, { spec: { max: 3 } }, MERGE);
      await need(
        t,
        'changed parameter',
        async () => (await code(t.post(`${CMS(ns)}?dryRun=All`, cm('b', THREE)))) === 201,
      );
      t.see('after change', await code(t.post(CMS(ns), cm('b', THREE))));
    },
  },
  {
    name: 'parameters may be objects of a built-in kind',
    async run(t) {
      const ns = await t.ns();
      await t.post(`/api/v1/namespaces/${ns}/serviceaccounts`, {
        apiVersion: 'v1',
        kind: 'ServiceAccount',
        metadata: { name: 'params', annotations: { max: '2' } },
      });
      await policy(
        t,
        ns,
        {
          paramKind: { apiVersion: 'v1', kind: 'ServiceAccount' },
          validations: [
            {
              expression: "!has(object.data) || object.data.size() <= int(params.metadata.annotations['max'])",
              messageExpression: "'at most ' + params.metadata.annotations['max']",
            },
          ],
        },
        { paramRef: { name: 'params', namespace: ns, parameterNotFoundAction: 'Deny' } },
      );
      await found(t, ns);
      t.see('two', await code(t.post(CMS(ns), cm('a', TWO))));
      const r = await t.post(CMS(ns), cm('b', THREE));
      t.see('three', [r.status, says(r, 'at most 2')]);
    },
  },
  {
    name: 'a cluster scoped parameter needs no namespace',
    async run(t) {
      const ns = await t.ns(),
        c = await params(t, 'Cluster');
      await t.post(c.path(), cr(c, 'params', { spec: { max: 2 } }));
      await policy(
        t,
        ns,
        {
          paramKind: c.paramKind,
          validations: [{ expression: '!has(object.data) || object.data.size() <= params.spec.max' }],
        },
        { paramRef: { name: 'params', parameterNotFoundAction: 'Deny' } },
      );
      await found(t, ns);
      t.see('two', await code(t.post(CMS(ns), cm('a', TWO))));
      t.see('three', await code(t.post(CMS(ns), cm('b', THREE))));
    },
  },
  {
    name: 'matchConstraints choose operations, names, selectors and exclude rules',
    async run(t) {
      const ns = await t.ns();
      await policy(t, ns, {
        matchConstraints: {
          resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'], operations: ['CREATE'] }],
          excludeResourceRules: [
            {
              apiGroups: [''],
              apiVersions: ['v1'],
              resources: ['configmaps'],
              operations: ['*'],
              resourceNames: ['exempt'],
            },
          ],
          objectSelector: { matchExpressions: [{ key: 'skip', operator: 'DoesNotExist' }] },
        },
        validations: [{ expression: 'false', message: 'no' }],
      });
      t.see('matched', await code(t.post(CMS(ns), cm('a'))));
      t.see('excluded name', await code(t.post(CMS(ns), cm('exempt'))));
      t.see('excluded by label', await code(t.post(CMS(ns), cm('b', { metadata: { labels: { skip: 'me' } } }))));
      t.see('other operation', await code(t.patch(`${CMS(ns)}/b`, { data: { x: 'y' } }, MERGE)));
      t.see(
        'other resource',
        await code(
          t.post(`/api/v1/namespaces/${ns}/secrets`, { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' } }),
        ),
      );
    },
  },
  {
    name: 'a binding narrows its policy',
    async run(t) {
      const ns = await t.ns(),
        other = await t.ns();
      await policy(
        t,
        ns,
        { validations: [{ expression: 'false' }] },
        {
          matchResources: {
            namespaceSelector: only(ns),
            resourceRules: [
              {
                apiGroups: [''],
                apiVersions: ['v1'],
                resources: ['configmaps'],
                operations: ['CREATE'],
                resourceNames: ['bad', 'marker-deny'],
              },
            ],
          },
        },
      );
      t.see('named', await code(t.post(CMS(ns), cm('bad'))));
      t.see('other name', await code(t.post(CMS(ns), cm('good'))));
      t.see('other namespace', await code(t.post(CMS(other), cm('bad'))));
    },
  },
  {
    name: 'a policy sees what mutating webhooks made',
    async run(t) {
      const ns = await t.ns();
      await webhook(
        t,
        ns,
        'Mutating',
        () => ({ patch: [{ op: 'add', path: '/metadata/labels', value: { owner: 'webhook' } }] }),
        { matchConditions: [{ name: 'm', expression: "object.metadata.name == 'auto'" }] },
      );
      await policy(t, ns, {
        validations: [
          {
            expression: "object.metadata.?labels.?owner.hasValue() || object.metadata.name == 'marker-deny'",
            message: 'owner label missing',
          },
        ],
      });
      t.see('added by webhook', await code(t.post(CMS(ns), cm('auto'))));
      t.see('missing', await code(t.post(CMS(ns), cm('hand'))));
    },
  },
  {
    name: 'a policy gets its defaults',
    async run(t) {
      const p = await t.post(`${ADM}/validatingadmissionpolicies?dryRun=All`, policyBody(t, { validations: OK }));
      t.see('policy', { code: p.status, spec: p.json.spec });
      const b = await t.post(`${ADM}/validatingadmissionpolicybindings?dryRun=All`, bindingBody(t, 'x'));
      t.see('binding', { code: b.status, spec: { ...b.json.spec, policyName: undefined } });
    },
  },
  invalidPolicy('a policy without validations is invalid', { validations: [] }),
  invalidPolicy('a policy without matchConstraints is invalid', { matchConstraints: undefined, validations: OK }),
  invalidPolicy('a policy expression that does not compile is invalid', {
    validations: [{ expression: 'object.' }, { expression: 'nope == 1' }, { expression: '"text"' }],
  }),
  invalidPolicy('a policy with a bad messageExpression, message or reason is invalid', {
    validations: [
      { expression: 'true', messageExpression: '1 + 1' },
      { expression: 'true', message: 'two\nlines' },
      { expression: 'true', reason: 'BadMood' },
    ],
  }),
  invalidPolicy('policy matchConditions without name, twice or not compiling are invalid', {
    validations: OK,
    matchConditions: [
      { name: '', expression: 'true' },
      { name: 'a', expression: 'true' },
      { name: 'a', expression: 'true' },
      { name: 'b', expression: 'nope(' },
    ],
  }),
  // ---- MutatingAdmissionPolicy
  {
    name: 'a mutating policy merges an ApplyConfiguration',
    async run(t) {
      const ns = await t.ns();
      await mutator(t, ns, {
        mutations: [
          {
            patchType: 'ApplyConfiguration',
            applyConfiguration: {
              expression:
                'Object{metadata: Object.metadata{labels: {"by": "policy", "who": request.userInfo.username}}, data: {"added": "yes"}}',
            },
          },
        ],
      });
      const r = await t.post(CMS(ns), cm('a', { metadata: { labels: { own: '1' } }, data: { k: 'v' } }));
      t.see('created', { code: r.status, labels: r.json.metadata.labels, data: r.json.data });
    },
  },
  {
    name: 'a mutating policy applies a JSON patch',
    async run(t) {
      const ns = await t.ns();
      await mutator(t, ns, {
        mutations: [
          {
            patchType: 'JSONPatch',
            jsonPatch: {
              expression:
                'has(object.metadata.labels) ? [JSONPatch{op: "add", path: "/metadata/labels/" + jsonpatch.escapeKey("example.com/x"), value: "y"}, JSONPatch{op: "test", path: "/metadata/labels/own", value: "1"}, JSONPatch{op: "remove", path: "/metadata/labels/own"}] : []',
            },
          },
        ],
      });
      const r = await t.post(CMS(ns), cm('a', { metadata: { labels: { own: '1' } } }));
      t.see('created', { code: r.status, labels: r.json.metadata.labels });
      t.see('without labels', (await t.post(CMS(ns), cm('b'))).json.metadata.labels);
    },
  },
  {
    name: 'mutations of one policy follow each other',
    async run(t) {
      const ns = await t.ns();
      await mutator(t, ns, {
        mutations: [
          { patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{data: {"a": "1"}}' } },
          {
            patchType: 'ApplyConfiguration',
            applyConfiguration: { expression: 'Object{data: {"b": object.data.a + "2"}}' },
          },
        ],
      });
      t.see('data', (await t.post(CMS(ns), cm('x'))).json.data);
    },
  },
  {
    name: 'a mutating policy changes updates and custom resources',
    async run(t) {
      const ns = await t.ns(),
        c = await t.crd({ schema: specSchema({ a: { type: 'string' }, b: { type: 'string' } }) });
      await mutator(t, ns, {
        matchConstraints: {
          resourceRules: [
            {
              apiGroups: ['', c.group],
              apiVersions: ['v1'],
              resources: ['configmaps', 'widgets'],
              operations: ['CREATE', 'UPDATE'],
            },
          ],
        },
        mutations: [
          {
            patchType: 'JSONPatch',
            jsonPatch: {
              expression:
                "object.kind == 'Widget' ? [JSONPatch{op: 'add', path: '/spec/b', value: request.operation}] : []",
            },
          },
        ],
      });
      const r = await need(t, 'covers widgets', async () => {
        const r = await t.post(`${c.path(ns)}?dryRun=All`, cr(c, 'x', { spec: { a: '1' } }));
        return r.json.spec?.b && r;
      });
      t.see('create', r.json.spec);
      await t.post(c.path(ns), cr(c, 'x', { spec: { a: '1' } }));
      t.see('update', (await t.patch(`${c.path(ns)}/x`, { spec: { a: '2' } }, MERGE)).json.spec);
    },
  },
  {
    name: 'a validating policy sees what a mutating policy made',
    async run(t) {
      const ns = await t.ns();
      await mutator(t, ns, {
        mutations: [
          {
            patchType: 'ApplyConfiguration',
            applyConfiguration: {
              expression:
                'object.metadata.name.startsWith("auto") ? Object{metadata: Object.metadata{labels: {"owner": "policy"}}} : Object{}',
            },
          },
        ],
      });
      await policy(t, ns, {
        validations: [
          {
            expression: "object.metadata.?labels.?owner.hasValue() || object.metadata.name == 'marker'",
            message: 'owner missing',
          },
        ],
      });
      t.see('auto', await code(t.post(CMS(ns), cm('auto'))));
      t.see('hand', await code(t.post(CMS(ns), cm('hand'))));
    },
  },
  {
    name: 'reinvocationPolicy IfNeeded runs a mutating policy again',
    async run(t) {
      const ns = await t.ns();
      const a = {
          patchType: 'ApplyConfiguration',
          applyConfiguration: {
            expression:
              'has(object.metadata.labels) && "late" in object.metadata.labels ? Object{metadata: Object.metadata{labels: {"seen": "yes"}}} : Object{}',
          },
        },
        b = {
          patchType: 'ApplyConfiguration',
          applyConfiguration: { expression: 'Object{metadata: Object.metadata{labels: {"late": "yes"}}}' },
        };
      await mutator(t, ns, { reinvocationPolicy: 'IfNeeded', mutations: [a] }, {}, { suffix: '-a' });
      await mutator(t, ns, { mutations: [b] }, {}, { suffix: '-b' });
      t.see('labels', (await t.post(CMS(ns), cm('x'))).json.metadata.labels);
    },
  },
  invalidMutator('a mutation of an unknown patchType or without its expression is invalid', {
    mutations: [
      { patchType: 'Magic' },
      { patchType: 'JSONPatch' },
      { patchType: 'ApplyConfiguration', applyConfiguration: { expression: '' } },
    ],
  }),
  {
    name: 'a mutating policy gets its defaults',
    async run(t) {
      const p = await t.post(
        `${ADM}/mutatingadmissionpolicies?dryRun=All`,
        policyBody(
          t,
          {
            reinvocationPolicy: 'Never',
            mutations: [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{}' } }],
          },
          '',
          'MutatingAdmissionPolicy',
        ),
      );
      t.see('policy', { code: p.status, spec: p.json.spec });
    },
  },
]);
