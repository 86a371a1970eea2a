// Resources that are served only with their feature gates.
import { generateKeyPairSync, sign } from 'node:crypto';
import { generateKeyPair, signCertificate } from '../../../dist/server/http/index.js';

export const flags = [
  '--feature-gates=ClusterTrustBundle=true,ClusterTrustBundleProjection=true,PodCertificateRequest=true,StorageVersionMigrator=true',
  '--runtime-config=certificates.k8s.io/v1beta1=true,certificates.k8s.io/v1alpha1=true,storagemigration.k8s.io/v1beta1=true',
];
export const parallel = 4;

const withMessage = { message: true };
const merge = 'application/merge-patch+json';

/** Certificates differ between runs. */
function masked(response) {
  const text = JSON.stringify(response.json)
    .replaceAll(/-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----(\\n)*/g, '<certificate>')
    .replaceAll(/20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, '<time>')
    .replaceAll(/"(pkixPublicKey|proofOfPossession|stubPKCS10Request)":"[^"]+"/g, '"$1":"<bytes>"');
  return { status: response.status, warning: response.headers.warning, body: JSON.parse(text) };
}

function authority(name, use = 'authority') {
  const keys = generateKeyPair();
  const subject = { commonName: name };
  const validFrom = new Date(Date.now() - 3_600_000);
  const validUntil = new Date(Date.now() + 86_400_000);
  return signCertificate({ subject, publicKey: keys.publicKey, issuer: { subject, keys }, use, validFrom, validUntil });
}

function request(name, spec) {
  return {
    apiVersion: 'certificates.k8s.io/v1beta1',
    kind: 'PodCertificateRequest',
    metadata: { name },
    spec: {
      signerName: 'example.com/s',
      podName: 'p',
      podUID: 'pod-uid',
      serviceAccountName: 'a',
      serviceAccountUID: 'account-uid',
      nodeName: 'n',
      nodeUID: 'node-uid',
      maxExpirationSeconds: 86_400,
      ...spec,
    },
  };
}

const keysOf = (type, options) => generateKeyPairSync(type, options);

function proven({ publicKey, privateKey }, data = 'pod-uid') {
  const isEdwards = publicKey.asymmetricKeyType === 'ed25519';
  const key = publicKey.asymmetricKeyType === 'rsa' ? { key: privateKey, padding: 6, saltLength: 32 } : privateKey;
  return {
    pkixPublicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    proofOfPossession: sign(isEdwards ? null : 'sha256', Buffer.from(data), key).toString('base64'),
  };
}

