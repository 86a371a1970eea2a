import { ADM, bindingBody, CMS, cm, make, only, policy, policyBody, webhook } from '../../support/admission.mjs';
import { cr, MERGE, need, says, seeError, specSchema, update, warnings } from '../../support/case-helpers.mjs';
import { code } from './helpers.mjs';

const invalidPolicy = (name, spec) => ({
  name,
  async run(t) {
    seeError(t, 'create', await t.post(`${ADM}/validatingadmissionpolicies?dryRun=All`, policyBody(t, spec)));
  },
});
const OK = [{ expression: 'true' }],
  TWO = { data: { a: '1', b: '2' } },
  THREE = { data: { a: '1', b: '2', c: '3' } };
/** A CRD for policy parameters. */
const params = async (t, scope = 'Namespaced') => {
  const c = await t.crd({
    plural: 'limits',
    kind: 'Limit',
    scope,
    schema: specSchema({ max: { type: 'integer' }, team: { type: 'string' } }),
  });
  return { ...c, paramKind: { apiVersion: c.apiVersion, kind: 'Limit' } };
};
/** Waits until the policy has found its parameter: a plain object is admitted again. */
const found = (t, ns) =>
  need(t, 'parameter found', async () => (await code(t.post(`${CMS(ns)}?dryRun=All`, cm('plain')))) === 201, 40000);

