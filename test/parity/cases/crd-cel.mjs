// x-kubernetes-validations: CEL rules of custom resources.
import {
  CRDS,
  cr,
  crdBody,
  MERGE,
  need,
  says,
  seeError as seeErrAll,
  specSchema,
  update,
  withRetries,
} from '../support/case-helpers.mjs';
export const parallel = 8;
const V = 'x-kubernetes-validations',
  seeError = (t, label, r) => seeErrAll(t, label, r, (c) => !c.startsWith('<nil>'));
const str = { type: 'string', maxLength: 60 },
  int = { type: 'integer' };
const list = (items, more = {}) => ({ type: 'array', maxItems: 20, items, ...more }),
  strs = list({ type: 'string', maxLength: 50 }),
  ints = list(int);
const obj = (properties, more = {}) => ({ type: 'object', properties, ...more });
const R = (rule, more = {}) => ({ rule, ...more });
/** Custom resources with each spec against rules on .spec; records code, causes and whether the answer contains `text`. */
const rules = (name, properties, rs, specs, { text, more = {} } = {}) => ({
  name,
  async run(t) {
    const c = await t.crd({
      scope: 'Cluster',
      schema: specSchema(properties, { ...more, [V]: rs.map((r) => (typeof r === 'string' ? R(r) : r)) }),
    });
    t.see('crd', c.created.status);
    if (c.created.status >= 300) return seeError(t, 'refused', c.created);
    const answers = await Promise.all(specs.map(([, spec]) => t.post(`${c.path()}?dryRun=All`, cr(c, 'a', { spec }))));
    specs.forEach(([label], i) => {
      const r = answers[i];
      if (r.status < 300) t.see(label, { code: r.status });
      else {
        seeError(t, label, r);
        if (text) t.see(`${label} says`, says(r, text));
      }
    });
  },
});
/** A rule of the CEL libraries: true for the good specs, false for the bad ones. */
const fn = (name, properties, rule, good, bad) =>
  rules(
    name,
    properties,
    [R(rule, { message: 'rule is false' })],
    [...good.map((s, i) => [`good ${i}`, s]), ...bad.map((s, i) => [`bad ${i}`, s])],
    { text: 'rule is false' },
  );
