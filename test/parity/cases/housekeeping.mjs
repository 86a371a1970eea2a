// Housekeeping: what controllers make of namespaces, owners, quotas, tokens and certificates, beside kube-controller-manager v1.36.
import { execFileSync } from 'node:child_process';

export const controllers = true;
export const parallel = 4;

const exact = { message: true, managedFields: true };
const configMaps = (namespace) => `/api/v1/namespaces/${namespace}/configmaps`;
const encoded = (text) => Buffer.from(text).toString('base64');

async function create(t, path, object) {
  const { status, json, text } = await t.post(path, object);
  if (status >= 300) throw new Error(`create ${path}: ${status} ${text?.slice(0, 300)}`);
  return json;
}

/** Waits until the predicate holds for the object, and returns it. */
async function once(t, path, isReached, milliseconds = 60_000) {
  let found;
  const isDone = await t.eventually(async () => {
    const { status, json } = await t.get(path);
    found = json;
    return status === 200 && isReached(json);
  }, milliseconds);
  if (!isDone) throw new Error(`${path} is not as expected: ${JSON.stringify(found).slice(0, 1000)}`);
  return found;
}

async function gone(t, path, milliseconds = 60_000) {
  const isGone = await t.eventually(async () => (await t.get(path)).status === 404, milliseconds);
  if (!isGone) throw new Error(`${path} is still there`);
}

const configMap = (name, owners = [], more = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    name,
    ownerReferences: owners.map(({ apiVersion, kind, metadata }) => ({
      apiVersion,
      kind,
      name: metadata.name,
      uid: metadata.uid,
      ...more,
    })),
  },
});

/** A namespace that has what every namespace gets. */
async function settled(t) {
  const namespace = await t.ns();
  await once(t, `/api/v1/namespaces/${namespace}/serviceaccounts/default`, () => true);
  await once(t, `${configMaps(namespace)}/kube-root-ca.crt`, () => true);
  return namespace;
}

