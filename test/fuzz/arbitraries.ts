import fc from 'fast-check';
import { group, web } from './fuzz-server.js';

/** Strings that have broken servers before. */
const nastyTexts = [
  '',
  ' ',
  '.',
  '..',
  '../../etc',
  '%2e%2e%2f',
  '%',
  '%zz',
  '\0',
  '\ud800',
  '\udc00x',
  '🙂',
  'a\nb',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'web',
  'x'.repeat(70_000),
  '/',
  '~1~0~2',
  '-',
  '$patch',
];

export const text: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...nastyTexts),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ maxLength: 12 }),
);

const nastyJson = [
  'null',
  'true',
  '0',
  '-0',
  '1.5',
  '1e2',
  '1e400',
  '-1e-400',
  '9223372036854775807',
  '9223372036854775808',
  '-9223372036854775809',
  '123456789012345678901234567890',
  '18446744073709551616',
  '"1"',
  '"2026-01-01T00:00:00Z"',
  '[]',
  '{}',
  '[null]',
  '[[]]',
  '{"":null}',
  '{"a":1,"a":2}',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '"\ud800"',
  '"\\ud800"',
  '"\\u0000"',
  '[{"name":"a"},{"name":"a"}]',
  '[{"name":null}]',
  '{"$patch":"delete"}',
];

/** Texts that only look like JSON. */
const notJson = ['NaN', '01', "'x'", '+1', '.5', '1.', '[1,]', '{a:1}', '"\t"', '"\\x"', 'nul', '', '\u00a0'];

