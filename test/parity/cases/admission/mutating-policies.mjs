import { ADM, CMS, cm, mutator, policy, policyBody } from '../../support/admission.mjs';
import { cr, MERGE, need, seeError, specSchema } from '../../support/case-helpers.mjs';
import { code } from './helpers.mjs';

const invalidMutator = (name, spec) => ({
  name,
  async run(t) {
    seeError(
      t,
      'create',
      await t.post(
        `${ADM}/mutatingadmissionpolicies?dryRun=All`,
        policyBody(t, { reinvocationPolicy: 'Never', failurePolicy: 'Fail', ...spec }, '', 'MutatingAdmissionPolicy'),
      ),
    );
  },
});

export const cases = [
  // ---- MutatingAdmissionPolicy
  {
    name: 'a mutating policy merges an ApplyConfiguration',
    async run(t) {
      const ns = await t.ns();
      await mutator(t, ns, {
        mutations: [
          {
            patchType: 'ApplyConfiguration',
            applyConfiguration: {
              expression:
                'Object{metadata: Object.metadata{labels: {"by": "policy", "who": request.userInfo.username}}, data: {"added": "yes"}}',
            },
          },
        ],
      });
      const r = await t.post(CMS(ns), cm('a', { metadata: { labels: { own: '1' } }, data: { k: 'v' } }));
      t.see('created', { code: r.status, labels: r.json.metadata.labels, data: r.json.data });
    },
  },
  {
    name: 'a mutating policy applies a JSON patch',
    async run(t) {
      const ns = await t.ns();
      await mutator(t, ns, {
        mutations: [
          {
            patchType: 'JSONPatch',
            jsonPatch: {
              expression:
                'has(object.metadata.labels) ? [JSONPatch{op: "add", path: "/metadata/labels/" + jsonpatch.escapeKey("example.com/x"), value: "y"}, JSONPatch{op: "test", path: "/metadata/labels/own", value: "1"}, JSONPatch{op: "remove", path: "/metadata/labels/own"}] : []',
            },
          },
        ],
      });
      const r = await t.post(CMS(ns), cm('a', { metadata: { labels: { own: '1' } } }));
      t.see('created', { code: r.status, labels: r.json.metadata.labels });
      t.see('without labels', (await t.post(CMS(ns), cm('b'))).json.metadata.labels);
    },
  },
  {
    name: 'mutations of one policy follow each other',
    async run(t) {
      const ns = await t.ns();
      await mutator(t, ns, {
        mutations: [
          { patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{data: {"a": "1"}}' } },
          {
            patchType: 'ApplyConfiguration',
            applyConfiguration: { expression: 'Object{data: {"b": object.data.a + "2"}}' },
          },
        ],
      });
      t.see('data', (await t.post(CMS(ns), cm('x'))).json.data);
    },
  },
  {
    name: 'a mutating policy changes updates and custom resources',
    async run(t) {
      const ns = await t.ns(),
        c = await t.crd({ schema: specSchema({ a: { type: 'string' }, b: { type: 'string' } }) });
      await mutator(t, ns, {
        matchConstraints: {
          resourceRules: [
            {
              apiGroups: ['', c.group],
              apiVersions: ['v1'],
              resources: ['configmaps', 'widgets'],
              operations: ['CREATE', 'UPDATE'],
            },
          ],
        },
        mutations: [
          {
            patchType: 'JSONPatch',
            jsonPatch: {
              expression:
                "object.kind == 'Widget' ? [JSONPatch{op: 'add', path: '/spec/b', value: request.operation}] : []",
            },
          },
        ],
      });
      const r = await need(t, 'covers widgets', async () => {
        const r = await t.post(`${c.path(ns)}?dryRun=All`, cr(c, 'x', { spec: { a: '1' } }));
        return r.json.spec?.b && r;
      });
      t.see('create', r.json.spec);
      await t.post(c.path(ns), cr(c, 'x', { spec: { a: '1' } }));
      t.see('update', (await t.patch(`${c.path(ns)}/x`, { spec: { a: '2' } }, MERGE)).json.spec);
    },
  },
  {
    name: 'a validating policy sees what a mutating policy made',
    async run(t) {
      const ns = await t.ns();
      await mutator(t, ns, {
        mutations: [
          {
            patchType: 'ApplyConfiguration',
            applyConfiguration: {
              expression:
                'object.metadata.name.startsWith("auto") ? Object{metadata: Object.metadata{labels: {"owner": "policy"}}} : Object{}',
            },
          },
        ],
      });
      await policy(t, ns, {
        validations: [
          {
            expression: "object.metadata.?labels.?owner.hasValue() || object.metadata.name == 'marker'",
            message: 'owner missing',
          },
        ],
      });
      t.see('auto', await code(t.post(CMS(ns), cm('auto'))));
      t.see('hand', await code(t.post(CMS(ns), cm('hand'))));
    },
  },
  {
    name: 'reinvocationPolicy IfNeeded runs a mutating policy again',
    async run(t) {
      const ns = await t.ns();
      const a = {
          patchType: 'ApplyConfiguration',
          applyConfiguration: {
            expression:
              'has(object.metadata.labels) && "late" in object.metadata.labels ? Object{metadata: Object.metadata{labels: {"seen": "yes"}}} : Object{}',
          },
        },
        b = {
          patchType: 'ApplyConfiguration',
          applyConfiguration: { expression: 'Object{metadata: Object.metadata{labels: {"late": "yes"}}}' },
        };
      await mutator(t, ns, { reinvocationPolicy: 'IfNeeded', mutations: [a] }, {}, { suffix: '-a' });
      await mutator(t, ns, { mutations: [b] }, {}, { suffix: '-b' });
      t.see('labels', (await t.post(CMS(ns), cm('x'))).json.metadata.labels);
    },
  },
  invalidMutator('a mutation of an unknown patchType or without its expression is invalid', {
    mutations: [
      { patchType: 'Magic' },
      { patchType: 'JSONPatch' },
      { patchType: 'ApplyConfiguration', applyConfiguration: { expression: '' } },
    ],
  }),
  {
    name: 'a mutating policy gets its defaults',
    async run(t) {
      const p = await t.post(
        `${ADM}/mutatingadmissionpolicies?dryRun=All`,
        policyBody(
          t,
          {
            reinvocationPolicy: 'Never',
            mutations: [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{}' } }],
          },
          '',
          'MutatingAdmissionPolicy',
        ),
      );
      t.see('policy', { code: p.status, spec: p.json.spec });
    },
  },
];
