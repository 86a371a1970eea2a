import { CMS, cm, make } from '../../support/admission.mjs';
import { MERGE, need, pick, seeError, update, warnings } from '../../support/case-helpers.mjs';
import { code, PODS, pod, podNs } from './helpers.mjs';

export const cases = [
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
      seeError(t, 'too high', await go({ value: 1000000001 }));
      seeError(t, 'system prefix', await go({}, 'system-mine'));
      seeError(t, 'policy', await go({ preemptionPolicy: 'Sometimes' }));
      const n = `pc-${t.id}`;
      await make(t, '/apis/scheduling.k8s.io/v1/priorityclasses', {
        apiVersion: 'scheduling.k8s.io/v1',
        kind: 'PriorityClass',
        metadata: { name: n },
        value: 1,
      });
      seeError(
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
      seeError(t, 'create', r);
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
];
