import { checkStructural, compileSchema } from '../../dist/apimachinery/schema/index.js';
import { FieldPath } from '../../dist/apimachinery/validation/index.js';
import { nanosecondsPerCall } from '../harness.mjs';

export const title = 'structural schemas: validate, default, prune';

export async function run(bench) {
  const text = JSON.stringify(customResource());
  const compiled = compileSchema(schemaOfCustomResource());
  const write = (object) => {
    compiled.applyDefaults(object);
    const unknown = compiled.prune(object);
    const errors = compiled.validate(object);
    if (unknown.length > 0 || errors.length > 0) throw new Error(JSON.stringify({ unknown, errors }));
    return object;
  };
  bench.row(`custom resource of ${text.length} bytes: default, prune, validate`, bestBatch(text, write), 'µs', {
    atMost: 15,
  });

  const object = write(JSON.parse(text));
  const old = structuredClone(object);
  bench.row(
    '  validate alone',
    microseconds(() => compiled.validate(object)),
    'µs',
  );
  bench.row(
    '  validate as an update',
    microseconds(() => compiled.validate(object, { old })),
    'µs',
  );
  bench.row(
    '  default alone',
    microseconds(() => compiled.applyDefaults(object)),
    'µs',
  );
  bench.row(
    '  prune alone',
    microseconds(() => compiled.prune(object)),
    'µs',
  );

  const { schema, value } = generated();
  const kilobytes = Math.round(JSON.stringify(schema).length / 1000);
  const milliseconds = bestOf(15, () => {
    const fresh = structuredClone(schema);
    const sample = structuredClone(value);
    const begin = performance.now();
    const big = compileSchema(fresh);
    big.applyDefaults(sample);
    big.prune(sample);
    const errors = big.validate(sample);
    const took = performance.now() - begin;
    if (errors.length > 0) throw new Error(JSON.stringify(errors[0]));
    return took;
  });
  bench.row(`compile all of a schema of ${kilobytes} KB, and use it once`, milliseconds, 'ms', { atMost: 20 });
  const path = FieldPath.of('spec', 'validation', 'openAPIV3Schema');
  bench.row('check that it is structural', microseconds(() => checkStructural(schema, path)) / 1000, 'ms');
}

function microseconds(work) {
  return nanosecondsPerCall(work) / 1000;
}

/** Microseconds per call, each with its own object, because defaulting changes it; parsing is not measured. */
function bestBatch(text, work, { batches = 300, size = 500 } = {}) {
  return bestOf(batches, () => {
    const objects = Array.from({ length: size }, () => JSON.parse(text));
    const begin = performance.now();
    for (const object of objects) work(object);
    return ((performance.now() - begin) * 1000) / size;
  });
}

function bestOf(rounds, work) {
  return Math.min(...Array.from({ length: rounds }, work));
}

function customResource() {
  const container = (name) => ({
    name,
    image: `registry.example.com/team/${name}:1.4.2`,
    ports: [
      { name: 'http', containerPort: 8080 },
      { name: 'metrics', containerPort: 9090, protocol: 'TCP' },
    ],
    env: [
      { name: 'LOG_LEVEL', value: 'info' },
      { name: 'REGION', value: 'eu-central-1' },
    ],
    resources: { limits: { cpu: '500m', memory: 1073741824 }, requests: { cpu: '100m', memory: '256Mi' } },
  });
  return {
    apiVersion: 'apps.example.com/v1',
    kind: 'Service',
    metadata: {
      name: 'checkout',
      namespace: 'shop',
      labels: { app: 'checkout', tier: 'backend' },
      annotations: { 'example.com/owner': 'team-a' },
    },
    spec: {
      strategy: 'RollingUpdate',
      selector: { app: 'checkout' },
      containers: [container('server'), container('proxy')],
      schedule: { window: '02:00-04:00', timeout: '30s', notBefore: '2024-02-29T12:00:00Z' },
      tolerations: [{ key: 'dedicated', operator: 'Equal', value: 'shop', effect: 'NoSchedule' }],
    },
    status: {
      observedGeneration: 3,
      replicas: 3,
      conditions: [
        {
          type: 'Ready',
          status: 'True',
          reason: 'AllReady',
          message: '3 of 3 ready',
          lastTransitionTime: '2024-03-01T00:00:00Z',
        },
      ],
    },
  };
}

