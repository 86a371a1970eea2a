// What several files of the area's cases use.

export const exact = { message: true, managedFields: true };
export const configMaps = (namespace) => `/api/v1/namespaces/${namespace}/configmaps`;
export const encoded = (text) => Buffer.from(text).toString('base64');
export async function create(t, path, object) {
  const { status, json, text } = await t.post(path, object);
  if (status >= 300) throw new Error(`create ${path}: ${status} ${text?.slice(0, 300)}`);
  return json;
}
/** Waits until the predicate holds for the object, and returns it. */
export async function once(t, path, isReached, milliseconds = 60_000) {
  let found;
  const isDone = await t.eventually(async () => {
    const { status, json } = await t.get(path);
    found = json;
    return status === 200 && isReached(json);
  }, milliseconds);
  if (!isDone) throw new Error(`${path} is not as expected: ${JSON.stringify(found).slice(0, 1000)}`);
  return found;
}
export async function gone(t, path, milliseconds = 60_000) {
  const isGone = await t.eventually(async () => (await t.get(path)).status === 404, milliseconds);
  if (!isGone) throw new Error(`${path} is still there`);
}
export const configMap = (name, owners = [], more = {}) => ({
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
export async function settled(t) {
  const namespace = await t.ns();
  await once(t, `/api/v1/namespaces/${namespace}/serviceaccounts/default`, () => true);
  await once(t, `${configMaps(namespace)}/kube-root-ca.crt`, () => true);
  return namespace;
}
/** Without what differs between runs; managers in the order of their names, because times are in whole seconds. */
export const masked = (object, namespace) => {
  object.metadata?.managedFields?.sort((one, other) => (one.manager < other.manager ? -1 : 1));
  const text = JSON.stringify(object).replaceAll(namespace, '<ns>');
  return JSON.parse(text.replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uid>'));
};