/** Without what differs between runs; managers in the order of their names, because times are in whole seconds. */
const masked = (object, namespace) => {
  object.metadata?.managedFields?.sort((one, other) => (one.manager < other.manager ? -1 : 1));
  const text = JSON.stringify(object).replaceAll(namespace, '<ns>');
  return JSON.parse(text.replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uid>'));
};

export const cases = [
  {
    name: 'a new namespace gets a service account and the root certificates',
    async run(t) {
      const namespace = await settled(t);
      const account = (await t.get(`/api/v1/namespaces/${namespace}/serviceaccounts/default`)).json;
      const map = (await t.get(`${configMaps(namespace)}/kube-root-ca.crt`)).json;
      t.see('account', masked(account, namespace), exact);
      t.see('certificates', masked({ ...map, data: Object.keys(map.data) }, namespace), exact);
      await t.del(`/api/v1/namespaces/${namespace}/serviceaccounts/default`);
      await t.patch(
        `${configMaps(namespace)}/kube-root-ca.crt`,
        { data: { 'ca.crt': 'x', more: 'y' } },
        'application/merge-patch+json',
      );
      await once(
        t,
        `/api/v1/namespaces/${namespace}/serviceaccounts/default`,
        ({ metadata }) => metadata.uid !== account.metadata.uid,
      );
      const restored = await once(t, `${configMaps(namespace)}/kube-root-ca.crt`, ({ data }) => data['ca.crt'] !== 'x');
      t.see('restored', masked({ ...restored, data: Object.keys(restored.data) }, namespace), exact);
    },
  },
  {
    name: 'a namespace waits for finalizers, says so, and goes',
    async run(t) {
      const namespace = await settled(t);
      const kept = { ...configMap('kept'), metadata: { name: 'kept', finalizers: ['example.com/keep'] } };
      await create(t, configMaps(namespace), kept);
      await create(t, configMaps(namespace), configMap('plain'));
      await t.del(`/api/v1/namespaces/${namespace}`);
      const waiting = await once(t, `/api/v1/namespaces/${namespace}`, ({ status }) =>
        status.conditions?.some(({ type, status: is }) => type === 'NamespaceFinalizersRemaining' && is === 'True'),
      );
      t.see('waiting', masked(waiting, namespace), exact);
      t.see(
        'left',
        (await t.get(configMaps(namespace))).json.items.map(({ metadata }) => metadata.name),
      );
      await t.patch(
        `${configMaps(namespace)}/kept`,
        { metadata: { finalizers: null } },
        'application/merge-patch+json',
      );
      await gone(t, `/api/v1/namespaces/${namespace}`);
    },
  },
  {
    name: 'dependents go in the background, in the foreground, or stay as orphans',
    async run(t) {
      const namespace = await settled(t);
      const path = configMaps(namespace);
      const names = async () => (await t.get(path)).json.items.map(({ metadata }) => metadata.name);
      for (const propagationPolicy of ['Background', 'Foreground', 'Orphan']) {
        const owner = await create(t, path, configMap('owner'));
        const child = await create(t, path, configMap('child', [owner], { blockOwnerDeletion: true }));
        await create(t, path, configMap('grandchild', [child]));
        await t.del(`${path}/owner`, { body: { propagationPolicy } });
        await gone(t, `${path}/owner`);
        if (propagationPolicy !== 'Orphan') await gone(t, `${path}/grandchild`);
        t.see(propagationPolicy, await names());
      }
      const orphan = await once(t, `${path}/child`, ({ metadata }) => !metadata.ownerReferences);
      t.see('orphan', masked(orphan, namespace), exact);
    },
  },
  {
    name: 'an object with two owners loses the one that is gone',
    async run(t) {
      const namespace = await settled(t);
      const path = configMaps(namespace);
      const [one, two] = [await create(t, path, configMap('one')), await create(t, path, configMap('two'))];
      await create(t, path, configMap('child', [one, two]));
      await t.del(`${path}/one`);
      const left = await once(t, `${path}/child`, ({ metadata }) => metadata.ownerReferences?.length === 1);
      t.see('left', masked(left, namespace), exact);
    },
  },
  {
    name: 'owners that are absent, or in another namespace, do not keep an object',
    async run(t) {
      const namespace = await settled(t);
      const path = configMaps(namespace);
      const absent = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'absent', uid: `absent-${t.id}` } };
      await create(t, path, configMap('child', [absent]));
      await gone(t, `${path}/child`);
      const elsewhere = await settled(t);
      const owner = await create(t, configMaps(elsewhere), configMap('owner'));
      await create(t, configMaps(elsewhere), configMap('own', [owner]));
      await create(t, path, configMap('stray', [owner]));
      await gone(t, `${path}/stray`);
      await t.eventually(
        async () => (await t.get(`/api/v1/namespaces/${namespace}/events`)).json.items.length > 0,
        20_000,
      );
      const { items } = (await t.get(`/api/v1/namespaces/${namespace}/events`)).json;
      const events = items.map(({ type, reason, message, source, involvedObject }) => ({
        type,
        reason,
        message,
        source,
        kind: involvedObject.kind,
      }));
      t.see('events', masked(events[0], namespace), exact);
      t.see('own', (await t.get(`${configMaps(elsewhere)}/own`)).status);
    },
  },
  {
    name: 'custom resources own, and are owned',
    timeout: 120_000,
    async run(t) {
      const namespace = await settled(t);
      const crd = await t.crd();
      const widgets = crd.path(namespace);
      const owner = await create(t, widgets, {
        apiVersion: crd.apiVersion,
        kind: crd.kind,
        metadata: { name: 'owner' },
      });
      await create(t, configMaps(namespace), configMap('child', [owner]));
      const parent = await create(t, configMaps(namespace), configMap('parent'));
      const { metadata } = configMap('owned', [parent]);
      await create(t, widgets, { apiVersion: crd.apiVersion, kind: crd.kind, metadata });
      await t.del(`${widgets}/owner`, { body: { propagationPolicy: 'Foreground' } });
      await gone(t, `${configMaps(namespace)}/child`, 100_000);
      await gone(t, `${widgets}/owner`);
      await t.del(`${configMaps(namespace)}/parent`);
      await gone(t, `${widgets}/owned`, 100_000);
    },
  },
  {
    name: 'a quota counts, is charged, and gets back what is gone',
    async run(t) {
      const namespace = await settled(t);
      const quota = `/api/v1/namespaces/${namespace}/resourcequotas/all`;
      const hard = {
        'count/configmaps': '9',
        'count/deployments.apps': '2',
        'count/nothing.example.com': '1',
        secrets: '5',
        services: '3',
        'services.nodeports': '2',
        pods: '4',
        'requests.cpu': '2',
        'limits.memory': '1Gi',
        persistentvolumeclaims: '3',
        'requests.storage': '10Gi',
      };
      await create(t, configMaps(namespace), configMap('before'));
      await create(t, `/api/v1/namespaces/${namespace}/resourcequotas`, { metadata: { name: 'all' }, spec: { hard } });
      const begun = await once(t, quota, ({ status }) => status.used?.pods !== undefined);
      t.see('begun', masked(begun, namespace), exact);
      const resources = { requests: { cpu: '250m' }, limits: { cpu: '1', memory: '128Mi' } };
      const pod = (name) => ({ metadata: { name }, spec: { containers: [{ name: 'a', image: 'a', resources }] } });
      await create(t, `/api/v1/namespaces/${namespace}/pods`, pod('one'));
      await create(t, `/api/v1/namespaces/${namespace}/pods`, pod('two'));
      const service = { metadata: { name: 'web' }, spec: { type: 'NodePort', ports: [{ port: 80 }] } };
      await create(t, `/api/v1/namespaces/${namespace}/services`, service);
      const storage = {
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage: '2Gi' } },
        storageClassName: 'none',
      };
      await create(t, `/api/v1/namespaces/${namespace}/persistentvolumeclaims`, {
        metadata: { name: 'data' },
        spec: storage,
      });
      const charged = await once(t, quota, ({ status }) => status.used['requests.storage'] === '2Gi');
      t.see('charged', charged.status);
      await t.del(`${configMaps(namespace)}/before`);
      await t.del(`/api/v1/namespaces/${namespace}/pods/one`, { body: { gracePeriodSeconds: 0 } });
      await t.patch(
        `/api/v1/namespaces/${namespace}/pods/two/status`,
        { status: { phase: 'Succeeded' } },
        'application/merge-patch+json',
      );
      await t.patch(
        `/api/v1/namespaces/${namespace}/services/web`,
        { spec: { type: 'ClusterIP' } },
        'application/merge-patch+json',
      );
      const left = await once(
        t,
        quota,
        ({ status }) =>
          status.used.pods === '0' &&
          status.used['services.nodeports'] === '0' &&
          status.used['count/configmaps'] === '1',
      );
      t.see('left', left.status);
      await t.patch(quota, { spec: { hard: { pods: '7', secrets: null } } }, 'application/merge-patch+json');
      const changed = await once(t, quota, ({ status }) => status.hard.pods === '7');
      t.see('changed', changed.status);
    },
  },
  {
    name: 'quotas with scopes count some pods',
    async run(t) {
      const namespace = await settled(t);
      const path = `/api/v1/namespaces/${namespace}/resourcequotas`;
      const quotas = { besteffort: ['BestEffort'], notbesteffort: ['NotBestEffort'], terminating: ['Terminating'] };
      const resources = { requests: { cpu: '100m' } };
      const pod = (name, spec, more = {}) => ({
        metadata: { name },
        spec: { containers: [{ name: 'a', image: 'a', ...more }], ...spec },
      });
      await create(t, `/api/v1/namespaces/${namespace}/pods`, pod('best', {}));
      await create(t, `/api/v1/namespaces/${namespace}/pods`, pod('burst', {}, { resources }));
      await create(t, `/api/v1/namespaces/${namespace}/pods`, pod('short', { activeDeadlineSeconds: 3600 }));
      for (const [name, scopes] of Object.entries(quotas))
        await create(t, path, { metadata: { name }, spec: { hard: { pods: '5' }, scopes } });
      for (const name of Object.keys(quotas))
        t.see(name, (await once(t, `${path}/${name}`, ({ status }) => status.used)).status);
    },
  },
  {
    name: 'a token secret is filled, and goes with its account',
    async run(t) {
      const namespace = await settled(t);
      const secrets = `/api/v1/namespaces/${namespace}/secrets`;
      await create(t, `/api/v1/namespaces/${namespace}/serviceaccounts`, { metadata: { name: 'robot' } });
      const annotations = { 'kubernetes.io/service-account.name': 'robot' };
      await create(t, secrets, {
        metadata: { name: 'token', annotations },
        type: 'kubernetes.io/service-account-token',
      });
      const filled = await once(t, `${secrets}/token`, ({ data }) => data?.token);
      const token = Buffer.from(filled.data.token, 'base64').toString();
      const claims = JSON.parse(Buffer.from(token.split('.')[1], 'base64url'));
      t.see('filled', masked({ ...filled, data: Object.keys(filled.data).sort() }, namespace), exact);
      t.see('claims', masked(claims, namespace));
      await t.del(`/api/v1/namespaces/${namespace}/serviceaccounts/robot`);
      await gone(t, `${secrets}/token`);
      await create(t, secrets, {
        metadata: { name: 'lost', annotations },
        type: 'kubernetes.io/service-account-token',
      });
      await gone(t, `${secrets}/lost`);
    },
  },
  {
    name: 'certificate signing requests are approved and signed, or fail',
    async run(t) {
      const path = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
      const request = (subject) => {
        const args = ['req', '-new', '-newkey', 'rsa:2048', '-nodes', '-keyout', '/dev/null', '-subj', subject];
        return encoded(execFileSync('openssl', args, { stdio: ['ignore', 'pipe', 'ignore'] }).toString());
      };
      const add = async (name, subject, spec) => {
        const object = { metadata: { name: `${t.id}-${name}` }, spec: { request: request(subject), ...spec } };
        await create(t, path, object);
        t.cleanup(() => t.del(`${path}/${t.id}-${name}`));
        return `${path}/${t.id}-${name}`;
      };
      const shown = ({ spec, status }) => ({
        spec: { ...spec, request: '<request>' },
        status: { ...status, certificate: status.certificate && '<certificate>' },
      });
      const signerName = 'kubernetes.io/kube-apiserver-client-kubelet';
      const kubelet = await add('kubelet', '/O=system:nodes/CN=system:node:a', {
        signerName,
        usages: ['digital signature', 'client auth'],
      });
      const signed = await once(t, kubelet, ({ status }) => status.certificate);
      t.see('kubelet', shown(signed), { message: true });
      const text = execFileSync('openssl', ['x509', '-noout', '-text'], {
        input: Buffer.from(signed.status.certificate, 'base64'),
      }).toString();
      const lines = text.split('\n').map((line) => line.trim());
      const from = lines.findIndex((line) => line.startsWith('X509v3 extensions'));
      const extensions = lines.slice(
        from,
        lines.findIndex((line, index) => index > from && line.startsWith('Signature Algorithm')),
      );
      t.see('certificate', {
        subject: lines.find((line) => line.startsWith('Subject:')),
        extensions: extensions.map((line) => line.replace(/^([0-9A-F]{2}:)+[0-9A-F]{2}$/, '<key>')),
      });
      const approve = async (at) => {
        const found = (await t.get(at)).json;
        const conditions = [{ type: 'Approved', status: 'True', reason: 'Test', message: 'by hand' }];
        await t.put(`${at}/approval`, { ...found, status: { ...found.status, conditions } });
      };
      const user = await add('user', '/O=developers/CN=jane', {
        signerName: 'kubernetes.io/kube-apiserver-client',
        usages: ['client auth'],
        expirationSeconds: 600,
      });
      await approve(user);
      t.see('user', shown(await once(t, user, ({ status }) => status.certificate)), { message: true });
      const wrong = await add('wrong', '/O=developers/CN=jane', { signerName, usages: ['client auth'] });
      await approve(wrong);
      t.see('wrong', shown(await once(t, wrong, ({ status }) => status.conditions?.length > 1)), { message: true });
    },
  },
  {
    name: 'aggregated roles follow their parts',
    async run(t) {
      const path = '/apis/rbac.authorization.k8s.io/v1/clusterroles';
      const label = { [`example.com/${t.id}`]: 'true' };
      const aggregationRule = { clusterRoleSelectors: [{ matchLabels: label }] };
      await create(t, path, { metadata: { name: `${t.id}-whole` }, aggregationRule });
      t.cleanup(() => t.del(`${path}/${t.id}-whole`));
      const rule = (resource) => ({ apiGroups: ['example.com'], resources: [resource], verbs: ['get'] });
      await create(t, path, { metadata: { name: `${t.id}-b`, labels: label }, rules: [rule('pears'), rule('apples')] });
      await create(t, path, { metadata: { name: `${t.id}-a`, labels: label }, rules: [rule('plums')] });
      t.cleanup(() => Promise.all([t.del(`${path}/${t.id}-a`), t.del(`${path}/${t.id}-b`)]));
      const whole = await once(t, `${path}/${t.id}-whole`, ({ rules }) => rules?.length === 3);
      t.see('whole', masked(whole, t.id), { ...exact });
    },
  },
  {
    name: 'claims, volumes and classes are protected',
    async run(t) {
      const namespace = await settled(t);
      const classes = '/apis/storage.k8s.io/v1/volumeattributesclasses';
      await create(t, classes, {
        metadata: { name: `${t.id}-fast` },
        driverName: 'example.com',
        parameters: { a: 'b' },
      });
      const claims = `/api/v1/namespaces/${namespace}/persistentvolumeclaims`;
      const spec = {
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage: '1Gi' } },
        storageClassName: 'none',
        volumeAttributesClassName: `${t.id}-fast`,
      };
      await create(t, claims, { metadata: { name: 'data' }, spec });
      const pod = {
        metadata: { name: 'user' },
        spec: {
          nodeName: 'nowhere',
          containers: [{ name: 'a', image: 'a' }],
          volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'data' } }],
        },
      };
      await create(t, `/api/v1/namespaces/${namespace}/pods`, pod);
      const protectedClass = await once(t, `${classes}/${t.id}-fast`, ({ metadata }) => metadata.finalizers);
      t.see('class', masked(protectedClass, t.id), exact);
      await t.del(`${classes}/${t.id}-fast`);
      await t.del(`${claims}/data`);
      t.see('claim', (await t.get(`${claims}/data`)).json.metadata.finalizers);
      await t.del(`/api/v1/namespaces/${namespace}/pods/user`, { body: { gracePeriodSeconds: 0 } });
      await gone(t, `${claims}/data`);
      await gone(t, `${classes}/${t.id}-fast`);
    },
  },
  {
    name: 'bootstrap tokens sign cluster information, and go when they expire',
    async run(t) {
      const id = t.id
        .toLowerCase()
        .replace(/[^a-z0-9]/g, '')
        .padEnd(6, '0')
        .slice(-6);
      const secrets = '/api/v1/namespaces/kube-system/secrets';
      const data = {
        'token-id': encoded(id),
        'token-secret': encoded('0123456789abcdef'),
        'usage-bootstrap-signing': encoded('true'),
      };
      await create(t, '/api/v1/namespaces/kube-public/configmaps', {
        metadata: { name: 'cluster-info' },
        data: { kubeconfig: 'content' },
      });
      t.cleanup(() => t.del('/api/v1/namespaces/kube-public/configmaps/cluster-info'));
      await create(t, secrets, {
        metadata: { name: `bootstrap-token-${id}` },
        type: 'bootstrap.kubernetes.io/token',
        data,
      });
      t.cleanup(() => t.del(`${secrets}/bootstrap-token-${id}`));
      const signed = await once(
        t,
        '/api/v1/namespaces/kube-public/configmaps/cluster-info',
        ({ data: all }) => all[`jws-kubeconfig-${id}`],
      );
      t.see(
        'signed',
        Object.keys(signed.data)
          .map((key) => key.replace(id, '<id>'))
          .sort(),
      );
      await t.patch(
        `${secrets}/bootstrap-token-${id}`,
        { data: { expiration: encoded('2020-01-01T00:00:00Z') } },
        'application/merge-patch+json',
      );
      await gone(t, `${secrets}/bootstrap-token-${id}`);
      const unsigned = await once(
        t,
        '/api/v1/namespaces/kube-public/configmaps/cluster-info',
        ({ data: all }) => !all[`jws-kubeconfig-${id}`],
      );
      t.see('unsigned', unsigned.data);
    },
  },
];
