// Values in etcd that hold no object: what reads, writes and deletions of them return.
const option = 'ignoreStoreReadErrorWithClusterBreakingPotential';
const merge = 'application/merge-patch+json';
const template = { spec: { containers: [{ name: 'a', image: 'a' }] } };

const values = {
  rubbish: 'rubbish',
  binary: Buffer.from([1, 2]),
  base64: 'nonsense',
  half: '{"kind":"PodTemplate","apiVersion":"v1","metadata":{"name":"half"',
  kind: '{"kind":"Nothing","apiVersion":"v1","metadata":{"name":"kind"}}',
  'other-kind': '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"other-kind"}}',
  'no-text': '{"kind":1,"apiVersion":"v1","metadata":{"name":"no-text"}}',
  version: '{"kind":"PodTemplate","apiVersion":"x/v9","metadata":{"name":"version"}}',
  type: '{"kind":"PodTemplate","apiVersion":"v1","metadata":{"name":"type"},"template":1}',
  message: 'k8s\0\x0a\x99\x99',
  nothing: 'k8s\0',
  encrypted: 'k8s:enc:aescbc:v1:key:rubbish',
};

/** The same cases for servers with and without the gate that allows to delete such values. */
export const unreadableCases = [
  {
    name: 'values that hold no object',
    async run(t) {
      const ns = await t.ns();
      const path = `/api/v1/namespaces/${ns}/podtemplates`;
      const see = (label, { status, json }) => {
        const items = json.items?.map(({ metadata }) => metadata.name);
        const text = JSON.stringify(items ? { items } : json.kind === 'Status' ? json : { kind: json.kind });
        t.see(label, { status, body: JSON.parse(text.replaceAll(/revision=\d+/g, 'revision=<n>')) }, { message: true });
      };
      for (const [name, value] of Object.entries(values)) {
        const key = `/podtemplates/${ns}/${name}`;
        t.cleanup(() => t.stored.delete(key));
        await t.stored.put(key, value);
        await t.eventually(async () => (await t.get(`${path}/${name}`)).status !== 404);
        see(`get ${name}`, await t.get(`${path}/${name}`));
      }
      see('list', await t.get(path));
      see('create another', await t.post(path, { metadata: { name: 'zz' }, template }));
      see('get another', await t.get(`${path}/zz`));
      see('create', await t.post(path, { metadata: { name: 'rubbish' }, template }));
      see('patch', await t.patch(`${path}/rubbish`, { metadata: { labels: { a: 'b' } } }, merge));
      see('update', await t.put(`${path}/rubbish`, { metadata: { name: 'rubbish' }, template }));
      see('delete', await t.del(`${path}/rubbish`));
      see('delete the collection', await t.del(path));
      see('get another again', await t.get(`${path}/zz`));
      const forced = (name, more = {}) =>
        t.http('DELETE', `${path}/${name}`, {
          body: { apiVersion: 'v1', kind: 'DeleteOptions', [option]: true, ...more },
        });
      see('force the collection', await t.del(`${path}?${option}=true`));
      see('force what is missing', await forced('missing'));
      see('force in a dry run', await forced('rubbish', { dryRun: ['All'] }));
      see(
        'force with options',
        await forced('rubbish', { gracePeriodSeconds: 1, propagationPolicy: 'Orphan', preconditions: { uid: 'x' } }),
      );
      for (const name of Object.keys(values)) see(`force ${name}`, await forced(name));
      see('force another', await forced('zz'));
    },
  },
];
