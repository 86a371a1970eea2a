// Helpers for admission cases: webhook configurations and policies that hold for the case's own namespace only, and a wait until they work.
// A policy gets the namespace in its own matchConstraints too: as long as its paramKind is unknown it refuses whatever these match, whatever the binding says.

import { need } from './case-helpers.mjs';
import { admissionWebhook } from './server.mjs';

export const ADM = '/apis/admissionregistration.k8s.io/v1';
export const cm = (name, more = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...more.metadata },
  ...(more.data ? { data: more.data } : {}),
});
export const CMS = (ns) => `/api/v1/namespaces/${ns}/configmaps`;
export const only = (ns) => ({ matchLabels: { 'kubernetes.io/metadata.name': ns } });
export const RULE = (resources = ['configmaps'], operations = ['CREATE', 'UPDATE'], more = {}) => ({
  apiGroups: [''],
  apiVersions: ['v1'],
  resources,
  operations,
  ...more,
});
/** A webhook entry with what the API demands; o overrides. */
export const hook = (name, clientConfig, o = {}) => ({
  name: `${name}.probe.example.com`,
  clientConfig,
  rules: [RULE()],
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
  ...o,
});
export async function make(t, path, body) {
  const r = await t.post(path, body);
  if (r.status >= 300) throw new Error(`${path}: ${r.status} ${r.text.slice(0, 400)}`);
  t.cleanup(() => t.del(`${path}/${r.json.metadata.name}`));
  return r.json;
}
/** Registers hooks in ns and waits until the server calls them (an extra hook with its own object selector tells). kind: Mutating|Validating */
export async function register(t, ns, kind, hooks, suffix = '') {
  const ready = await admissionWebhook(t),
    name = `probe-${t.id}${suffix}`,
    path = `${ADM}/${kind.toLowerCase()}webhookconfigurations`;
  const body = {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: `${kind}WebhookConfiguration`,
    metadata: { name },
    webhooks: [
      hook('ready', ready.clientConfig('/ready'), {
        namespaceSelector: only(ns),
        objectSelector: { matchLabels: { probe: `ready${suffix}` } },
      }),
      ...hooks.map((h) => ({ namespaceSelector: only(ns), ...h })),
    ],
  };
  await make(t, path, body);
  await need(t, 'webhook configuration in use', async () => {
    await t.post(
      `${CMS(ns)}?dryRun=All`,
      cm('ready', { metadata: { labels: { probe: `ready${suffix}` } }, data: { ready: '1' } }),
    );
    return ready.reviews.length > 0;
  });
  return `${path}/${name}`;
}
/** One webhook that answers fn(request); returns its server with .reviews emptied of the start-up. */
export async function webhook(t, ns, kind, fn, o = {}) {
  const w = await admissionWebhook(t, fn);
  const path = await register(t, ns, kind, [hook('a', w.clientConfig(), o)]);
  w.reviews.length = 0;
  return { ...w, path };
}

const RULES = {
  resourceRules: [
    { apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'], operations: ['CREATE', 'UPDATE'] },
  ],
};
export const policyBody = (t, spec, suffix = '', kind = 'ValidatingAdmissionPolicy') => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind,
  metadata: { name: `probe-${t.id}${suffix}` },
  spec: { matchConstraints: RULES, ...spec },
});
export const bindingBody = (t, ns, spec = {}, suffix = '', kind = 'ValidatingAdmissionPolicyBinding') => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind,
  metadata: { name: `probe-${t.id}${suffix}` },
  spec: {
    policyName: `probe-${t.id}${suffix}`,
    ...(kind.startsWith('Val') ? { validationActions: ['Deny'] } : {}),
    matchResources: { namespaceSelector: only(ns) },
    ...spec,
  },
});
/** A ValidatingAdmissionPolicy with binding for ns; waits until it refuses an object named marker-deny. */
export async function policy(t, ns, spec, binding = {}, { suffix = '', marker = true, wait = marker } = {}) {
  const validations = [
    ...(spec.validations ?? []),
    ...(marker ? [{ expression: "object == null || object.metadata.name != 'marker-deny'", message: 'marker' }] : []),
  ];
  await make(
    t,
    `${ADM}/validatingadmissionpolicies`,
    policyBody(
      t,
      { ...spec, validations, matchConstraints: { namespaceSelector: only(ns), ...(spec.matchConstraints ?? RULES) } },
      suffix,
    ),
  );
  await make(t, `${ADM}/validatingadmissionpolicybindings`, bindingBody(t, ns, binding, suffix));
  if (wait)
    await need(
      t,
      'policy in use',
      async () => {
        const r = await t.post(`${CMS(ns)}?dryRun=All`, cm('marker-deny'));
        return r.status >= 400 || r.headers.warning?.includes('marker');
      },
      40000,
    );
  return {
    policy: `${ADM}/validatingadmissionpolicies/probe-${t.id}${suffix}`,
    binding: `${ADM}/validatingadmissionpolicybindings/probe-${t.id}${suffix}`,
  };
}
/** A MutatingAdmissionPolicy with binding for ns; waits until it labels an object named marker. */
export async function mutator(t, ns, spec, binding = {}, { suffix = '', wait = true } = {}) {
  const mutations = [
    ...spec.mutations,
    ...(wait
      ? [
          {
            patchType: 'ApplyConfiguration',
            applyConfiguration: {
              expression: `object.metadata.name == 'marker' ? Object{metadata: Object.metadata{labels: {"marker${suffix}": "yes"}}} : Object{}`,
            },
          },
        ]
      : []),
  ];
  await make(
    t,
    `${ADM}/mutatingadmissionpolicies`,
    policyBody(
      t,
      {
        reinvocationPolicy: 'Never',
        ...spec,
        mutations,
        matchConstraints: { namespaceSelector: only(ns), ...(spec.matchConstraints ?? RULES) },
      },
      suffix,
      'MutatingAdmissionPolicy',
    ),
  );
  await make(
    t,
    `${ADM}/mutatingadmissionpolicybindings`,
    bindingBody(t, ns, binding, suffix, 'MutatingAdmissionPolicyBinding'),
  );
  if (wait)
    await need(
      t,
      'policy in use',
      async () => (await t.post(`${CMS(ns)}?dryRun=All`, cm('marker'))).json?.metadata?.labels?.[`marker${suffix}`],
      40000,
    );
}