export const cases = [
  {
    name: 'trust bundles are validated',
    async run(t) {
      const path = '/apis/certificates.k8s.io/v1beta1/clustertrustbundles';
      const [one, two] = [authority('one'), authority('two')];
      const bundle = (name, spec) => ({ metadata: { name }, spec });
      for (const [label, name, spec] of [
        ['without signer', `${t.id}.a`, { trustBundle: one + two }],
        ['with signer', `example.com:s:${t.id}`, { signerName: 'example.com/s', trustBundle: one }],
        ['the name of a signer without one', `example.com:s:${t.id}.b`, { trustBundle: one }],
        ['a signer without its name', `${t.id}.c`, { signerName: 'example.com/s', trustBundle: one }],
        ['a signer that is none', `${t.id}.d`, { signerName: 'x', trustBundle: one }],
        ['nothing', `${t.id}.e`, { trustBundle: '' }],
        ['no certificates', `${t.id}.f`, { trustBundle: 'x' }],
        ['the same twice', `${t.id}.g`, { trustBundle: one + two + one }],
        ['another block', `${t.id}.h`, { trustBundle: `${one}-----BEGIN X-----\nAAAA\n-----END X-----\n` }],
        ['no authority', `${t.id}.i`, { trustBundle: authority('x', 'client') }],
        ['headers', `${t.id}.j`, { trustBundle: one.replace('\n', '\na: b\n\n') }],
        ['no X.509', `${t.id}.k`, { trustBundle: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n' }],
        ['a bad name', `${t.id}_X`, { trustBundle: one }],
      ]) {
        const created = await t.post(path, bundle(name, spec));
        t.cleanup(() => t.del(`${path}/${name}`));
        t.see(label, masked(created), withMessage);
      }
      const place = `${path}/${t.id}.a`;
      t.see('another bundle', masked(await t.patch(place, { spec: { trustBundle: two } }, merge)), withMessage);
      t.see('a bundle that is none', masked(await t.patch(place, { spec: { trustBundle: '' } }, merge)), withMessage);
      t.see(
        'another signer',
        masked(await t.patch(`${path}/example.com:s:${t.id}`, { spec: { signerName: 'a.b/c' } }, merge)),
        withMessage,
      );
      const list = await t.get(`${path}?fieldSelector=spec.signerName=example.com/s`);
      t.see('by signer', list.json.items.map((item) => item.spec.signerName).slice(0, 1));
      t.see('by another field', masked(await t.get(`${path}?fieldSelector=spec.x=y`)), withMessage);
      const table = await t.get(`${path}/example.com:s:${t.id}`, {
        accept: 'application/json;as=Table;g=meta.k8s.io;v=v1',
      });
      t.see('table', [
        table.json.columnDefinitions.map(({ name, priority }) => [name, priority]),
        table.json.rows[0].cells,
      ]);
      t.see('earlier', masked(await t.get(`/apis/certificates.k8s.io/v1alpha1/clustertrustbundles/${t.id}.a`)));
    },
  },
  {
    name: 'only those who may attest for a signer write its trust bundles',
    async run(t) {
      const path = '/apis/certificates.k8s.io/v1beta1/clustertrustbundles';
      const roles = '/apis/rbac.authorization.k8s.io/v1';
      const role = {
        metadata: { name: t.id },
        rules: [
          { apiGroups: ['certificates.k8s.io'], resources: ['clustertrustbundles'], verbs: ['*'] },
          {
            apiGroups: ['certificates.k8s.io'],
            resources: ['signers'],
            resourceNames: ['example.com/*'],
            verbs: ['attest'],
          },
        ],
      };
      await t.post(`${roles}/clusterroles`, role);
      await t.post(`${roles}/clusterrolebindings`, {
        metadata: { name: t.id },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: t.id },
        subjects: [{ kind: 'User', name: 'viewer', apiGroup: 'rbac.authorization.k8s.io' }],
      });
      t.cleanup(() => t.del(`${roles}/clusterrolebindings/${t.id}`));
      t.cleanup(() => t.del(`${roles}/clusterroles/${t.id}`));
      const token = 'viewer-token';
      await t.eventually(async () => (await t.get(path, { token })).status === 200);
      const create = (signerName) =>
        t.post(
          path,
          {
            metadata: { name: `${signerName.replace('/', ':')}:${t.id}` },
            spec: { signerName, trustBundle: authority('x') },
          },
          { token },
        );
      t.see('a signer of the domain', masked(await create('example.com/v')), withMessage);
      t.see('another', masked(await create('example.org/v')), withMessage);
      t.see(
        'none',
        masked(
          await t.post(path, { metadata: { name: `${t.id}.x` }, spec: { trustBundle: authority('x') } }, { token }),
        ),
        withMessage,
      );
      t.cleanup(() => t.del(`${path}/example.com:v:${t.id}`));
      t.cleanup(() => t.del(`${path}/${t.id}.x`));
    },
  },
  {
    name: 'requests for certificates of pods are validated',
    async run(t) {
      const ns = await t.ns();
      const path = `/apis/certificates.k8s.io/v1beta1/namespaces/${ns}/podcertificaterequests`;
      const p256 = keysOf('ec', { namedCurve: 'P-256' });
      const good = proven(p256);
      let count = 0;
      for (const [label, spec] of [
        ['a key', good],
        ['an Edwards key', proven(keysOf('ed25519'))],
        ['an RSA key', proven(keysOf('rsa', { modulusLength: 3072 }))],
        ['a short RSA key', proven(keysOf('rsa', { modulusLength: 2048 }))],
        ['a proof of something else', proven(p256, 'x')],
        ['no key', {}],
        ['no proof', { pkixPublicKey: good.pkixPublicKey }],
        ['a key that is none', { ...good, pkixPublicKey: 'AAAA' }],
        ['a request that is none', { stubPKCS10Request: 'AAAA' }],
        ['both', { ...good, stubPKCS10Request: 'AAAA' }],
        ['a long life', { ...good, maxExpirationSeconds: 100 * 86_400 }],
        [
          'a long life of a Kubernetes certificate',
          { ...good, signerName: 'kubernetes.io/x', maxExpirationSeconds: 86_401 },
        ],
        ['a short life', { ...good, maxExpirationSeconds: 60 }],
        ['no life', { ...good, maxExpirationSeconds: undefined }],
        [
          'empty names',
          {
            ...good,
            podName: '',
            podUID: '',
            serviceAccountName: '',
            serviceAccountUID: '',
            nodeName: '',
            nodeUID: '',
            signerName: '',
          },
        ],
        ['annotations', { ...good, unverifiedUserAnnotations: { 'example.com/a': 'b' } }],
        ['annotations without a domain', { ...good, unverifiedUserAnnotations: { a: 'b' } }],
        ['long uids', { ...good, podUID: 'x'.repeat(129) }],
      ]) {
        t.see(label, masked(await t.post(path, request(`r${++count}`, spec))), withMessage);
      }
      t.see('another spec', masked(await t.patch(`${path}/r1`, { spec: { podName: 'q' } }, merge)));
      t.see('a status', masked(await t.patch(`${path}/r1`, { status: { certificateChain: 'x' } }, merge)));
      const table = await t.get(`${path}/r1`, { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' });
      t.see('table', [
        table.json.columnDefinitions.map(({ name, priority }) => [name, priority]),
        table.json.rows[0].cells,
      ]);
      for (const field of ['spec.nodeName=n', 'spec.podName=q', 'spec.signerName=example.com/s', 'spec.x=y']) {
        const list = await t.get(`${path}?fieldSelector=${field}`);
        t.see(field, { status: list.status, any: list.json.items?.length > 0 });
      }
    },
  },
  {
    name: 'the status of a request for a certificate',
    async run(t) {
      const ns = await t.ns();
      const path = `/apis/certificates.k8s.io/v1beta1/namespaces/${ns}/podcertificaterequests`;
      const keys = keysOf('ec', { namedCurve: 'P-256' });
      const spec = proven(keys);
      const condition = (type, status = 'True') => ({
        type,
        status,
        reason: 'r',
        message: 'm',
        lastTransitionTime: '2024-01-01T00:00:00Z',
      });
      const issuer = { subject: { commonName: 'ca' }, keys: generateKeyPair() };
      const second = (milliseconds) => new Date(Math.floor((Date.now() + milliseconds) / 1000) * 1000);
      const issue = ({ from = second(0), until = second(7_200_000), publicKey = keys.publicKey } = {}) => ({
        certificateChain: signCertificate({
          subject: { commonName: 'p' },
          publicKey,
          issuer,
          use: 'client',
          validFrom: from,
          validUntil: until,
        }),
        notBefore: from.toISOString().replace('.000', ''),
        notAfter: until.toISOString().replace('.000', ''),
        beginRefreshAt: second(3_600_000).toISOString().replace('.000', ''),
      });
      let count = 0;
      const update = async (label, status, options) => {
        const name = `r${++count}`;
        await t.post(path, request(name, spec));
        t.see(label, masked(await t.patch(`${path}/${name}/status`, { status }, merge, options)), withMessage);
        return name;
      };
      await update('nothing', {});
      await update('no condition', { certificateChain: 'x' });
      await update('an unknown condition', { conditions: [condition('X')] });
      await update('two conditions', { conditions: [condition('Denied'), condition('Failed')] });
      await update('a condition that is not true', { conditions: [condition('Denied', 'False')] });
      const denied = await update('denied', { conditions: [condition('Denied')] });
      t.see(
        'denied for ever',
        masked(await t.patch(`${path}/${denied}/status`, { status: { conditions: [condition('Failed')] } }, merge)),
        withMessage,
      );
      await update('failed with a certificate', { conditions: [condition('Failed')], ...issue() });
      await update('issued', { conditions: [condition('Issued')], ...issue() });
      await update('issued without a certificate', { conditions: [condition('Issued')] });
      await update('issued without times', {
        conditions: [condition('Issued')],
        certificateChain: issue().certificateChain,
      });
      await update('issued to another key', {
        conditions: [condition('Issued')],
        ...issue({ publicKey: keysOf('ec', { namedCurve: 'P-256' }).publicKey }),
      });
      const conditions = [condition('Issued')];
      const statusOf = async (label, status) => {
        const name = `r${++count}`;
        await t.post(path, request(name, spec));
        const response = await t.patch(`${path}/${name}/status`, { status }, merge);
        t.seeStatus(label, response);
      };
      await statusOf('issued long ago', { conditions, ...issue({ from: second(-3_600_000) }) });
      await statusOf('issued for minutes', { conditions, ...issue({ until: second(600_000) }) });
      await statusOf('issued for days', { conditions, ...issue({ until: second(20 * 86_400_000) }) });
      await statusOf('refreshed early', { conditions, ...issue(), beginRefreshAt: '2020-01-01T00:00:00Z' });
      await statusOf('another time', { conditions, ...issue(), notBefore: '2020-01-01T00:00:00Z' });
    },
  },
  {
    name: 'certificates and trust bundles in pods',
    async run(t) {
      const ns = await t.ns();
      await t.post(`/api/v1/namespaces/${ns}/serviceaccounts`, { metadata: { name: 'default' } });
      let count = 0;
      const create = (sources) =>
        t.post(`/api/v1/namespaces/${ns}/pods?dryRun=All`, {
          metadata: { name: `p${++count}` },
          spec: {
            automountServiceAccountToken: false,
            containers: [{ name: 'c', image: 'i' }],
            volumes: [{ name: 'v', projected: { sources } }],
          },
        });
      const certificate = { signerName: 'example.com/s', keyType: 'ED25519', credentialBundlePath: 'b' };
      for (const [label, sources] of [
        ['a certificate', [{ podCertificate: certificate }]],
        ['no path', [{ podCertificate: { signerName: 'example.com/s', keyType: 'RSA4096' } }]],
        ['a key type that is none', [{ podCertificate: { ...certificate, keyType: 'X' } }]],
        ['a signer that is none', [{ podCertificate: { ...certificate, signerName: 'X' } }]],
        ['a life that is too short', [{ podCertificate: { ...certificate, maxExpirationSeconds: 10 } }]],
        [
          'a life that is too long',
          [{ podCertificate: { ...certificate, signerName: 'kubernetes.io/x', maxExpirationSeconds: 90_000 } }],
        ],
        ['annotations', [{ podCertificate: { ...certificate, userAnnotations: { a: 'b' } } }]],
        ['the same path twice', [{ podCertificate: { ...certificate, keyPath: 'b' } }]],
        ['a bundle by name', [{ clusterTrustBundle: { name: 'a', path: 'p' } }]],
        ['a bundle by signer', [{ clusterTrustBundle: { signerName: 'example.com/s', labelSelector: {}, path: 'p' } }]],
        ['a bundle by both', [{ clusterTrustBundle: { name: 'a', signerName: 'example.com/s', path: 'p' } }]],
        ['a bundle by neither', [{ clusterTrustBundle: { path: 'p' } }]],
        ['a bundle without path', [{ clusterTrustBundle: { name: 'a' } }]],
        ['a bundle by name and labels', [{ clusterTrustBundle: { name: 'a', labelSelector: {}, path: 'p' } }]],
        ['a name that is none', [{ clusterTrustBundle: { name: 'A', path: 'p' } }]],
        ['a name of a signer', [{ clusterTrustBundle: { name: 'example.com:s:a', path: 'p' } }]],
        [
          'paths that overlap',
          [
            { clusterTrustBundle: { name: 'a', path: 'p' } },
            { podCertificate: { ...certificate, credentialBundlePath: 'p/q' } },
          ],
        ],
      ]) {
        const { status, json, headers } = await create(sources);
        const causes = json.details?.causes?.map(({ field, message }) => [field, message]);
        t.see(label, { status, causes, sources: json.spec?.volumes[0].projected.sources, warning: headers.warning });
      }
    },
  },
  {
    name: 'storage version migrations',
    async run(t) {
      const path = '/apis/storagemigration.k8s.io/v1beta1/storageversionmigrations';
      const create = (name, resource) => t.post(path, { metadata: { name: `${t.id}.${name}` }, spec: { resource } });
      t.cleanup(() => t.del(`${path}/${t.id}.a`));
      t.see('created', masked(await create('a', { group: 'apps', resource: 'deployments' })), withMessage);
      t.see('without resource', masked(await create('b', { group: 'apps' })), withMessage);
      t.see('names that are none', masked(await create('c', { group: 'A', resource: 'B' })), withMessage);
      const place = `${path}/${t.id}.a`;
      t.see('another spec', masked(await t.patch(place, { spec: { resource: { resource: 'x' } } }, merge)));
      const condition = (type, status) => ({
        type,
        status,
        reason: 'r',
        message: 'm',
        lastTransitionTime: '2024-01-01T00:00:00Z',
      });
      const update = async (label, status) => t.see(label, masked(await t.patch(`${place}/status`, { status }, merge)));
      await update('a revision that is none', { resourceVersion: 'x' });
      await update('a revision', { resourceVersion: '5' });
      await update('another revision', { resourceVersion: '6' });
      await update('both', { conditions: [condition('Succeeded', 'True'), condition('Failed', 'True')] });
      await update('running', { conditions: [condition('Running', 'True')] });
      const table = await t.get(place, { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' });
      t.see('table', [table.json.columnDefinitions, table.json.rows[0].cells]);
      await update('succeeded', { conditions: [condition('Succeeded', 'True')] });
      await update('no longer', { conditions: [condition('Succeeded', 'False')] });
    },
  },
];
