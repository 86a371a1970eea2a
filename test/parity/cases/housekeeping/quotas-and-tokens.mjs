import { execFileSync } from 'node:child_process';
import { configMap, configMaps, create, encoded, exact, gone, masked, once, settled } from './helpers.mjs';

export const cases = [
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
];
