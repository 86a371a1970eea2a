import { ADM, CMS, cm, hook, RULE, register, webhook } from '../../support/admission.mjs';
import { cr, MERGE, need, pick, says, seeError, specSchema, update } from '../../support/case-helpers.mjs';
import { admissionWebhook, deadPort } from '../../support/server.mjs';
import { code, PODS, pod, podNs } from './helpers.mjs';

const invalidHook = (name, change, kind = 'Validating') => ({
  name,
  async run(t) {
    const h = hook('a', { url: 'https://127.0.0.1:1/' });
    const body = {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: `${kind}WebhookConfiguration`,
      metadata: { name: `probe-${t.id}` },
      webhooks: [h],
    };
    change(h, body);
    seeError(t, 'create', await t.post(`${ADM}/${kind.toLowerCase()}webhookconfigurations?dryRun=All`, body));
  },
});

export const cases = [
  // ---- webhooks: what they get
  {
    name: 'a webhook gets object and oldObject for an update and options of its kind',
    async run(t) {
      const ns = await t.ns();
      await t.post(CMS(ns), cm('a', { data: { k: 'v' } }));
      const w = await webhook(t, ns, 'Validating');
      await update(t, `${CMS(ns)}/a`, (o) => {
        o.data = { k: 'w' };
      });
      const q = w.reviews[0].request;
      t.see('request', {
        operation: q.operation,
        name: q.name,
        object: q.object.data,
        oldObject: q.oldObject.data,
        options: q.options,
        dryRun: q.dryRun,
      });
      w.reviews.length = 0;
      await t.patch(`${CMS(ns)}/a`, { data: { k: 'x' } }, MERGE);
      t.see('patch', {
        operation: w.reviews[0].request.operation,
        object: w.reviews[0].request.object.data,
        options: w.reviews[0].request.options.kind,
      });
    },
  },
  {
    name: 'a webhook gets oldObject only for a delete',
    async run(t) {
      const ns = await t.ns();
      await t.post(CMS(ns), cm('a', { data: { k: 'v' } }));
      const w = await webhook(t, ns, 'Validating', undefined, { rules: [RULE(), RULE(['configmaps'], ['DELETE'])] });
      await t.del(`${CMS(ns)}/a?propagationPolicy=Background`);
      const q = w.reviews[0].request;
      t.see('request', {
        operation: q.operation,
        name: q.name,
        object: q.object,
        oldObject: q.oldObject?.data,
        options: q.options,
      });
    },
  },
  {
    name: 'a deletecollection asks the webhook for each object',
    async run(t) {
      const ns = await t.ns();
      for (const n of ['a', 'b']) await t.post(CMS(ns), cm(n));
      const w = await webhook(t, ns, 'Validating', undefined, { rules: [RULE(), RULE(['configmaps'], ['DELETE'])] });
      await t.del(CMS(ns));
      await need(t, 'two reviews', () => w.reviews.length >= 2);
      t.see('reviews', w.reviews.map((x) => [x.request.operation, x.request.oldObject?.metadata?.name]).sort());
    },
  },
  {
    name: 'a webhook gets subresource requests only when its rule names them',
    async run(t) {
      const ns = await podNs(t);
      await t.post(PODS(ns), pod('a'));
      t.cleanup(() => t.del(`${PODS(ns)}/a?gracePeriodSeconds=0`));
      const w = await webhook(t, ns, 'Validating', undefined, { rules: [RULE(), RULE(['pods/status'], ['UPDATE'])] });
      await t.patch(`${PODS(ns)}/a`, { metadata: { labels: { l: '1' } } }, MERGE);
      t.see('main', w.reviews.length);
      await t.patch(`${PODS(ns)}/a/status`, { status: { message: 'hello' } }, MERGE);
      const q = w.reviews[0]?.request;
      t.see('status', {
        ...pick(q, 'subResource', 'requestSubResource', 'operation'),
        resource: q?.resource.resource,
        kind: q?.kind.kind,
      });
    },
  },
  {
    name: 'a webhook sees dryRun, and its side effects decide whether a dry run may ask it',
    async run(t) {
      const ns = await t.ns();
      const w = await webhook(t, ns, 'Validating', undefined, { sideEffects: 'NoneOnDryRun' });
      const r = await t.post(`${CMS(ns)}?dryRun=All`, cm('a'));
      t.see('dry run', { code: r.status, dryRun: w.reviews[0]?.request.dryRun });
    },
  },
  {
    name: 'a webhook gets custom resources',
    async run(t) {
      const ns = await t.ns(),
        c = await t.crd({ schema: specSchema({ a: { type: 'string' } }) });
      const w = await webhook(t, ns, 'Validating', undefined, {
        rules: [RULE(), { ...RULE(['widgets'], ['CREATE']), apiGroups: [c.group] }],
      });
      await t.post(c.path(ns), cr(c, 'x', { spec: { a: 'b', pruned: 1 } }));
      const q = w.reviews[0].request;
      t.see('request', pick(q, 'kind', 'resource', 'requestKind', 'requestResource', 'name', 'operation'));
      t.see('spec', q.object.spec);
    },
  },
  // ---- webhooks: what they do
  {
    name: 'a mutating webhook changes the object by JSON patch',
    async run(t) {
      const ns = await t.ns();
      await webhook(t, ns, 'Mutating', () => ({
        patch: [
          { op: 'add', path: '/data', value: { by: 'webhook' } },
          { op: 'add', path: '/metadata/labels', value: { l: '1' } },
          { op: 'replace', path: '/data/by', value: 'patch' },
        ],
      }));
      const r = await t.post(CMS(ns), cm('a'));
      t.see('created', { code: r.status, data: r.json.data, labels: r.json.metadata.labels });
      t.see('stored', (await t.get(`${CMS(ns)}/a`)).json.data);
    },
  },
  {
    name: 'mutating webhooks run by configuration name and then by their order',
    async run(t) {
      const ns = await t.ns(),
        order = [];
      const w = await admissionWebhook(t, (_request, x) => {
        if (x.path !== '/ready') order.push(x.path);
        return {};
      });
      await register(t, ns, 'Mutating', [hook('b1', w.clientConfig('/b1')), hook('b2', w.clientConfig('/b2'))], '-b');
      await register(t, ns, 'Mutating', [hook('a1', w.clientConfig('/a1')), hook('a2', w.clientConfig('/a2'))], '-a');
      order.length = 0;
      await t.post(CMS(ns), cm('x'));
      t.see('order', order);
    },
  },
  {
    name: 'later mutating webhooks see what earlier ones changed, validating ones the result',
    async run(t) {
      const ns = await t.ns(),
        seen = [];
      const add = (n) => (q) => {
        seen.push([n, { ...q.object.data }]);
        return { patch: [{ op: 'add', path: `/data/${n}`, value: 'y' }] };
      };
      const a = await admissionWebhook(t, add('a')),
        b = await admissionWebhook(t, add('b')),
        v = await admissionWebhook(t, (q) => {
          seen.push(['validating', q.object.data]);
          return {};
        });
      await register(t, ns, 'Mutating', [hook('a', a.clientConfig()), hook('b', b.clientConfig())], '-m');
      await register(t, ns, 'Validating', [hook('v', v.clientConfig())], '-v');
      seen.length = 0;
      const r = await t.post(CMS(ns), cm('x', { data: { own: '1' } }));
      t.see('seen', seen);
      t.see('data', r.json.data);
    },
  },
  {
    name: 'reinvocationPolicy IfNeeded asks again after a later change, Never does not',
    async run(t) {
      const ns = await t.ns();
      const calls = { first: 0, never: 0 };
      const first = await admissionWebhook(t, () => {
          calls.first++;
          return {};
        }),
        never = await admissionWebhook(t, () => {
          calls.never++;
          return {};
        }),
        last = await admissionWebhook(t, () => ({ patch: [{ op: 'add', path: '/data/x', value: 'y' }] }));
      await register(t, ns, 'Mutating', [
        hook('first', first.clientConfig(), { reinvocationPolicy: 'IfNeeded' }),
        hook('never', never.clientConfig()),
        hook('last', last.clientConfig()),
      ]);
      calls.first = calls.never = 0;
      await t.post(CMS(ns), cm('a', { data: { z: '1' } }));
      t.see('calls', calls);
    },
  },
  {
    name: 'a mutating webhook can deny too, and nothing is stored',
    async run(t) {
      const ns = await t.ns();
      await webhook(t, ns, 'Mutating', () => ({ allowed: false, status: { message: 'never' } }));
      const r = await t.post(CMS(ns), cm('a'));
      t.see('denied', { refused: r.status >= 400, says: says(r, 'never') });
      t.see('stored', await code(t.get(`${CMS(ns)}/a`)));
    },
  },
  {
    name: 'failurePolicy Fail refuses when the webhook is dead, Ignore lets pass',
    async run(t) {
      const ns = await t.ns(),
        port = await deadPort(t);
      const dead = { url: `https://127.0.0.1:${port}/`, caBundle: (await admissionWebhook(t)).caBundle };
      await register(t, ns, 'Validating', [
        hook('fail', dead, { failurePolicy: 'Fail', objectSelector: { matchLabels: { f: 'fail' } } }),
        hook('ignore', dead, { failurePolicy: 'Ignore', objectSelector: { matchLabels: { f: 'ignore' } } }),
      ]);
      const go = async (f) => {
        const r = await t.post(CMS(ns), cm('a', { metadata: { labels: { f } } }));
        return { code: r.status, reason: r.json.reason };
      };
      t.see('Fail', await go('fail'));
      t.see('Ignore', await go('ignore'));
    },
  },
  // ---- webhooks: when they are called
  {
    name: 'the namespaceSelector chooses namespaces by label',
    async run(t) {
      const a = await t.ns(),
        b = await t.ns();
      const w = await webhook(t, a, 'Validating');
      await t.post(CMS(a), cm('x'));
      await t.post(CMS(b), cm('x'));
      t.see(
        'namespaces',
        w.reviews.map((x) => x.request.namespace === a),
      );
    },
  },
  {
    name: 'the objectSelector chooses objects by their old or new labels',
    async run(t) {
      const ns = await t.ns();
      const w = await webhook(t, ns, 'Validating', undefined, { objectSelector: { matchLabels: { pick: 'me' } } });
      await t.post(CMS(ns), cm('no'));
      t.see('without', w.reviews.length);
      await t.post(CMS(ns), cm('a', { metadata: { labels: { pick: 'me' } } }));
      t.see('with', w.reviews.length);
      await t.patch(`${CMS(ns)}/a`, { metadata: { labels: { pick: null } } }, MERGE);
      t.see('label removed', w.reviews.length);
      await t.patch(`${CMS(ns)}/a`, { data: { x: 'y' } }, MERGE);
      t.see('afterwards', w.reviews.length);
    },
  },
  {
    name: 'a matchCondition that fails follows the failurePolicy',
    async run(t) {
      const ns = await t.ns(),
        w = await admissionWebhook(t);
      const matchConditions = [{ name: 'breaks', expression: "object.data.none == 'x'" }];
      await register(t, ns, 'Validating', [
        hook('fail', w.clientConfig('/fail'), {
          matchConditions,
          failurePolicy: 'Fail',
          objectSelector: { matchLabels: { f: 'fail' } },
        }),
        hook('ignore', w.clientConfig('/ignore'), {
          matchConditions,
          failurePolicy: 'Ignore',
          objectSelector: { matchLabels: { f: 'ignore' } },
        }),
      ]);
      const go = async (f) => {
        const r = await t.post(CMS(ns), cm(f, { metadata: { labels: { f } }, data: { k: 'v' } }));
        return { refused: r.status >= 400 };
      };
      t.see('Fail', await go('fail'));
      t.see('Ignore', await go('ignore'));
      t.see(
        'asked',
        w.reviews.map((x) => x.path),
      );
    },
  },
  {
    name: 'matchPolicy Equivalent converts other versions, Exact ignores them',
    async run(t) {
      const ns = await t.ns();
      const w = await admissionWebhook(t);
      const rules = [
        {
          apiGroups: ['autoscaling'],
          apiVersions: ['v1'],
          resources: ['horizontalpodautoscalers'],
          operations: ['CREATE'],
        },
      ];
      await register(t, ns, 'Validating', [
        hook('e', w.clientConfig('/equivalent'), { rules, matchPolicy: 'Equivalent' }),
        hook('x', w.clientConfig('/exact'), { rules, matchPolicy: 'Exact' }),
      ]);
      const hpa = (v) => ({
        apiVersion: `autoscaling/${v}`,
        kind: 'HorizontalPodAutoscaler',
        metadata: { name: v },
        spec: { maxReplicas: 3, scaleTargetRef: { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' } },
      });
      t.see('create', await code(t.post(`/apis/autoscaling/v2/namespaces/${ns}/horizontalpodautoscalers`, hpa('v2'))));
      t.see(
        'asked',
        w.reviews.map((x) => x.path),
      );
      const q = w.reviews[0]?.request;
      t.see('request', {
        ...pick(q, 'kind', 'resource', 'requestKind', 'requestResource'),
        apiVersion: q?.object.apiVersion,
      });
      w.reviews.length = 0;
      await t.post(`/apis/autoscaling/v1/namespaces/${ns}/horizontalpodautoscalers`, hpa('v1'));
      t.see('asked for v1', w.reviews.map((x) => x.path).sort());
    },
  },
  {
    name: 'a mutating webhook of another version is converted back',
    async run(t) {
      const ns = await t.ns();
      const v = (name, storage) => ({
        name,
        served: true,
        storage,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      });
      const c = await t.crd({ versions: [v('v1', true), v('v2', false)] });
      const w = await webhook(
        t,
        ns,
        'Mutating',
        () => ({ patch: [{ op: 'add', path: '/spec', value: { by: 'webhook' } }] }),
        {
          rules: [
            RULE(),
            { apiGroups: [c.group], apiVersions: ['v1'], resources: ['widgets'], operations: ['CREATE'] },
          ],
        },
      );
      const r = await t.post(c.path(ns, 'v2'), { ...cr(c, 'x'), apiVersion: `${c.group}/v2` });
      t.see('created', { code: r.status, apiVersion: r.json.apiVersion, spec: r.json.spec });
      t.see(
        'seen',
        w.reviews.map((x) => [x.request.object.apiVersion, x.request.kind.version, x.request.requestKind.version]),
      );
    },
  },
  {
    name: 'what a mutating webhook adds to a custom resource is pruned and validated',
    async run(t) {
      const ns = await t.ns(),
        c = await t.crd({
          schema: specSchema({ a: { type: 'string', maxLength: 3 }, d: { type: 'string', default: 'dflt' } }),
        });
      let value = { a: 'ok', ghost: 1 };
      await webhook(t, ns, 'Mutating', () => ({ patch: [{ op: 'add', path: '/spec', value }] }), {
        rules: [RULE(), { ...RULE(['widgets'], ['CREATE']), apiGroups: [c.group] }],
      });
      const r = await t.post(c.path(ns), cr(c, 'x', { spec: {} }));
      t.see('pruned and defaulted', { code: r.status, spec: r.json.spec });
      value = { a: 'toolong' };
      seeError(t, 'invalid', await t.post(c.path(ns), cr(c, 'y', { spec: {} })));
    },
  },
  {
    name: 'a webhook configuration gets its defaults',
    async run(t) {
      for (const kind of ['Validating', 'Mutating']) {
        const r = await t.post(`${ADM}/${kind.toLowerCase()}webhookconfigurations?dryRun=All`, {
          apiVersion: 'admissionregistration.k8s.io/v1',
          kind: `${kind}WebhookConfiguration`,
          metadata: { name: `probe-${t.id}` },
          webhooks: [
            {
              name: 'a.probe.example.com',
              clientConfig: { service: { namespace: 'x', name: 'y' } },
              rules: [{ apiGroups: [''], apiVersions: ['v1'], resources: ['pods'], operations: ['CREATE'] }],
              sideEffects: 'None',
              admissionReviewVersions: ['v1'],
            },
          ],
        });
        t.see(kind, { code: r.status, webhooks: r.json.webhooks });
      }
    },
  },
  invalidHook('a webhook name that is not fully qualified is invalid', (h) => {
    h.name = 'short';
  }),
  invalidHook('a webhook with only unknown admissionReviewVersions is invalid', (h) => {
    h.admissionReviewVersions = ['v9'];
  }),
  invalidHook('a webhook without clientConfig is invalid', (h) => {
    h.clientConfig = {};
  }),
  invalidHook('a webhook with an http url, a query or a user is invalid', (h, b) => {
    h.clientConfig = { url: 'http://127.0.0.1/' };
    b.webhooks.push(
      { ...h, name: 'b.probe.example.com', clientConfig: { url: 'https://127.0.0.1/?x=y' } },
      { ...h, name: 'c.probe.example.com', clientConfig: { url: 'https://u:p@127.0.0.1/' } },
    );
  }),
  invalidHook('a webhook timeout beyond 1 to 30 seconds is invalid', (h, b) => {
    h.timeoutSeconds = 31;
    b.webhooks.push({ ...h, name: 'b.probe.example.com', timeoutSeconds: -1 });
  }),
  invalidHook('unknown policies of a webhook are invalid', (h) => {
    h.failurePolicy = 'Panic';
    h.matchPolicy = 'Roughly';
  }),
  invalidHook(
    'an unknown reinvocationPolicy is invalid',
    (h) => {
      h.reinvocationPolicy = 'Often';
    },
    'Mutating',
  ),
];