/** The CRD with these rules on .spec is refused (or accepted). */
const compile = (name, properties, rs, more = {}) => ({
  name,
  async run(t) {
    seeError(
      t,
      'create',
      await t.post(
        `${CRDS}?dryRun=All`,
        crdBody(t, {
          schema: specSchema(properties, { ...more, [V]: rs.map((r) => (typeof r === 'string' ? R(r) : r)) }),
        }),
      ),
    );
  },
});
/** Creates with the first spec, then merge-patches the others one after another. */
const steps = (name, schema, first, patches, text) => ({
  name,
  async run(t) {
    const c = await t.crd({ scope: 'Cluster', schema });
    t.see('crd', c.created.status);
    const a = await t.post(c.path(), cr(c, 'a', { spec: first }));
    seeError(t, 'create', a);
    for (const [label, spec] of patches) {
      const r = await t.patch(`${c.path()}/a`, { spec }, MERGE);
      seeError(t, label, r);
      if (text && r.status >= 300) t.see(`${label} says`, says(r, text));
    }
  },
});
export const cases = withRetries([
  // ---- messages, reasons, paths
  rules(
    'a false rule refuses the object and names the place',
    { a: int, b: int },
    ['self.a < self.b'],
    [
      ['true', { a: 1, b: 2 }],
      ['false', { a: 2, b: 1 }],
    ],
  ),
  rules(
    'the message of a rule is shown',
    { a: int },
    [R('self.a > 0', { message: 'a must be positive, please' })],
    [['false', { a: 0 }]],
    { text: 'a must be positive, please' },
  ),
  rules(
    'messageExpression is evaluated and wins over message',
    { a: str },
    [R("self.a == 'good'", { message: 'plain', messageExpression: '"a is " + self.a + " which is low"' })],
    [['false', { a: 'poor' }]],
    { text: 'a is poor which is low' },
  ),
  rules(
    'all false rules are reported',
    { a: int, b: { ...int, [V]: [R('self > 0')] } },
    ['self.a > 0', 'self.a + self.b > 5'],
    [['all', { a: 0, b: 0 }]],
  ),
  rules(
    'rules are not run when the schema refuses the type',
    { a: int },
    [R('self.a > 0', { message: 'from the rule' })],
    [['wrong type', { a: 'x' }]],
    { text: 'from the rule' },
  ),
  // ---- places
  {
    name: 'a rule on a scalar, in list items and in map values is run where it stands',
    async run(t) {
      const pos = { ...int, [V]: [R('self > 0', { message: 'not positive' })] };
      const c = await t.crd({
        scope: 'Cluster',
        schema: specSchema({
          s: pos,
          l: list(pos),
          m: { type: 'object', maxProperties: 9, additionalProperties: pos },
        }),
      });
      seeError(t, 'ok', await t.post(`${c.path()}?dryRun=All`, cr(c, 'a', { spec: { s: 1, l: [1, 2], m: { x: 3 } } })));
      seeError(
        t,
        'bad',
        await t.post(`${c.path()}?dryRun=All`, cr(c, 'a', { spec: { s: 0, l: [1, 0], m: { x: 3, y: -1 } } })),
      );
    },
  },
  rules(
    'a rule is not run when its object is absent',
    { o: { ...obj({ a: int }), [V]: [R('self.a > 0')] } },
    ['true'],
    [
      ['absent', {}],
      ['present', { o: { a: 0 } }],
    ],
  ),
  rules(
    'a rule sees defaulted values',
    { a: { ...int, default: 5 }, b: int },
    ['self.a == 5 || self.b > self.a'],
    [
      ['default', { b: 1 }],
      ['set', { a: 3, b: 1 }],
    ],
  ),
  rules(
    'a rule cannot see unknown fields of a preserving object but its known ones',
    { o: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties: { a: int } } },
    ['self.o.a > 0'],
    [
      ['ok', { o: { a: 1, x: 'y' } }],
      ['bad', { o: { a: 0, x: 'y' } }],
    ],
  ),
  rules(
    'embedded resources show apiVersion, kind and metadata.name to rules',
    { e: { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true } },
    ["self.e.kind == 'Thing' && self.e.metadata.name == 'x'"],
    [
      ['ok', { e: { apiVersion: 'v1', kind: 'Thing', metadata: { name: 'x' } } }],
      ['bad', { e: { apiVersion: 'v1', kind: 'Thing', metadata: { name: 'y' } } }],
    ],
  ),
  // ---- language
  fn(
    'has() tells set from unset fields',
    { a: str, b: str },
    'has(self.a) != has(self.b)',
    [{ a: '' }, { b: 'x' }],
    [{}, { a: 'x', b: 'y' }],
  ),
  fn(
    'the two variable macros see index and value',
    { l: ints },
    'self.l.all(i, v, v == i * 10)',
    [{ l: [0, 10, 20] }],
    [{ l: [0, 11] }],
  ),
  fn('a division by zero is an error and refuses', { a: int }, '10 / self.a > 0', [{ a: 2 }], [{ a: 0 }]),
  // ---- libraries
  fn(
    'strings: lowerAscii, upperAscii and trim',
    { s: str },
    "self.s.lowerAscii() == 'abc' && self.s.upperAscii() == 'ABC' && (' ' + self.s + ' ').trim() == self.s",
    [{ s: 'aBc' }],
    [{ s: 'abcd' }],
  ),
  fn(
    'strings: charAt and substring',
    { s: str },
    "self.s.charAt(1) == 'b' && self.s.substring(1) == 'bcd' && self.s.substring(1, 3) == 'bc'",
    [{ s: 'abcd' }],
    [{ s: 'abcx' }, { s: '' }],
  ),
  fn(
    'strings: replace',
    { s: str },
    "self.s.replace(',', '') == 'abc' && self.s.replace(',', ';', 1) == 'a;b,c'",
    [{ s: 'a,b,c' }],
    [{ s: 'a,b' }],
  ),
  fn(
    'strings: format and quote',
    { s: str, a: int },
    "'%s=%d'.format([self.s, self.a]) == 'x=1' && strings.quote(self.s) == '\"x\"'",
    [{ s: 'x', a: 1 }],
    [{ s: 'x', a: 2 }],
  ),
  fn(
    'strings: matches, contains, startsWith and endsWith',
    { s: str },
    "self.s.matches('^[a-z]+[0-9]$') && self.s.contains('bc') && self.s.startsWith('ab') && self.s.endsWith('1')",
    [{ s: 'abc1' }],
    [{ s: 'abc' }, { s: 'xabc1' }],
  ),
  fn(
    'lists: distinct, slice, sort, reverse and flatten-free concatenation',
    { l: ints },
    'self.l + [9] == [3, 1, 9] && self.l.slice(0, 1) == [3] && self.l.sort() == [1, 3] && self.l.reverse() == [1, 3] && (self.l + self.l).distinct() == self.l',
    [{ l: [3, 1] }],
    [{ l: [3, 2] }],
  ),
  fn(
    'quantity() compares and adds',
    { s: str },
    "isQuantity(self.s) && quantity(self.s).isGreaterThan(quantity('1Gi')) && quantity(self.s).isLessThan(quantity('3Gi')) && quantity(self.s).add(quantity('1Gi')).compareTo(quantity('3Gi')) == 0 && quantity('2').isInteger() && quantity('2').asInteger() == 2 && quantity('500m').asApproximateFloat() == 0.5",
    [{ s: '2Gi' }, { s: '2048Mi' }],
    [{ s: '1Gi' }, { s: 'lots' }],
  ),
  fn(
    'format.dns1123Label validates',
    { s: str },
    '!format.dns1123Label().validate(self.s).hasValue()',
    [{ s: 'a-b' }],
    [{ s: 'A_b' }, { s: 'a.b' }],
  ),
  steps(
    'equality of list maps and sets ignores order, of atomic lists not',
    specSchema({
      m: list(obj({ n: { type: 'string', maxLength: 9 }, v: int }, { required: ['n'] }), {
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['n'],
        [V]: [R('self == oldSelf')],
      }),
      s: { ...strs, 'x-kubernetes-list-type': 'set', [V]: [R('self == oldSelf')] },
      a: { ...strs, [V]: [R('self == oldSelf')] },
    }),
    { m: [{ n: 'a', v: 1 }, { n: 'b' }], s: ['x', 'y'], a: ['x', 'y'] },
    [
      ['map reordered', { m: [{ n: 'b' }, { n: 'a', v: 1 }] }],
      ['set reordered', { s: ['y', 'x'] }],
      ['atomic reordered', { a: ['y', 'x'] }],
      ['map changed', { m: [{ n: 'b' }, { n: 'a', v: 2 }] }],
    ],
  ),
  steps(
    'adding to a list map or set merges as in apply',
    specSchema({
      m: list(obj({ n: { type: 'string', maxLength: 9 }, v: int }, { required: ['n'] }), {
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['n'],
        [V]: [R('oldSelf + self == self', { message: 'entries cannot be removed' })],
      }),
    }),
    { m: [{ n: 'a', v: 1 }] },
    [
      ['added', { m: [{ n: 'a', v: 2 }, { n: 'b' }] }],
      ['removed', { m: [{ n: 'b' }] }],
    ],
    'entries cannot be removed',
  ),
  // ---- escaping
  // ---- transitions
  steps(
    'a rule with oldSelf makes a field immutable',
    specSchema({ a: { ...str, [V]: [R('self == oldSelf', { message: 'a cannot be changed' })] }, b: str }),
    { a: 'x' },
    [
      ['other field', { b: 'y' }],
      ['same value', { a: 'x' }],
      ['changed', { a: 'z' }],
    ],
    'a cannot be changed',
  ),
  steps(
    'a rule with oldSelf does not run on create nor when the value is new or removed',
    specSchema({ o: obj({ a: { ...int, [V]: [R('self > oldSelf')] }, b: int }) }),
    { o: { b: 1 } },
    [
      ['value is new', { o: { a: 5 } }],
      ['grows', { o: { a: 6 } }],
      ['shrinks', { o: { a: 1 } }],
      ['removed', { o: { a: null } }],
    ],
  ),
  {
    name: 'optionalOldSelf refuses a create that breaks the rule',
    async run(t) {
      const c = await t.crd({
        scope: 'Cluster',
        schema: specSchema({
          a: {
            ...int,
            [V]: [
              R('oldSelf.optMap(o, self > o).orValue(self == 1)', { optionalOldSelf: true, message: 'start with one' }),
            ],
          },
        }),
      });
      t.see('crd', c.created.status);
      const r = await t.post(`${c.path()}?dryRun=All`, cr(c, 'a', { spec: { a: 2 } }));
      seeError(t, 'create', r);
      t.see('says', says(r, 'start with one'));
    },
  },
  steps(
    'a transition rule on list map items correlates them by key',
    specSchema({
      l: list(
        obj({ n: { type: 'string', maxLength: 9 }, v: { ...int, [V]: [R('self >= oldSelf')] } }, { required: ['n'] }),
        { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['n'] },
      ),
    }),
    {
      l: [
        { n: 'a', v: 1 },
        { n: 'b', v: 5 },
      ],
    },
    [
      [
        'reordered and grown',
        {
          l: [
            { n: 'b', v: 6 },
            { n: 'a', v: 1 },
          ],
        },
      ],
      [
        'shrunk',
        {
          l: [
            { n: 'a', v: 0 },
            { n: 'b', v: 6 },
          ],
        },
      ],
      ['new item', { l: [{ n: 'c', v: 0 }] }],
    ],
  ),
  steps(
    'a required field can be made permanent with has(oldSelf)',
    specSchema({ a: str, b: str }, { [V]: [R('!has(oldSelf.a) || has(self.a)', { message: 'a cannot be removed' })] }),
    { a: 'x' },
    [
      ['removed', { a: null, b: 'y' }],
      ['kept', { b: 'z' }],
    ],
    'a cannot be removed',
  ),
  {
    name: 'rules run on the status subresource too',
    async run(t) {
      const c = await t.crd({
        scope: 'Cluster',
        schema: {
          type: 'object',
          properties: {
            spec: obj({ a: int }),
            status: { ...obj({ n: int }), [V]: [R('self.n > 0', { message: 'n must be positive' })] },
          },
        },
        version: { subresources: { status: {} } },
      });
      await t.post(c.path(), cr(c, 'a', { spec: { a: 1 } }));
      const r = await t.patch(`${c.path()}/a/status`, { status: { n: 0 } }, MERGE);
      seeError(t, 'bad', r);
      t.see('says', says(r, 'n must be positive'));
      seeError(t, 'good', await t.patch(`${c.path()}/a/status`, { status: { n: 1 } }, MERGE));
    },
  },
  // ---- ratcheting
  {
    name: 'a rule added later tolerates an unchanged value on update',
    async run(t) {
      const c = await t.crd({ scope: 'Cluster', schema: specSchema({ a: int, b: str }) });
      await t.post(c.path(), cr(c, 'a', { spec: { a: 0 } }));
      await update(t, c.crdPath, (o) => {
        o.spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.a[V] = [
          R('self > 0', { message: 'new rule' }),
        ];
      });
      await need(
        t,
        'new rule',
        async () => (await t.post(`${c.path()}?dryRun=All`, cr(c, 'b', { spec: { a: 0 } }))).status === 422,
      );
      seeError(t, 'unrelated change', await t.patch(`${c.path()}/a`, { spec: { b: 'x' } }, MERGE));
      seeError(t, 'changed', await t.patch(`${c.path()}/a`, { spec: { a: -1 } }, MERGE));
      seeError(t, 'made valid', await t.patch(`${c.path()}/a`, { spec: { a: 1 } }, MERGE));
    },
  },
  {
    name: 'a transition rule is not ratcheted',
    async run(t) {
      const c = await t.crd({
        scope: 'Cluster',
        schema: specSchema({ a: { ...int, [V]: [R('self > oldSelf')] }, b: str }),
      });
      await t.post(c.path(), cr(c, 'a', { spec: { a: 1 } }));
      seeError(t, 'unchanged', await t.patch(`${c.path()}/a`, { spec: { b: 'x' } }, MERGE));
    },
  },
  // ---- what does not compile
  compile('a rule on spec cannot see metadata', { a: int }, ['self.metadata.name == "x"']),
  compile('an unknown reason is refused', { a: int }, [R('self.a > 0', { reason: 'BadMood' })]),
  compile('a fieldPath that the schema does not have is refused', { a: int }, [
    R('self.a > 0', { fieldPath: '.nope' }),
  ]),
  compile('rules inside anyOf are refused', { a: int }, ['true'], { anyOf: [{ [V]: [R('true')] }] }),
  {
    name: 'a root rule that reads metadata.labels is refused',
    async run(t) {
      seeError(
        t,
        'create',
        await t.post(
          `${CRDS}?dryRun=All`,
          crdBody(t, { schema: { ...specSchema({ a: int }), [V]: [R("self.metadata.labels['a'] == 'b'")] } }),
        ),
      );
    },
  },
  // ---- cost
  compile(
    'nested unbounded lists exceed the estimated cost',
    { l: { type: 'array', items: { type: 'array', items: str } } },
    ['self.l.all(x, x.all(y, self.l.all(z, z.all(w, w.contains(y)))))'],
  ),
  compile(
    'the same rule with bounds is accepted',
    {
      l: { type: 'array', maxItems: 3, items: { type: 'array', maxItems: 3, items: { type: 'string', maxLength: 5 } } },
    },
    ['self.l.all(x, x.all(y, self.l.all(z, z.all(w, w.contains(y)))))'],
  ),
]);
