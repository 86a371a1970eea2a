import { MERGE } from '../../support/case-helpers.mjs';
import { at, podSpace, space } from '../../support/objects.mjs';
import { C, CSR_PEM, clear, full, NET, o, pod, RBAC, refusal, STORAGE } from './helpers.mjs';

/** RBAC rules as sets. */
const asRules = (l) =>
  (l ?? [])
    .map((r) =>
      Object.fromEntries(
        Object.entries(r)
          .map(([k, v]) => [k, [...v].sort()])
          .sort(),
      ),
    )
    .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

export const cases = [
  // ---- admission of built-in policies
  {
    name: 'a limit range bounds volume claims',
    async run(t) {
      const ns = await space(t, 'limitranges', 'persistentvolumeclaims');
      await t.post(
        at(ns, 'limitranges'),
        o('v1', 'LimitRange', {
          spec: { limits: [{ type: 'PersistentVolumeClaim', max: { storage: '5Gi' }, min: { storage: '1Gi' } }] },
        }),
      );
      const pvc = (s) =>
        t.post(
          `${at(ns, 'persistentvolumeclaims')}?dryRun=All`,
          o('v1', 'PersistentVolumeClaim', {
            spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: s } } },
          }),
        );
      await t.eventually(async () => (await pvc('10Gi')).status === 403);
      t.seeStatus('too large', await pvc('10Gi'));
      t.see('fits', (await pvc('2Gi')).status);
    },
  },
  {
    name: 'a quota on compute needs requests on pods',
    async run(t) {
      const ns = await podSpace(t, 'resourcequotas');
      await t.post(at(ns, 'resourcequotas'), o('v1', 'ResourceQuota', { spec: { hard: { 'requests.cpu': '1' } } }));
      await t.patch(
        `${at(ns, 'resourcequotas', 'a')}/status`,
        { status: { hard: { 'requests.cpu': '1' }, used: { 'requests.cpu': '0' } } },
        MERGE,
      );
      await t.eventually(async () => (await t.post(`${at(ns, 'pods')}?dryRun=All`, pod())).status === 403);
      t.seeStatus('no request', await t.post(`${at(ns, 'pods')}?dryRun=All`, pod()));
      t.seeStatus(
        'too much',
        await t.post(
          `${at(ns, 'pods')}?dryRun=All`,
          pod({ containers: [{ ...C, resources: { requests: { cpu: '2' } } }] }),
        ),
      );
      t.see(
        'fits',
        (
          await t.post(
            `${at(ns, 'pods')}?dryRun=All`,
            pod({ containers: [{ ...C, resources: { requests: { cpu: '500m' } } }] }),
          )
        ).status,
      );
    },
  },
  {
    name: 'bad pod security labels are refused',
    async run(t) {
      const ns = await space(t);
      t.see(
        'level',
        refusal(
          await t.patch(
            `/api/v1/namespaces/${ns}?dryRun=All`,
            { metadata: { labels: { 'pod-security.kubernetes.io/enforce': 'nope' } } },
            MERGE,
          ),
        ),
      );
      t.see(
        'version',
        refusal(
          await t.patch(
            `/api/v1/namespaces/${ns}?dryRun=All`,
            { metadata: { labels: { 'pod-security.kubernetes.io/enforce-version': 'x' } } },
            MERGE,
          ),
        ),
      );
    },
  },
  {
    name: 'the default storage class is given to volume claims',
    async run(t) {
      const ns = await space(t, 'persistentvolumeclaims'),
        SC = `${STORAGE}storageclasses`,
        n = `${t.id}-sc`;
      clear(t, SC, n);
      await t.post(at('', SC), {
        apiVersion: 'storage.k8s.io/v1',
        kind: 'StorageClass',
        metadata: { name: n, annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
        provisioner: 'example.com/p',
      });
      const pvc = (more) =>
        t.post(
          `${at(ns, 'persistentvolumeclaims')}?dryRun=All`,
          o('v1', 'PersistentVolumeClaim', {
            spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...more },
          }),
        );
      const r = await t.eventually(async () => {
        const x = await pvc({});
        return x.json?.spec?.storageClassName === n ? x : undefined;
      });
      t.see('default', r?.json?.spec?.storageClassName ?? null);
      t.see('explicit none', (await pvc({ storageClassName: '' })).json?.spec?.storageClassName);
    },
  },
  {
    name: 'the default ingress class is given to ingresses',
    async run(t) {
      const ns = await space(t, `${NET}ingresses`),
        IC = `${NET}ingressclasses`,
        n = `${t.id}-ic`;
      clear(t, IC, n);
      await t.post(at('', IC), {
        apiVersion: 'networking.k8s.io/v1',
        kind: 'IngressClass',
        metadata: { name: n, annotations: { 'ingressclass.kubernetes.io/is-default-class': 'true' } },
        spec: { controller: 'example.com/c' },
      });
      const r = await t.eventually(async () => {
        const x = await t.post(
          `${at(ns, `${NET}ingresses`)}?dryRun=All`,
          o('networking.k8s.io/v1', 'Ingress', {
            spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } } },
          }),
        );
        return x.json?.spec?.ingressClassName === n ? x : undefined;
      });
      t.see('class', r?.json?.spec?.ingressClassName ?? null);
    },
  },
  // ---- updates that are refused
  // ---- several views of one object
  {
    name: 'an autoscaler of v2 read as v1',
    async run(t) {
      const H = (v) => `apis/autoscaling/${v}/horizontalpodautoscalers`;
      const ns = await space(t, H('v2'));
      await t.post(
        at(ns, H('v2')),
        o('autoscaling/v2', 'HorizontalPodAutoscaler', {
          spec: {
            scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' },
            maxReplicas: 4,
            metrics: [
              { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } } },
            ],
          },
        }),
      );
      full(t, 'v1', await t.get(at(ns, H('v1'), 'a')));
    },
  },
  {
    name: 'an autoscaler of v1 read as v2',
    async run(t) {
      const H = (v) => `apis/autoscaling/${v}/horizontalpodautoscalers`;
      const ns = await space(t, H('v2'));
      await t.post(
        at(ns, H('v1')),
        o('autoscaling/v1', 'HorizontalPodAutoscaler', {
          spec: {
            scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' },
            minReplicas: 2,
            maxReplicas: 4,
            targetCPUUtilizationPercentage: 60,
          },
        }),
      );
      full(t, 'v2', await t.get(at(ns, H('v2'), 'a')));
    },
  },
  // ---- certificates
  {
    name: 'the spec of a certificate request does not change',
    async run(t) {
      const R = 'apis/certificates.k8s.io/v1/certificatesigningrequests',
        n = `${t.id}-x`,
        p = at('', R, n);
      clear(t, R, n);
      await t.post(at('', R), {
        apiVersion: 'certificates.k8s.io/v1',
        kind: 'CertificateSigningRequest',
        metadata: { name: n },
        spec: { request: CSR_PEM, signerName: 'example.com/s', usages: ['client auth'] },
      });
      const r = await t.patch(p, { spec: { username: 'other', usages: ['server auth'] } }, MERGE);
      t.see('kept', [r.status, r.json?.spec?.username !== 'other', r.json?.spec?.usages]);
    },
  },
  // ---- what the server makes at its start
  {
    name: 'the system namespaces exist',
    async run(t) {
      const r = await t.get('/api/v1/namespaces');
      t.see(
        'names',
        r.json?.items?.map((i) => i.metadata.name).filter((n) => n === 'default' || n.startsWith('kube-')),
      );
      t.see('default', (await t.get('/api/v1/namespaces/default')).json);
    },
  },
  {
    name: 'the configuration of request header authentication is published',
    async run(t) {
      const r = await t.get('/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication');
      t.see('keys', [r.status, Object.keys(r.json?.data ?? {}).sort()]);
      t.see(
        'values',
        [
          'requestheader-username-headers',
          'requestheader-group-headers',
          'requestheader-extra-headers-prefix',
          'requestheader-allowed-names',
        ].map((k) => {
          try {
            return JSON.parse(r.json.data[k]);
          } catch {
            return null;
          }
        }),
      );
    },
  },
  {
    name: 'the default roles and bindings of the system namespaces exist',
    async run(t) {
      for (const ns of ['kube-system', 'kube-public']) {
        const r = await t.get(at(ns, `${RBAC}roles`));
        t.see(
          `${ns} roles`,
          r.json?.items
            ?.filter((i) => i.metadata.labels?.['kubernetes.io/bootstrapping'])
            .map((i) => [i.metadata.name, asRules(i.rules)]),
        );
        const b = await t.get(at(ns, `${RBAC}rolebindings`));
        t.see(
          `${ns} bindings`,
          b.json?.items
            ?.filter((i) => i.metadata.labels?.['kubernetes.io/bootstrapping'])
            .map((i) => [
              i.metadata.name,
              i.roleRef.name,
              (i.subjects ?? []).map((s) => [s.kind, s.namespace ?? '', s.name]),
            ]),
        );
      }
    },
  },
  ...[
    'cluster-admin',
    'admin',
    'edit',
    'system:basic-user',
    'system:discovery',
    'system:public-info-viewer',
    'system:auth-delegator',
    'system:kube-scheduler',
    'system:monitoring',
    'system:controller:deployment-controller',
    'system:controller:generic-garbage-collector',
  ].map((n) => ({
    name: `default cluster role ${n}`,
    async run(t) {
      const r = await t.get(at('', `${RBAC}clusterroles`, encodeURIComponent(n)));
      t.see('role', {
        code: r.status,
        labels: r.json?.metadata?.labels,
        annotations: r.json?.metadata?.annotations,
        aggregationRule: r.json?.aggregationRule,
        rules: ['admin', 'edit', 'view'].includes(n) ? '(aggregated by a controller)' : asRules(r.json?.rules),
      });
    },
  })),
  {
    name: 'the default priority levels exist',
    async run(t) {
      const r = await t.get('/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations');
      t.see(
        'levels',
        r.json?.items?.filter((i) => !/^p\d+x\d+/.test(i.metadata.name)).map((i) => [i.metadata.name, i.spec]),
      );
    },
  },
];
