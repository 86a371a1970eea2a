// Helpers shared by the crd*/auth/admission/aggregator cases.
/** Records the contract of an error: HTTP code, Status reason and the distinct "field:reason" pairs of its causes. An answer that is no Status records its kind. */
export function seeError(t, label, r, keep = () => true) {
  const s = r.json?.kind === 'Status' ? r.json : undefined;
  t.see(
    label,
    s
      ? {
          code: r.status,
          status: s.status,
          reason: s.reason,
          causes: [...new Set((s.details?.causes ?? []).map((c) => `${c.field ?? ''}:${c.reason ?? ''}`))]
            .filter(keep)
            .sort(),
        }
      : { code: r.status, kind: r.json?.kind },
  );
}
/** The Warning header of an answer as a list of {code, text}. */
export function warnings(r) {
  const h = r.headers.warning;
  if (!h) return [];
  return [...h.matchAll(/(\d{3}) (\S+) "((?:[^"\\]|\\.)*)"/g)].map((m) => ({
    code: m[1],
    agent: m[2],
    text: m[3].replace(/\\(.)/g, '$1'),
  }));
}
/** All messages of a Status: the message itself and those of its causes. */
export const messages = (r) =>
  [r.json?.message ?? '', ...(r.json?.details?.causes ?? []).map((c) => c.message ?? '')].join('\n');
export const says = (r, text) => messages(r).includes(text);
export const pick = (o, ...keys) =>
  o === undefined ? undefined : Object.fromEntries(keys.filter((k) => o?.[k] !== undefined).map((k) => [k, o[k]]));
/** Conditions as {type: "Status/Reason"}. */
export const conditions = (o) =>
  Object.fromEntries((o?.status?.conditions ?? []).map((c) => [c.type, `${c.status}/${c.reason ?? ''}`]).sort());
export const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
export const V2 = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
export const MERGE = 'application/merge-patch+json',
  JSONP = 'application/json-patch+json',
  SMP = 'application/strategic-merge-patch+json',
  APPLY = 'application/apply-patch+yaml';
export const TABLE = 'application/json;as=Table;g=meta.k8s.io;v=v1';
/** A CRD object with one version v1 under <id>.example.com. */
export function crdBody(
  t,
  {
    group = `${t.id}.example.com`,
    plural = 'widgets',
    kind = 'Widget',
    scope = 'Namespaced',
    names = {},
    schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    version = {},
    versions,
    spec = {},
    metadata = {},
  } = {},
) {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}`, ...metadata },
    spec: {
      group,
      scope,
      names: { plural, singular: kind.toLowerCase(), kind, listKind: `${kind}List`, ...names },
      versions: versions ?? [
        { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema }, ...version },
      ],
      ...spec,
    },
  };
}
/** A root schema with the given properties below spec. */
export const specSchema = (properties, more = {}) => ({
  type: 'object',
  properties: { spec: { type: 'object', properties, ...more } },
});
/** A custom resource of the CRD that t.crd returned. */
export const cr = (c, name, rest = {}) => {
  const { metadata, ...o } = rest;
  return { apiVersion: c.apiVersion, kind: c.kind, metadata: { name, ...metadata }, ...o };
};
/** Waits until fn() answers something truthy, or fails the case. */
export async function need(t, what, fn, ms = 15000) {
  const r = await t.eventually(fn, ms);
  if (!r) throw new Error(`never: ${what}`);
  return r;
}
/** Repeats a PUT built from the current object until there is no conflict. */
export async function update(t, path, change, sub = '') {
  for (let i = 0; i < 50; i++) {
    const o = await t.get(path);
    if (o.status !== 200) return o;
    const body = change(o.json) ?? o.json;
    const r = await t.put(path + sub, body);
    if (r.status !== 409) return r;
    await t.sleep(20);
  }
  throw new Error(`conflicts without end on ${path}`);
}
/** Lists path until the server answers 200 (a resource that was just defined may still be starting) and opens a watch from there. */
export async function watchFrom(t, path, query = '', opts = {}) {
  const q = query ? `&${query}` : '';
  for (let i = 0; i < 100; i++) {
    const l = await t.get(`${path}?limit=1${q}`);
    if (l.status === 200) {
      const w = t.watch(`${path}?watch=1&resourceVersion=${l.json.metadata.resourceVersion}${q}`, opts);
      t.cleanup(() => w.close());
      if ((await w.opened()) === 200) {
        await t.sleep(80);
        if (!w.events.some((e) => e.type === 'ERROR')) return w;
      }
      w.close();
    } // an ERROR at once (410): the watch began later than the list, list again
    await t.sleep(50);
  }
  throw new Error(`no watch of ${path}`);
}
/** Makes t's requests repeat an answer that asks for it: 429 or 503 with Retry-After, as a server gives while a resource that was just defined or changed is starting. */
function retryRequests(t) {
  const http = t.http,
    again = (r) => (r.status === 503 || r.status === 429) && r.headers['retry-after'];
  t.http = async (method, path, opts) => {
    let r;
    for (let i = 0; i < 30; i++) {
      r = await http(method, path, opts);
      if (!again(r)) break;
      await t.sleep(150);
    }
    return r;
  };
  return t;
}
/** Makes t empty its namespaces when the case is over: what was created there does not go with the namespace where no controller runs. */
function cleanUpNamespaces(t) {
  const http = t.http,
    ns = t.ns.bind(t),
    made = new Set();
  t.http = (method, path, opts) => {
    const m = path.includes('dryRun=')
      ? null
      : method === 'POST'
        ? path.match(/^(\/.*\/namespaces\/[^/]+\/[^/?]+)(\?|$)/)
        : method === 'PUT' || method === 'PATCH'
          ? path.match(/^(\/.*\/namespaces\/[^/]+\/[^/?]+)\/[^/?]+(\?|$)/)
          : null;
    if (m) made.add(m[1]);
    return http(method, path, opts);
  };
  t.ns = async () => {
    const name = await ns();
    t.cleanup(() =>
      Promise.all(
        [...made]
          .filter((p) => p.includes(`/namespaces/${name}/`))
          .map((p) => http('DELETE', `${p}?gracePeriodSeconds=0`).catch(() => {})),
      ),
    );
    return name;
  };
  return t;
}
export const withCleanup = (cases) => cases.map((c) => ({ ...c, run: (t) => c.run(cleanUpNamespaces(t)) }));
export const withRetries = (cases) =>
  cases.map((c) => ({ ...c, run: (t) => c.run(retryRequests(cleanUpNamespaces(t))) }));