export const cases = [
  // ---- ValidatingAdmissionPolicy
  {
    name: 'a policy whose expression is false denies with 422 and its message',
    async run(t) {
      const ns = await t.ns();
      await policy(t, ns, {
        validations: [
          { expression: "!has(object.data) || object.data.?a.orValue('') != 'bad'", message: 'a must not be bad' },
        ],
      });
      const r = await t.post(CMS(ns), cm('x', { data: { a: 'bad' } }));
      t.see('bad', {
        code: r.status,
        reason: r.json.reason,
        status: r.json.status,
        kind: r.json.details?.kind,
        name: r.json.details?.name,
        says: says(r, 'a must not be bad'),
        policy: says(r, `probe-${t.id}`),
      });
      t.see('good', await code(t.post(CMS(ns), cm('x', { data: { a: 'good' } }))));
      t.see('update', await code(t.patch(`${CMS(ns)}/x`, { data: { a: 'bad' } }, MERGE)));
    },
  },
  {
    name: 'namespaceObject shows the namespace',
    async run(t) {
      const ns = await t.ns();
      await t.patch(`/api/v1/namespaces/${ns}`, { metadata: { labels: { env: 'test' } } }, MERGE);
      await policy(t, ns, {
        validations: [
          {
            expression: "object.metadata.name != 'x'",
            messageExpression:
              "'in ' + namespaceObject.metadata.name + ' of ' + namespaceObject.metadata.labels['env']",
          },
        ],
      });
      await need(t, 'label in use', async () => says(await t.post(CMS(ns), cm('x')), `in ${ns} of test`));
      t.see('says', says(await t.post(CMS(ns), cm('x')), `in ${ns} of test`));
    },
  },
  {
    name: 'matchConditions of a policy choose requests',
    async run(t) {
      const ns = await t.ns();
      await policy(t, ns, {
        matchConditions: [
          {
            name: 'only-strict',
            expression:
              "object.metadata.name == 'marker-deny' || object.metadata.?labels.?strict.orValue('no') == 'yes'",
          },
        ],
        validations: [
          { expression: "object.metadata.name == 'marker-deny' || has(object.data)", message: 'data please' },
        ],
      });
      t.see('strict', await code(t.post(CMS(ns), cm('a', { metadata: { labels: { strict: 'yes' } } }))));
      t.see('lenient', await code(t.post(CMS(ns), cm('b'))));
    },
  },
  {
    name: 'validationActions Warn warns and lets pass, Audit is silent',
    async run(t) {
      const ns = await t.ns();
      await policy(
        t,
        ns,
        { validations: [{ expression: "object.metadata.name != 'w'", message: 'think twice' }] },
        { validationActions: ['Warn'] },
        { suffix: '-w' },
      );
      const r = await t.post(CMS(ns), cm('w'));
      t.see('warn', [r.status, warnings(r).map((w) => [w.code, w.text.includes('think twice')])]);
      await policy(
        t,
        ns,
        { validations: [{ expression: "object.metadata.name != 'a'", message: 'recorded' }] },
        { validationActions: ['Audit'] },
        { suffix: '-a', wait: false },
      );
      await policy(t, ns, {}, {}, { suffix: '-z' });
      const a = await t.post(CMS(ns), cm('a'));
      t.see('audit', [a.status, warnings(a).filter((w) => w.text.includes('recorded')).length]);
    },
  },
  {
    name: 'a policy without binding has no effect',
    async run(t) {
      const ns = await t.ns();
      await make(
        t,
        `${ADM}/validatingadmissionpolicies`,
        policyBody(t, { validations: [{ expression: "object.metadata.name != 'x'" }] }, '-unbound'),
      );
      await policy(t, ns, {});
      t.see('create', await code(t.post(CMS(ns), cm('x'))));
    },
  },
  {
    name: 'a changed policy takes effect',
    async run(t) {
      const ns = await t.ns();
      const p = await policy(t, ns, { validations: [{ expression: "object.metadata.name != 'x'", message: 'one' }] });
      await update(t, p.policy, (o) => {
        o.spec.validations = [{ expression: "object.metadata.name != 'y'", message: 'two' }];
      });
      await need(t, 'changed', async () => (await code(t.post(`${CMS(ns)}?dryRun=All`, cm('y')))) === 422);
      t.see('y', says(await t.post(CMS(ns), cm('y')), 'two'));
      t.see('x', await code(t.post(CMS(ns), cm('x'))));
    },
  },
  // parameters are custom resources of the case's own group: the server's watch of a built-in kind does not survive the policies of an earlier case
  {
    name: 'parameters come from a named custom resource and their changes count',
    async run(t) {
      const ns = await t.ns(),
        c = await params(t);
      await t.post(c.path(ns), cr(c, 'params', { spec: { max: 2 } }));
      await policy(
        t,
        ns,
        {
          paramKind: c.paramKind,
          validations: [
            {
              expression: '!has(object.data) || object.data.size() <= params.spec.max',
              messageExpression: "'at most ' + string(params.spec.max)",
            },
          ],
        },
        { paramRef: { name: 'params', namespace: ns, parameterNotFoundAction: 'Deny' } },
      );
      await found(t, ns);
      t.see('two', await code(t.post(CMS(ns), cm('a', TWO))));
      const r = await t.post(CMS(ns), cm('b', THREE));
      t.see('three', [r.status, says(r, 'at most 2')]);
      await t.patch(`${c.path(ns)}/params`, { spec: { max: 3 } }, MERGE);
      await need(
        t,
        'changed parameter',
        async () => (await code(t.post(`${CMS(ns)}?dryRun=All`, cm('b', THREE)))) === 201,
      );
      t.see('after change', await code(t.post(CMS(ns), cm('b', THREE))));
    },
  },
  {
    name: 'parameters may be objects of a built-in kind',
    async run(t) {
      const ns = await t.ns();
      await t.post(`/api/v1/namespaces/${ns}/serviceaccounts`, {
        apiVersion: 'v1',
        kind: 'ServiceAccount',
        metadata: { name: 'params', annotations: { max: '2' } },
      });
      await policy(
        t,
        ns,
        {
          paramKind: { apiVersion: 'v1', kind: 'ServiceAccount' },
          validations: [
            {
              expression: "!has(object.data) || object.data.size() <= int(params.metadata.annotations['max'])",
              messageExpression: "'at most ' + params.metadata.annotations['max']",
            },
          ],
        },
        { paramRef: { name: 'params', namespace: ns, parameterNotFoundAction: 'Deny' } },
      );
      await found(t, ns);
      t.see('two', await code(t.post(CMS(ns), cm('a', TWO))));
      const r = await t.post(CMS(ns), cm('b', THREE));
      t.see('three', [r.status, says(r, 'at most 2')]);
    },
  },
  {
    name: 'a cluster scoped parameter needs no namespace',
    async run(t) {
      const ns = await t.ns(),
        c = await params(t, 'Cluster');
      await t.post(c.path(), cr(c, 'params', { spec: { max: 2 } }));
      await policy(
        t,
        ns,
        {
          paramKind: c.paramKind,
          validations: [{ expression: '!has(object.data) || object.data.size() <= params.spec.max' }],
        },
        { paramRef: { name: 'params', parameterNotFoundAction: 'Deny' } },
      );
      await found(t, ns);
      t.see('two', await code(t.post(CMS(ns), cm('a', TWO))));
      t.see('three', await code(t.post(CMS(ns), cm('b', THREE))));
    },
  },
  {
    name: 'matchConstraints choose operations, names, selectors and exclude rules',
    async run(t) {
      const ns = await t.ns();
      await policy(t, ns, {
        matchConstraints: {
          resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'], operations: ['CREATE'] }],
          excludeResourceRules: [
            {
              apiGroups: [''],
              apiVersions: ['v1'],
              resources: ['configmaps'],
              operations: ['*'],
              resourceNames: ['exempt'],
            },
          ],
          objectSelector: { matchExpressions: [{ key: 'skip', operator: 'DoesNotExist' }] },
        },
        validations: [{ expression: 'false', message: 'no' }],
      });
      t.see('matched', await code(t.post(CMS(ns), cm('a'))));
      t.see('excluded name', await code(t.post(CMS(ns), cm('exempt'))));
      t.see('excluded by label', await code(t.post(CMS(ns), cm('b', { metadata: { labels: { skip: 'me' } } }))));
      t.see('other operation', await code(t.patch(`${CMS(ns)}/b`, { data: { x: 'y' } }, MERGE)));
      t.see(
        'other resource',
        await code(
          t.post(`/api/v1/namespaces/${ns}/secrets`, { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' } }),
        ),
      );
    },
  },
  {
    name: 'a binding narrows its policy',
    async run(t) {
      const ns = await t.ns(),
        other = await t.ns();
      await policy(
        t,
        ns,
        { validations: [{ expression: 'false' }] },
        {
          matchResources: {
            namespaceSelector: only(ns),
            resourceRules: [
              {
                apiGroups: [''],
                apiVersions: ['v1'],
                resources: ['configmaps'],
                operations: ['CREATE'],
                resourceNames: ['bad', 'marker-deny'],
              },
            ],
          },
        },
      );
      t.see('named', await code(t.post(CMS(ns), cm('bad'))));
      t.see('other name', await code(t.post(CMS(ns), cm('good'))));
      t.see('other namespace', await code(t.post(CMS(other), cm('bad'))));
    },
  },
  {
    name: 'a policy sees what mutating webhooks made',
    async run(t) {
      const ns = await t.ns();
      await webhook(
        t,
        ns,
        'Mutating',
        () => ({ patch: [{ op: 'add', path: '/metadata/labels', value: { owner: 'webhook' } }] }),
        { matchConditions: [{ name: 'm', expression: "object.metadata.name == 'auto'" }] },
      );
      await policy(t, ns, {
        validations: [
          {
            expression: "object.metadata.?labels.?owner.hasValue() || object.metadata.name == 'marker-deny'",
            message: 'owner label missing',
          },
        ],
      });
      t.see('added by webhook', await code(t.post(CMS(ns), cm('auto'))));
      t.see('missing', await code(t.post(CMS(ns), cm('hand'))));
    },
  },
  {
    name: 'a policy gets its defaults',
    async run(t) {
      const p = await t.post(`${ADM}/validatingadmissionpolicies?dryRun=All`, policyBody(t, { validations: OK }));
      t.see('policy', { code: p.status, spec: p.json.spec });
      const b = await t.post(`${ADM}/validatingadmissionpolicybindings?dryRun=All`, bindingBody(t, 'x'));
      t.see('binding', { code: b.status, spec: { ...b.json.spec, policyName: undefined } });
    },
  },
  invalidPolicy('a policy without validations is invalid', { validations: [] }),
  invalidPolicy('a policy without matchConstraints is invalid', { matchConstraints: undefined, validations: OK }),
  invalidPolicy('a policy expression that does not compile is invalid', {
    validations: [{ expression: 'object.' }, { expression: 'nope == 1' }, { expression: '"text"' }],
  }),
  invalidPolicy('a policy with a bad messageExpression, message or reason is invalid', {
    validations: [
      { expression: 'true', messageExpression: '1 + 1' },
      { expression: 'true', message: 'two\nlines' },
      { expression: 'true', reason: 'BadMood' },
    ],
  }),
  invalidPolicy('policy matchConditions without name, twice or not compiling are invalid', {
    validations: OK,
    matchConditions: [
      { name: '', expression: 'true' },
      { name: 'a', expression: 'true' },
      { name: 'a', expression: 'true' },
      { name: 'b', expression: 'nope(' },
    ],
  }),
];
