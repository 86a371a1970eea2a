import { specSchema } from '../../support/case-helpers.mjs';
import { values } from './helpers.mjs';

/** One string format: good values are taken, bad ones refused. */
const format = (f, good, bad) =>
  values(`format ${f} takes its values and refuses others`, { a: { type: 'string', format: f } }, [
    ...good.map((v) => [`good ${v}`, { a: v }]),
    ...bad.map((v) => [`bad ${v}`, { a: v }]),
  ]);

export const cases = [
  // ---- types
  values('type string refuses numbers, booleans, lists and objects', { a: { type: 'string' } }, [
    ['ok', { a: 'x' }],
    ['empty', { a: '' }],
    ['number', { a: 1 }],
    ['boolean', { a: true }],
    ['list', { a: [] }],
    ['object', { a: {} }],
  ]),
  values('type number takes integers and fractions', { a: { type: 'number' } }, [
    ['integer', { a: 7 }],
    ['fraction', { a: 1.5 }],
    ['exponent', '{"a":1e3}'],
    ['string', { a: '1.5' }],
  ]),
  values(
    'type array and object refuse each other',
    { a: { type: 'array', items: { type: 'integer' } }, o: { type: 'object', properties: { b: { type: 'string' } } } },
    [
      ['ok', { a: [1, 2], o: { b: 'x' } }],
      ['object for array', { a: {} }],
      ['array for object', { o: [] }],
      ['string for object', { o: 'x' }],
      ['wrong item', { a: [1, 'x', true] }],
      ['empty', { a: [], o: {} }],
    ],
  ),
  {
    name: 'an int64 beyond 2^53 is stored exactly',
    async run(t) {
      const c = await t.crd({ scope: 'Cluster', schema: specSchema({ i: { type: 'integer', format: 'int64' } }) });
      const r = await t.post(
        c.path(),
        `{"apiVersion":"${c.apiVersion}","kind":"Widget","metadata":{"name":"a"},"spec":{"i":9223372036854775807}}`,
      );
      t.see('created', r.status);
      t.see('exact', (await t.get(`${c.path()}/a`)).text.includes('9223372036854775807'));
    },
  },
  // ---- numbers
  values('minimum and maximum', { a: { type: 'integer', minimum: 2, maximum: 5 } }, [
    ['low', { a: 1 }],
    ['min', { a: 2 }],
    ['max', { a: 5 }],
    ['high', { a: 6 }],
  ]),
  // ---- strings
  values(
    'pattern is unanchored',
    { a: { type: 'string', pattern: 'b+c' }, b: { type: 'string', pattern: '^[a-z]+$' } },
    [
      ['ok', { a: 'abbcd', b: 'xyz' }],
      ['not', { a: 'bd' }],
      ['anchored', { b: 'xyZ' }],
    ],
  ),
  format(
    'date-time',
    ['2024-02-29T12:00:00Z', '2024-02-29T12:00:00.123+02:00'],
    ['2024-02-29', 'yesterday', '2024-13-01T00:00:00Z'],
  ),
  format('date', ['2024-02-29'], ['29.2.2024', 'x', '2023-02-30']),
  format('ipv4', ['10.0.0.1'], ['10.0.0', '::1', '256.0.0.1']),
  format('ipv6', ['::1', 'fe80::1'], ['10.0.0.1', ':::']),
  format('uuid4', ['123e4567-e89b-42d3-a456-426614174000'], ['123e4567-e89b-12d3-a456-426614174000']),
  format('email', ['a@example.com'], ['not an address']),
  format('hexcolor', ['#fff', '#00ff00'], ['red', '#ggg']),
  format('creditcard', ['4111111111111111'], ['1234']),
  format('rgbcolor', ['rgb(255,255,255)'], ['white']),
  format('k8s-short-name', ['a-1'], ['a.b', 'Not_Ok']),
  values('an unknown format is not checked', { a: { type: 'string', format: 'favourite-colour' } }, [
    ['any', { a: 'whatever' }],
  ]),
  // ---- arrays and objects
  values('a required root field is named', { a: { type: 'string' } }, [['missing', {}]], { required: ['a'] }),
  values(
    'a set refuses duplicates',
    { s: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } } },
    [
      ['ok', { s: ['b', 'a'] }],
      ['twice', { s: ['a', 'b', 'a'] }],
    ],
  ),
  // ---- combinations
  values(
    'anyOf needs one match',
    {
      a: {
        type: 'object',
        properties: { b: { type: 'string' }, c: { type: 'string' } },
        anyOf: [{ required: ['b'] }, { required: ['c'] }],
      },
    },
    [
      ['first', { a: { b: 'x' } }],
      ['both', { a: { b: 'x', c: 'y' } }],
      ['none', { a: {} }],
    ],
    {},
    { keep: () => false },
  ),
  values('allOf needs every match', { a: { type: 'integer', allOf: [{ minimum: 3 }, { maximum: 5 }] } }, [
    ['ok', { a: 4 }],
    ['low', { a: 2 }],
    ['high', { a: 6 }],
  ]),
  values(
    'not must not match',
    { a: { type: 'string', not: { enum: ['bad'] } } },
    [
      ['ok', { a: 'good' }],
      ['bad', { a: 'bad' }],
    ],
    {},
    { keep: () => false },
  ),
  // ---- null
  values(
    'null for a nullable field is kept',
    {
      a: { type: 'string', nullable: true },
      o: { type: 'object', nullable: true, properties: { b: { type: 'string' } } },
    },
    [['nulls', { a: null, o: null }]],
  ),
  values(
    'null for a field that is not nullable is pruned, null in a list is refused',
    { a: { type: 'string' }, l: { type: 'array', items: { type: 'string' } } },
    [
      ['null', { a: null }],
      ['null item', { l: [null] }],
      ['null list', { l: null }],
    ],
  ),
];
