// A server that emulates v1.33, with all versions of then: those that were removed later are served again.
import { emulatedReleaseCases } from '../support/emulated-release.mjs';

export const flags = ['--emulated-version=1.33', '--runtime-config=api/all=true'];
export const parallel = 4;

const group = '/apis/admissionregistration.k8s.io';
const rule = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] };

function answer({ status, json, headers }) {
  const { metadata, ...rest } = json ?? {};
  return { status, warning: headers.warning, generation: metadata?.generation, ...rest };
}

export const cases = [
  ...emulatedReleaseCases,
  {
    name: 'policies of the first beta',
    async run(t) {
      const ns = await t.ns();
      const policies = `${group}/v1beta1/validatingadmissionpolicies`;
      const bindings = `${group}/v1beta1/validatingadmissionpolicybindings`;
      const name = `${t.id}-policy`;
      t.cleanup(() => t.del(`${policies}/${name}`));
      t.cleanup(() => t.del(`${bindings}/${name}`));
      const spec = {
        matchConstraints: {
          resourceRules: [rule],
          namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': ns } },
        },
        validations: [{ expression: "has(object.data) && 'a' in object.data", message: 'needs a' }],
      };
      t.see('policy', answer(await t.post(policies, { metadata: { name }, spec })), { message: true });
      const binding = { metadata: { name }, spec: { policyName: name, validationActions: ['Deny'] } };
      t.see('binding', answer(await t.post(bindings, binding)), { message: true });
      const path = `/api/v1/namespaces/${ns}/configmaps`;
      const create = (label) => t.post(path, { metadata: { name: label } });
      await t.eventually(async () => (await create(`c${Math.random()}`)).status === 422);
      const refused = await create('x');
      t.see('refused', { status: refused.status, message: refused.json.message }, { message: true });
      for (const version of ['v1', 'v1beta1']) {
        const read = await t.get(`${group}/${version}/validatingadmissionpolicies/${name}`);
        t.see(version, { status: read.status, apiVersion: read.json.apiVersion, warning: read.headers.warning });
      }
      const list = await t.get(`${policies}?fieldSelector=metadata.name=${name}`);
      t.see('list', { status: list.status, kind: list.json.kind, count: list.json.items?.length });
      const patched = await t.patch(
        `${policies}/${name}`,
        { spec: { failurePolicy: 'Ignore' } },
        'application/merge-patch+json',
      );
      t.see('patched', answer(patched), { message: true });
    },
  },
  {
    name: 'invalid policies of the first beta',
    async run(t) {
      for (const [label, plural, spec] of [
        ['nothing', 'validatingadmissionpolicies', {}],
        ['no expression', 'validatingadmissionpolicies', { validations: [{}], matchConstraints: {} }],
        ['no policy', 'validatingadmissionpolicybindings', {}],
        ['unknown action', 'validatingadmissionpolicybindings', { policyName: 'x', validationActions: ['Shout'] }],
      ]) {
        const made = await t.post(`${group}/v1beta1/${plural}`, { metadata: { name: `${t.id}-bad` }, spec });
        t.see(label, answer(made), { message: true });
      }
    },
  },
  {
    name: 'kinds that came later',
    async run(t) {
      for (const path of [
        `${group}/v1beta1/mutatingadmissionpolicies`,
        `${group}/v1/mutatingadmissionpolicies`,
        `${group}/v1alpha1/mutatingadmissionpolicies`,
        '/apis/resource.k8s.io/v1/resourceclaims',
        '/apis/resource.k8s.io/v1beta2/devicetaintrules',
        '/apis/resource.k8s.io/v1alpha3/devicetaintrules',
        '/apis/resource.k8s.io/v1alpha3/resourcepoolstatusrequests',
        '/apis/storage.k8s.io/v1/volumeattributesclasses',
        '/apis/storage.k8s.io/v1beta1/volumeattributesclasses',
        '/apis/certificates.k8s.io/v1beta1/podcertificaterequests',
        '/apis/storagemigration.k8s.io/v1beta1/storageversionmigrations',
      ]) {
        const { status, json, headers } = await t.get(path);
        t.see(path, { status, kind: json?.kind, warning: headers.warning });
      }
    },
  },
  {
    name: 'stored versions of kinds in several',
    async run(t) {
      for (const [path, spec] of [
        [`${group}/v1alpha1/mutatingadmissionpolicybindings`, { policyName: 'x' }],
        ['/apis/resource.k8s.io/v1beta1/resourceclaims', undefined],
        ['/apis/networking.k8s.io/v1beta1/servicecidrs', undefined],
      ]) {
        if (spec) t.cleanup(() => t.del(`${path}/${t.id}`));
        const { status, json, headers } = spec
          ? await t.post(path, { metadata: { name: t.id }, spec })
          : await t.get(`${path}?limit=1`);
        t.see(path, { status, kind: json?.kind, message: json?.message, warning: headers.warning }, { message: true });
      }
    },
  },
];
