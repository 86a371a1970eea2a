import { customResourceDefinitions } from '../../dist/apiextensions/definition/index.js';
import { nanosecondsPerCall } from '../harness.mjs';

export const title = 'one CustomResourceDefinition: shape and validate';

const context = {
  namespace: '',
  user: 'bench',
  dryRun: false,
  validateMetadata: () => [],
  validateMetadataUpdate: () => [],
};

export async function run(bench) {
  const { strategy, versions } = customResourceDefinitions();
  const { shape, applyDefaults } = versions.v1;
  for (const [what, properties] of [
    ['small', 10],
    ['large', 1500],
  ]) {
    const text = JSON.stringify(definition(properties));
    const read = () => {
      const object = JSON.parse(text);
      shape(object);
      applyDefaults(object);
      return object;
    };
    const object = read();
    const parse = nanosecondsPerCall(() => JSON.parse(text));
    const size = `${what} definition of ${Math.ceil(text.length / 1000)} KB`;
    bench.row(`${size}: bring into shape`, (nanosecondsPerCall(read) - parse) / 1e6, 'ms');
    bench.row('  validate a new one', nanosecondsPerCall(() => sound(strategy.validate(object, context))) / 1e6, 'ms');
    const change = { object, old: read() };
    const update = nanosecondsPerCall(() => sound(strategy.validateUpdate(change, context)));
    bench.row('  validate a changed one', update / 1e6, 'ms');
  }
}

function sound(errors) {
  if (errors.length > 0) throw new Error(JSON.stringify(errors.slice(0, 3)));
  return errors;
}

function definition(count) {
  const properties = {};
  for (let index = 0; index < count; index++) {
    const part = `part${index % 30}`;
    properties[part] ??= { type: 'object', properties: {} };
    properties[part].properties[`field${index}`] = field(index);
  }
  const openAPIV3Schema = { type: 'object', properties: { spec: { type: 'object', properties } } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.example.com', resourceVersion: '1' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'widgets', kind: 'Widget' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }],
    },
    status: { storedVersions: ['v1'] },
  };
}

/** One in five has a default, one in ten is a list map, one in fifty has a rule. */
function field(index) {
  const description = 'What this field is about, in about as many words as people need to say such things.';
  if (index % 10 === 0) {
    return {
      description,
      type: 'array',
      maxItems: 100,
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: { type: 'object', required: ['name'], properties: { name: { type: 'string', maxLength: 63 } } },
    };
  }
  const rules = index % 50 === 1 ? { 'x-kubernetes-validations': [{ rule: 'self.size() < 30' }] } : {};
  const value = index % 5 === 1 ? { default: 'medium' } : {};
  return { description, type: 'string', maxLength: 40, pattern: '^[a-z]*$', ...value, ...rules };
}
