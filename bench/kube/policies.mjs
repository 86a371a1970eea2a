// The cost of policies for a request with one ConfigMap.
import { compileObjectType } from '../../dist/apimachinery/apply/index.js';
import { AdmissionRequest } from '../../dist/server/admission/index.js';
import { MutatingAdmissionPolicy, ValidatingAdmissionPolicy } from '../../dist/server/admission/policies/index.js';
import { nanosecondsPerCall, timed } from '../harness.mjs';

export const title = 'admission policies';

const configMap = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'x', namespace: 'a', labels: { app: 'web', team: 'red' } },
  data: Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`key-${index}`, `value ${index}`])),
};
const type = compileObjectType(undefined);
const attributes = {
  operation: 'CREATE',
  kind: { group: '', version: 'v1', kind: 'ConfigMap' },
  resource: { group: '', version: 'v1', resource: 'configmaps' },
  subresource: '',
  namespace: 'a',
  name: 'x',
  object: configMap,
  old: undefined,
  options: { kind: 'CreateOptions' },
  dryRun: false,
  versions: { all: [{}], mutationErrors: () => [], convert: (object) => object, shape: () => [], typeOf: () => type },
};
const context = { user: { name: 'jane', groups: ['dev'] }, warn: () => undefined };

const rule = (resource) => ({ apiGroups: [''], apiVersions: ['v1'], resources: [resource], operations: ['CREATE'] });
const validation = {
  variables: [{ name: 'team', expression: "object.metadata.?labels.?team.orValue('')" }],
  validations: [
    { expression: "object.data.all(key, key.startsWith('key-'))", message: 'keys' },
    { expression: "variables.team in ['red', 'blue']", message: 'team' },
  ],
};
const mutation = {
  reinvocationPolicy: 'Never',
  mutations: [
    {
      patchType: 'ApplyConfiguration',
      applyConfiguration: {
        expression: "Object{metadata: Object.metadata{labels: {'by': request.userInfo.username}}}",
      },
    },
  ],
};

/** Objects as provided by an informer. */
function followed(objects) {
  const byName = new Map(objects.map((object) => [object.metadata.name, object]));
  return { ready: () => undefined, changes: 1, get: ({ name }) => byName.get(name), all: () => byName.values() };
}

function plugin(Plugin, count, spec, resource) {
  const names = Array.from({ length: count }, (_, index) => `policy-${index}`);
  const policies = names.map((name) => ({
    metadata: { name },
    spec: { matchConstraints: { resourceRules: [rule(resource)] }, ...spec },
  }));
  const bindings = names.map((name) => ({
    metadata: { name },
    spec: { policyName: name, validationActions: ['Deny'] },
  }));
  const namespace = { metadata: { name: 'a' } };
  return new Plugin({
    policies: followed(policies),
    bindings: followed(bindings),
    params: { of: () => undefined, keepOnly: () => undefined },
    findNamespace: () => namespace,
    authorizer: { authorize: async () => ({ decision: 'allow' }) },
  });
}

async function nanosecondsPerRequest(ask) {
  const calls = 20_000;
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 7; round++) {
    const { seconds } = await timed(async () => {
      for (let call = 0; call < calls; call++) await ask(new AdmissionRequest(context, attributes));
    });
    best = Math.min(best, (seconds / calls) * 1e9);
  }
  return best;
}

export async function run(bench) {
  const idle = plugin(ValidatingAdmissionPolicy, 0, validation, 'configmaps');
  const request = new AdmissionRequest(context, attributes);
  bench.row(
    'no policies',
    nanosecondsPerCall(() => idle.validate(request)),
    'ns',
    { atMost: 100 },
  );
  const empty = await nanosecondsPerRequest(() => undefined);
  const cases = [
    ['100 validating policies about other things', ValidatingAdmissionPolicy, 100, validation, 'pods', 30],
    ['1 validating policy, 2 expressions', ValidatingAdmissionPolicy, 1, validation, 'configmaps', 40],
    ['10 validating policies, 2 expressions each', ValidatingAdmissionPolicy, 10, validation, 'configmaps', 400],
  ];
  for (const [what, Plugin, count, spec, resource, atMost] of cases) {
    const handler = plugin(Plugin, count, spec, resource);
    const took = await nanosecondsPerRequest((each) => handler.validate(each));
    bench.row(what, (took - empty) / 1000, 'µs', { atMost });
  }
  const changing = plugin(MutatingAdmissionPolicy, 1, mutation, 'configmaps');
  const took = await nanosecondsPerRequest((each) => changing.admit(each));
  bench.row('1 mutating policy that applies a label', (took - empty) / 1000, 'µs', { atMost: 150 });
}
