// The requests that are made of many objects, of one large object, or of many definitions.

const configMaps = '/api/v1/configmaps';
const protobuf = 'application/vnd.kubernetes.protobuf';
const table = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json';
const metadata = (type) => `${type};as=PartialObjectMetadataList;v=v1;g=meta.k8s.io`;
const initialEvents =
  'watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&timeoutSeconds=60';
const annotated = 'k8s.io/initial-events-end';

/** Requests of many ConfigMaps. */
export const listRequests = {
  'LIST as JSON': list('application/json'),
  'LIST as JSON, gzipped': list('application/json', { 'accept-encoding': 'gzip' }),
  'LIST as Table': list(table),
  'LIST as Table, gzipped': list(table, { 'accept-encoding': 'gzip' }),
  'LIST as protobuf': list(protobuf),
  'LIST as YAML': list('application/yaml'),
  'LIST of metadata': list(metadata('application/json')),
  'LIST of metadata as protobuf': list(metadata(protobuf)),
  'LIST as indented JSON': { path: `${configMaps}?pretty=true`, headers: { accept: 'application/json' } },
  'LIST by label': { path: `${configMaps}?labelSelector=app%3Dodd`, headers: { accept: 'application/json' } },
  'LIST by labels that none has': { path: `${configMaps}?labelSelector=a%20in%20(b%2Cc)%2Cd%21%3De` },
  'LIST by name': { path: `${configMaps}?fieldSelector=metadata.name%21%3Da` },
  'LIST in another version': { path: '/apis/autoscaling/v1/horizontalpodautoscalers' },
  'WATCH with initial events': { path: `${configMaps}?${initialEvents}`, until: annotated },
  'WATCH with initial events as protobuf': {
    path: `${configMaps}?${initialEvents}`,
    headers: { accept: `${protobuf};stream=watch` },
    until: annotated,
  },
  'WATCH with initial events as Tables': {
    path: `${configMaps}?${initialEvents}`,
    headers: { accept: table },
    until: annotated,
  },
};

/** Repeated: a request may not take more than a minute, and what it has deleted by then stays deleted. */
export const deleteCollection = { method: 'DELETE', path: '/api/v1/namespaces/default/configmaps', isRepeated: true };

function list(accept, headers = {}) {
  return { path: configMaps, headers: { accept, ...headers } };
}

export function configMap(index) {
  const labels = { app: index % 2 === 0 ? 'even' : 'odd', tier: `t${index % 100}` };
  const body = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: `object-${index}`, labels },
    data: { value: 'x'.repeat(800), more: `line ${index}\nline` },
  };
  return { method: 'POST', path: '/api/v1/namespaces/default/configmaps', body: JSON.stringify(body) };
}

export function autoscaler(index) {
  const body = {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: `scaler-${index}` },
    spec: { maxReplicas: 3, scaleTargetRef: { kind: 'Deployment', name: 'a', apiVersion: 'apps/v1' } },
  };
  const path = '/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers';
  return { method: 'POST', path, body: JSON.stringify(body) };
}

const wideGroup = 'wide.example.com';
const wideItems = `/apis/${wideGroup}/v1/namespaces/default/wides`;

/** Fails until the definition is established. */
export const wideIsServed = { path: `/apis/${wideGroup}/v1/wides`, isRepeated: true };

/** A definition with a list whose items are merged by name. */
export function wideDefinition() {
  const item = {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string' }, value: { type: 'string' } },
  };
  const items = { type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'], items: item };
  const spec = { type: 'object', properties: { items } };
  return definition({ group: wideGroup, plural: 'wides', kind: 'Wide', properties: { spec } });
}

/** Requests with one large object, in this order. */
export function objectRequests(items) {
  const named = Array.from({ length: items }, (_, index) => ({ name: index.toString(36) }));
  const type = { apiVersion: `${wideGroup}/v1`, kind: 'Wide' };
  const wide = (name, value) =>
    JSON.stringify({
      ...type,
      metadata: { name },
      spec: { items: value === undefined ? named : named.with(0, { name: '0', value }) },
    });
  const data = Object.fromEntries(named.map(({ name }) => [name, 'v']));
  const map = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'wide' }, data });
  const applied = (value) => ({
    method: 'PATCH',
    path: `${wideItems}/applied?fieldManager=bench&force=true`,
    type: 'application/apply-patch+yaml',
    body: wide('applied', value),
  });
  const patch = JSON.stringify({ data: Object.fromEntries(named.map(({ name }) => [name, 'w'])) });
  const maps = '/api/v1/namespaces/default/configmaps';
  return {
    [`CREATE with a list of ${items}`]: { method: 'POST', path: wideItems, body: wide('created') },
    [`APPLY of a list of ${items}`]: applied(),
    [`APPLY of the same with one change`]: applied('b'),
    [`GET of it as YAML`]: { path: `${wideItems}/applied`, headers: { accept: 'application/yaml' } },
    [`CREATE with a map of ${items}`]: { method: 'POST', path: maps, body: map },
    [`merge PATCH of every key`]: {
      method: 'PATCH',
      path: `${maps}/wide`,
      type: 'application/merge-patch+json',
      body: patch,
    },
    [`GET of it as protobuf`]: { path: `${maps}/wide`, headers: { accept: protobuf } },
  };
}

const manyGroup = 'many.example.com';

function thing(index) {
  const body = {
    apiVersion: `${manyGroup}/v1`,
    kind: `Thing${index}`,
    metadata: { name: 'first' },
    spec: { field1: 'a' },
  };
  return {
    method: 'POST',
    path: `/apis/${manyGroup}/v1/namespaces/default/things${index}`,
    body: JSON.stringify(body),
  };
}

export function oneOfManyDefinitions(index) {
  const text = { type: 'string', maxLength: 100, description: 'A field of the definition.' };
  const fields = Object.fromEntries(Array.from({ length: 20 }, (_, field) => [`field${field}`, text]));
  const properties = { spec: { type: 'object', properties: fields } };
  return definition({ group: manyGroup, plural: `things${index}`, kind: `Thing${index}`, properties });
}

/** Fails until the definition is established. */
export const manyIsServed = (index) => ({ path: `/apis/${manyGroup}/v1/things${index}`, isRepeated: true });

export const firstDocument = { path: '/openapi/v2' };

/** The definition that is created invalidates the documents. */
export function documentRequests(count) {
  const another = (index) => oneOfManyDefinitions(count + index);
  const more = Array.from({ length: 20 }, (_, index) => index + 1);
  return {
    'CREATE of 20 more definitions': [...more.map(another), manyIsServed(count + more.length)],
    'first CREATE of an object of each': more.map((index) => thing(count + index)),
    "GET of a group's OpenAPI v3 document": [{ path: `/openapi/v3/apis/${manyGroup}/v1` }],
    'GET of /openapi/v2': [{ path: '/openapi/v2' }],
    'GET of /openapi/v2 as protobuf': [
      {
        path: '/openapi/v2',
        headers: { accept: 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf' },
      },
    ],
    'both after another definition': [
      another(0),
      manyIsServed(count),
      { path: `/openapi/v3/apis/${manyGroup}/v1` },
      { path: '/openapi/v2' },
    ],
    'LIST of the definitions as Table': [
      { path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', headers: { accept: table } },
    ],
    'GET of aggregated discovery': [
      { path: '/apis', headers: { accept: 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList' } },
    ],
  };
}

function definition({ group, plural, kind, properties }) {
  const body = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural, kind, singular: kind.toLowerCase() },
      versions: [
        { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object', properties } } },
      ],
    },
  };
  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  return { method: 'POST', path, body: JSON.stringify(body) };
}