/** JSON text, including what no value can express: duplicate keys, numbers beyond a double, lone surrogates. */
export const jsonText: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.oneof(
      { weight: 20, arbitrary: fc.constantFrom(...nastyJson) },
      { weight: 20, arbitrary: text.map((value) => JSON.stringify(value)) },
      { weight: 1, arbitrary: fc.constantFrom(...notJson) },
    ),
    fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join()}]`),
    fc
      .array(fc.tuple(text, tie('value')), { maxLength: 3 })
      .map((fields) => `{${fields.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join()}}`),
  ),
})).value;

const fields = [
  ...['apiVersion', 'kind', 'metadata', 'spec', 'status', 'unknown', '__proto__', 'constructor'].map((name) => [name]),
  ...[
    'name',
    'generateName',
    'namespace',
    'labels',
    'annotations',
    'finalizers',
    'ownerReferences',
    'resourceVersion',
    'uid',
    'generation',
    'creationTimestamp',
    'deletionTimestamp',
    'deletionGracePeriodSeconds',
    'managedFields',
    'selfLink',
    '__proto__',
  ].map((name) => ['metadata', name]),
  ...['reference', 'size', 'ports', 'unknown', '__proto__'].map((name) => ['spec', name]),
  ['metadata', 'labels', 'a'],
  ['metadata', 'labels', '__proto__'],
  ['metadata', 'annotations', '/ /'],
  ['metadata', 'finalizers', '0'],
  ['metadata', 'ownerReferences', '0'],
  ['metadata', 'managedFields', '0'],
  ['metadata', 'managedFields', '0', 'fieldsV1'],
  ['metadata', 'managedFields', '0', 'fieldsV1', 'f:spec'],
  ['metadata', 'managedFields', '0', 'time'],
  ['spec', 'ports', '0'],
  ['spec', 'ports', '0', 'name'],
  ['spec', 'ports', '0', 'port'],
  ['status', 'phase'],
] as readonly (readonly string[])[];

/** An object that is valid except at one or two places. */
export const objectText: fc.Arbitrary<string> = fc
  .array(fc.tuple(fc.constantFrom(...fields), jsonText), { minLength: 1, maxLength: 2 })
  .map((changes) => {
    const base: Tree = new Map<string, Tree>([['metadata', new Map([['name', '"web"']])], ['spec', new Map()]]); // biome-ignore format: one line
    for (const [path, value] of changes) plant(base, path, value);
    return printed(base);
  });

type Tree = string | Map<string, Tree>;

function plant(tree: Tree, [name, ...rest]: readonly string[], value: string): void {
  if (typeof tree === 'string' || name === undefined) return;
  if (rest.length === 0) {
    tree.set(name, value);
    return;
  }
  const below = tree.get(name) ?? wellFormedPart(name);
  tree.set(name, below);
  plant(below, rest, value);
}

function wellFormedPart(name: string): Tree {
  return name === '0' ? wellFormedItem() : new Map();
}

function wellFormedItem(): Tree {
  const entries = {
    manager: '"m"',
    operation: '"Update"',
    apiVersion: '"wardle.example.com/v1"',
    fieldsType: '"FieldsV1"',
  };
  return new Map(Object.entries(entries));
}

function printed(tree: Tree): string {
  if (typeof tree === 'string') return tree;
  if (tree.has('0')) return `[${[...tree.values()].map(printed).join()}]`;
  return `{${[...tree].map(([key, value]) => `${JSON.stringify(key)}:${printed(value)}`).join()}}`;
}

const depth = 10_000;
const aliasBomb = `a0: &a0 [x,x,x,x,x,x,x,x,x]\n${Array.from({ length: 9 }, (_, at) => `a${at + 1}: &a${at + 1} [${Array(9).fill(`*a${at}`).join()}]`).join('\n')}\n`;

/** Bodies that are as long, deep or tangled as a client can make them. */
export const monsters: readonly string[] = [
  '['.repeat(depth),
  '['.repeat(depth) + ']'.repeat(depth),
  `{"metadata":{"name":"web"},"spec":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`,
  `{"metadata":{"name":"web","labels":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}}`,
  `{"metadata":{"name":"web","managedFields":[{"manager":"m","operation":"Apply","apiVersion":"wardle.example.com/v1","fieldsType":"FieldsV1","fieldsV1":${'{"f:a":'.repeat(depth)}{}${'}'.repeat(depth)}}]}}`,
  `[${Array(20_000).fill('{"op":"copy","from":"","path":"/spec/a"}').join()}]`,
  `[${Array(30).fill('{"op":"copy","from":"/spec","path":"/spec/a"}').join()}]`,
  `[{"op":"add","path":"${'/a'.repeat(depth)}","value":1}]`,
  `{"spec":{"ports":[${Array.from({ length: 5000 }, (_, at) => `{"name":"p${at}"}`).join()}]}}`,
  `{"metadata":{"name":"web","labels":{${Array.from({ length: 20_000 }, (_, at) => `"l${at}":"v"`).join()}}}}`,
  `{"metadata":{"name":"web","finalizers":[${Array(20_000).fill('"a/b"').join()}]}}`,
  `{"metadata":{"name":"web","ownerReferences":[${Array(5000).fill('{}').join()}]}}`,
  `{"spec":{"size":${'9'.repeat(100_000)}}}`,
  `{"metadata":{"name":"${'a'.repeat(1_000_000)}"}}`,
  aliasBomb,
  'a: &a [*a]\n',
  `metadata: &m\n  name: web\n  labels: *m\n`,
  `<<: &x {<<: *x}\n`,
  `${'- '.repeat(depth)}a`,
  `${'{a: '.repeat(depth)}1${'}'.repeat(depth)}`,
  `${Array.from({ length: 2000 }, (_, at) => `${' '.repeat(at)}a:`).join('\n')} 1`,
  '? '.repeat(depth),
  '!!js/function "x"',
  '--- a\n--- b\n',
  '"\\',
  '\ufeff{}',
];

const contentTypes = [
  'application/json',
  'application/yaml',
  'application/cbor',
  'application/vnd.kubernetes.protobuf',
  'application/json; charset=utf-16',
  'text/html',
  '',
  ';',
] as const;

/** Bytes from noise to almost valid. */
export const body: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 6, arbitrary: objectText.map((json) => Buffer.from(json)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes)) },
  { weight: 1, arbitrary: jsonText.map((json) => Buffer.from(json)) },
  { weight: 1, arbitrary: fc.tuple(objectText, fc.nat(200)).map(([json, at]) => Buffer.from(json).subarray(0, at)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.concat([kubernetesMagic, bytes])) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.concat([cborMagic, bytes])) },
);

const kubernetesMagic = Buffer.from([0x6b, 0x38, 0x73, 0x00]);
const cborMagic = Buffer.from([0xd9, 0xd9, 0xf7]);

export const patchTypes = [
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
  'application/apply-patch+yaml',
  'application/apply-patch+cbor',
] as const;

const pointer = fc
  .array(
    fc.oneof(fc.constantFrom('metadata', 'name', 'labels', 'spec', 'ports', '0', '-', '-1', '01', '99999999999'), text),
    { maxLength: 4 },
  )
  .map((segments) => segments.map((segment) => `/${segment}`).join(''));

const operation = fc
  .record(
    {
      op: fc.oneof(fc.constantFrom('add', 'remove', 'replace', 'move', 'copy', 'test').map((op) => `"${op}"`), jsonText),
      path: fc.oneof(pointer.map((path) => JSON.stringify(path)), jsonText),
      from: fc.oneof(pointer.map((path) => JSON.stringify(path)), jsonText),
      value: jsonText,
    },
    { requiredKeys: [] },
  )
  .map((fields) => `{${Object.entries(fields).map(([name, value]) => `"${name}":${value}`).join()}}`); // biome-ignore format: one line

const jsonPatch = fc.array(operation, { maxLength: 4 }).map((operations) => `[${operations.join()}]`);

const directive = fc.constantFrom(
  '$patch',
  '$retainKeys',
  '$deleteFromPrimitiveList/finalizers',
  '$deleteFromPrimitiveList/ports',
  '$setElementOrder/ports',
  '$setElementOrder/finalizers',
  '$unknown',
  'ports',
  'finalizers',
  'name',
);
const directiveValue = fc.oneof(
  fc.constantFrom('"delete"', '"replace"', '"merge"', '["a"]', '[{"name":"a"}]', '[{"name":"b"},{"$patch":"delete"}]'),
  jsonText,
);
const directives = fc
  .array(fc.tuple(directive, directiveValue), { maxLength: 4 })
  .map((entries) => entries.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join());

const strategicPatch = fc
  .tuple(directives, directives, directives, directives)
  .map(([top, metadata, spec, port]) => `{${top && `${top},`}"metadata":{${metadata}},"spec":{${spec && `${spec},`}"ports":[{${port}}]}}`); // biome-ignore format: one line

export const patch: fc.Arbitrary<Buffer> = fc.oneof(
  jsonPatch.map((json) => Buffer.from(json)),
  strategicPatch.map((json) => Buffer.from(json)),
  body,
);

const queryValues = {
  labelSelector: fc.oneof(text, fc.stringMatching(/^[a-c!=,() inot]{0,30}$/)),
  fieldSelector: fc.oneof(text, fc.stringMatching(/^(metadata\.name|spec\.reference|x)?[!=,\\a]{0,10}$/)),
  limit: fc.oneof(text, fc.constantFrom('1', '0', '-1', '9223372036854775807', '9223372036854775808', '1e3')),
  continue: fc.oneof(
    text,
    fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('base64url')),
    fc.tuple(jsonText, jsonText).map(([rv, start]) => base64(`{"v":"meta.k8s.io/v1","rv":${rv},"start":${start}}`)),
    text.map((start) => base64(JSON.stringify({ v: 'meta.k8s.io/v1', rv: 1, start }))),
  ),
  resourceVersion: fc.oneof(text, fc.constantFrom('0', '1', '-1', '00', '1.5', '0x1')),
  resourceVersionMatch: fc.oneof(text, fc.constantFrom('Exact', 'NotOlderThan')),
  sendInitialEvents: text,
  allowWatchBookmarks: text,
  dryRun: fc.oneof(text, fc.constant('All')),
  timeout: fc.oneof(text, fc.constantFrom('1s', '-1s', '1e9h', '0')),
  timeoutSeconds: fc.oneof(text, fc.constantFrom('-1', '9223372036854775808')),
  pretty: text,
  fieldManager: text,
  fieldValidation: fc.oneof(text, fc.constantFrom('Strict', 'Ignore', 'Warn')),
  force: text,
  propagationPolicy: fc.oneof(text, fc.constantFrom('Orphan', 'Foreground', 'Background')),
  gracePeriodSeconds: fc.oneof(text, fc.constantFrom('-1', '0', '9223372036854775808')),
  orphanDependents: text,
  includeObject: fc.oneof(text, fc.constantFrom('None', 'Metadata', 'Object')),
};

function base64(token: string): string {
  return Buffer.from(token).toString('base64url');
}

const parameter = fc.oneof(
  ...Object.entries(queryValues).map(([name, values]) =>
    values.filter(({ length }) => length < 1000).map((value) => `${name}=${escaped(value)}`),
  ),
);

/** Without watches, because their responses do not end. */
export const query: fc.Arbitrary<string> = fc
  .array(parameter, { maxLength: 3 })
  .map((parameters) => parameters.join('&'));

/** Lone surrogates have no escaped form: they are sent as a decoder would replace them. */
function escaped(value: string): string {
  return encodeURIComponent(value.toWellFormed());
}

const segment = fc.oneof(
  fc.constantFrom('apis', 'api', 'wardle.example.com', 'v1', 'v1alpha1', 'namespaces', 'default', 'flunders', 'web'),
  fc.constantFrom('status', 'scale', 'fischers', 'watch', 'proxy', 'openapi', 'v2', 'v3', 'healthz', 'livez', 'readyz'),
  fc.constantFrom('', '.', '..', '%2e%2e', '%2F', '%00', '%', '%zz', '%ff', '%ed%a0%80', '%F0%9F%99%82', ';a=b', '*'),
  text.filter((value) => value.length < 1000).map(escaped),
  fc.constant('x'.repeat(5000)),
);

const inGroup = fc.array(segment, { maxLength: 4 }).map((segments) => [`${group}/v1`, ...segments].join('/'));

export const path: fc.Arbitrary<string> = fc.oneof(
  inGroup,
  fc.array(segment, { maxLength: 8 }).map((segments) => `/${segments.join('/')}`),
  fc.array(segment, { maxLength: 2 }).map((segments) => [web, ...segments].join('/')),
);

export const method: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE'),
  fc.stringMatching(/^[A-Za-z]{1,8}$/).filter((name) => name.toUpperCase() !== 'CONNECT'),
);

const mediaRange = fc.constantFrom(
  ...contentTypes,
  '*/*',
  'application/*',
  'application/json;as=Table;v=v1;g=meta.k8s.io',
  'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io',
  'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io',
  'application/json;as=APIGroupDiscoveryList;v=v2;g=apidiscovery.k8s.io',
  'application/json;as=__proto__;v=constructor;g=toString',
  'application/com.github.proto-openapi.spec.v2@v1.0+protobuf',
  'application/json;q=0',
  'application/json;q=nonsense',
  'application/yaml;q=1e999',
  'a/b;c="',
  ',',
);

const headerText = fc.oneof(fc.stringMatching(/^[ -~]{0,30}$/).map((value) => value.trim()), fc.constant('a'.repeat(4000))); // biome-ignore format: one line

export const headers: fc.Arbitrary<Record<string, string>> = fc.record(
  {
    accept: fc.oneof(
      fc.array(mediaRange, { maxLength: 4 }).map((ranges) => ranges.join()),
      headerText,
    ),
    'content-type': fc.oneof(fc.constantFrom(...contentTypes, ...patchTypes), headerText),
    'accept-encoding': fc.oneof(fc.constantFrom('gzip', 'gzip;q=0', '*', 'br'), headerText),
    'content-encoding': headerText,
    authorization: headerText,
    'user-agent': fc.oneof(fc.constant('kubectl/v1.36.0'), fc.constant('Mozilla/5.0'), headerText),
    'if-none-match': headerText,
    expect: fc.constantFrom('100-continue', 'x'),
    'x-remote-user': headerText,
    'impersonate-user': headerText,
    'audit-id': headerText,
  },
  { requiredKeys: [] },
);