function schemaOfCustomResource() {
  const string = { type: 'string' };
  const intOrString = { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] };
  const quantities = { type: 'object', additionalProperties: intOrString };
  const map = (items, keys) => ({
    type: 'array',
    items,
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': keys,
  });
  const port = {
    type: 'object',
    required: ['containerPort'],
    properties: {
      name: { type: 'string', pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$', maxLength: 15 },
      containerPort: { type: 'integer', format: 'int32', minimum: 1, maximum: 65535 },
      protocol: { type: 'string', enum: ['TCP', 'UDP', 'SCTP'], default: 'TCP' },
    },
  };
  const container = {
    type: 'object',
    required: ['name', 'image'],
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 63 },
      image: { type: 'string', minLength: 1 },
      ports: map(port, ['containerPort', 'protocol']),
      env: map({ type: 'object', required: ['name'], properties: { name: string, value: string } }, ['name']),
      resources: { type: 'object', properties: { limits: quantities, requests: quantities } },
    },
  };
  const condition = {
    type: 'object',
    required: ['type', 'status'],
    properties: {
      type: { type: 'string', maxLength: 316 },
      status: { type: 'string', enum: ['True', 'False', 'Unknown'] },
      reason: string,
      message: { type: 'string', maxLength: 32768 },
      lastTransitionTime: { type: 'string', format: 'date-time' },
    },
  };
  const toleration = {
    type: 'object',
    properties: {
      key: string,
      operator: string,
      value: string,
      effect: string,
      tolerationSeconds: { type: 'integer' },
    },
  };
  return {
    type: 'object',
    properties: {
      apiVersion: string,
      kind: string,
      metadata: { type: 'object' },
      spec: {
        type: 'object',
        required: ['selector', 'containers'],
        properties: {
          replicas: { type: 'integer', format: 'int32', minimum: 0, default: 1 },
          strategy: { type: 'string', enum: ['RollingUpdate', 'Recreate'], default: 'RollingUpdate' },
          selector: { type: 'object', additionalProperties: string },
          containers: { ...map(container, ['name']), minItems: 1, maxItems: 20 },
          schedule: {
            type: 'object',
            properties: { window: string, timeout: string, notBefore: { type: 'string', format: 'date-time' } },
          },
          tolerations: { type: 'array', items: toleration },
        },
      },
      status: {
        type: 'object',
        properties: {
          observedGeneration: { type: 'integer', format: 'int64' },
          replicas: { type: 'integer', format: 'int32' },
          conditions: map(condition, ['type']),
        },
      },
    },
  };
}

/** A schema like generators write them, deep and verbose, with a value that uses all of it. */
function generated() {
  const description = 'Describes one of the many knobs that this part of the resource has, and when to turn it.';
  const leaves = () => ({
    name: { type: 'string', description, minLength: 1, pattern: '^[a-z0-9-]+$' },
    mode: { type: 'string', description, enum: ['Auto', 'Manual', 'Off'], default: 'Auto' },
    count: { type: 'integer', description, format: 'int32', minimum: 0, maximum: 100 },
    weight: { description, 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
    labels: { type: 'object', description, additionalProperties: { type: 'string' } },
    targets: { type: 'array', description, items: { type: 'string', maxLength: 63 }, 'x-kubernetes-list-type': 'set' },
  });
  const values = () => ({ name: 'a', count: 1, weight: '5', labels: { a: 'b' }, targets: ['x', 'y'] });
  const level = (depth) => {
    const [properties, value] = [leaves(), values()];
    for (let index = 0; depth > 0 && index < 4; index++) {
      const inner = level(depth - 1);
      properties[`part${index}`] = inner.schema;
      value[`part${index}`] = inner.value;
    }
    return { schema: { type: 'object', description, required: ['name'], properties }, value };
  };
  const parts = Array.from({ length: 2 }, () => level(3));
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(parts.map(({ schema }, index) => [`spec${index}`, schema])),
    },
    value: Object.fromEntries(parts.map(({ value }, index) => [`spec${index}`, value])),
  };
}
