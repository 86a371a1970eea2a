// The workload of the soak: each story leaves the server as it found it, under names that are never reused.
const filler = 'x'.repeat(700);
const namespace = '/api/v1/namespaces/default';
const merge = { type: 'application/merge-patch+json' };

/** The shares of the stories; a story is several operations. */
export const stories = [
  { weight: 60, tell: configMapStory },
  { weight: 10, tell: applyStory },
  { weight: 10, tell: leaseStory },
  { weight: 6, tell: secretOfAServiceAccountStory },
  { weight: 4, tell: watchStory },
  { weight: 3, tell: reviewStory },
  { weight: 2, tell: mistakeStory },
  { weight: 2, tell: accessRuleStory },
  { weight: 2, tell: definitionStory },
  { weight: 1, tell: policyStory },
  { weight: 1, tell: namespaceStory },
  { weight: 1, tell: discoveryStory },
];

async function configMapStory({ send, id }) {
  const path = `${namespace}/configmaps`;
  const labels = { story: `s${id % 7}` };
  await send('POST', path, { body: { metadata: { name: id, labels }, data: { filler } } }, 201);
  await send('PATCH', `${path}/${id}`, { ...merge, body: { data: { more: id } } });
  await send('GET', `${path}/${id}`);
  await send('GET', `${path}?limit=20`);
  await send('PATCH', `${path}/${id}`, { ...merge, body: { metadata: { labels: { unique: id } } } });
  await send('DELETE', `${path}/${id}`);
}

async function applyStory({ send, id }) {
  const path = `/apis/apps/v1/namespaces/default/deployments/${id}`;
  const deployment = (image) => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: id },
    spec: {
      selector: { matchLabels: { app: id } },
      template: { metadata: { labels: { app: id } }, spec: { containers: [{ name: 'main', image }] } },
    },
  });
  const apply = { type: 'application/apply-patch+yaml' };
  await send('PATCH', `${path}?fieldManager=${id}`, { ...apply, body: deployment('one') }, 201);
  await send('PATCH', `${path}?fieldManager=${id}`, { ...apply, body: deployment('two') });
  await send('DELETE', path);
}

async function leaseStory({ send, id }) {
  const path = `/apis/coordination.k8s.io/v1/namespaces/default/leases`;
  await send('POST', path, { body: { metadata: { name: id }, spec: { holderIdentity: id } } }, 201);
  for (let renewal = 0; renewal < 3; renewal++) {
    await send('PATCH', `${path}/${id}`, { ...merge, body: { spec: { leaseTransitions: renewal } } });
  }
  await send('DELETE', `${path}/${id}`);
  const event = { metadata: { name: id }, involvedObject: { namespace: 'default' }, reason: id, message: filler };
  await send('POST', `${namespace}/events`, { body: event }, 201);
  await send('DELETE', `${namespace}/events/${id}`);
}

async function secretOfAServiceAccountStory({ send, id }) {
  const account = `${namespace}/serviceaccounts/${id}`;
  await send('POST', `${namespace}/serviceaccounts`, { body: { metadata: { name: id } } }, 201);
  const { status } = await send('POST', `${account}/token`, { body: { spec: {} } }, 201);
  await send('GET', '/apis', { token: status.token });
  await send('GET', `${namespace}/secrets`, { token: status.token }, 403);
  await send('DELETE', account);
  await send('POST', `${namespace}/secrets`, { body: { metadata: { name: id }, stringData: { id } } }, 201);
  await send('DELETE', `${namespace}/secrets/${id}`);
}

async function watchStory({ send, watch, id }) {
  const path = `${namespace}/configmaps`;
  const name = `watched-${id}`;
  const ends = [
    await watch(`${path}?watch=true&fieldSelector=metadata.name=${name}`),
    await watch(`${path}?watch=true&labelSelector=unique=${id}&allowWatchBookmarks=true`),
    await watch(`${path}?watch=true&resourceVersion=0&timeoutSeconds=60`),
  ];
  await send('POST', path, { body: { metadata: { name } } }, 201);
  await send('PATCH', `${path}/${name}`, { ...merge, body: { metadata: { labels: { unique: id } } } });
  await send('DELETE', `${path}/${name}`);
  for (const end of ends) end();
}

async function reviewStory({ send, id }) {
  const spec = { user: id, groups: [id], resourceAttributes: { verb: 'get', resource: 'pods', name: id } };
  await send('POST', '/apis/authorization.k8s.io/v1/subjectaccessreviews', { body: { spec } }, 201);
  await send('POST', '/apis/authentication.k8s.io/v1/tokenreviews', { body: { spec: { token: id } } }, 201);
  await send('GET', `${namespace}/pods`, { headers: { 'impersonate-user': id, 'impersonate-group': id } }, 403);
}

async function mistakeStory({ send, id }) {
  await send('GET', `/apis/${id}.example.com/v1/things`, {}, 404);
  await send('GET', `/${id}/${id}`, {}, 404);
  await send('GET', `${namespace}/configmaps/${id}`, {}, 404);
  await send('GET', `${namespace}/${id}`, {}, 404);
  await send('POST', `${namespace}/configmaps`, { body: '{"metadata":' }, 400);
  await send('POST', `${namespace}/pods`, { body: { metadata: { name: id }, spec: { [id]: 1 } } }, 422);
  await send('GET', `${namespace}/configmaps?labelSelector=${id}%3D%3D%3D`, {}, 400);
  await send('GET', '/apis', { token: `wrong-${id}` }, 401);
}

async function accessRuleStory({ send, id }) {
  const group = '/apis/rbac.authorization.k8s.io/v1';
  const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get'], resourceNames: [id] }];
  await send('POST', `${group}/clusterroles`, { body: { metadata: { name: id }, rules } }, 201);
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: id };
  const subjects = [{ kind: 'User', name: id, apiGroup: 'rbac.authorization.k8s.io' }];
  await send('POST', `${group}/clusterrolebindings`, { body: { metadata: { name: id }, roleRef, subjects } }, 201);
  await send('GET', `${namespace}/configmaps/${id}`, { headers: { 'impersonate-user': id } }, [403, 404]);
  await send('DELETE', `${group}/clusterrolebindings/${id}`);
  await send('DELETE', `${group}/clusterroles/${id}`);
}

/** A definition in its own group, with schema, pattern and rules, an object of it, and the documents that list it. */
async function definitionStory({ send, watch, id }) {
  const group = `${id}.example.com`;
  const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const name = `things.${group}`;
  await send('POST', definitions, { body: definition(name, group) }, 201);
  const objects = `/apis/${group}/v1/namespaces/default/things`;
  await until(
    () => send('GET', objects, {}, [200, 404]),
    (list) => list.kind === 'ThingList',
  );
  const end = await watch(`${objects}?watch=true`);
  const body = { apiVersion: `${group}/v1`, kind: 'Thing', metadata: { name: id }, spec: { size: 3, code: 'abc' } };
  await send('POST', objects, { body }, 201);
  await send('PATCH', `${objects}/${id}`, { ...merge, body: { spec: { size: 4 } } });
  await send('PATCH', `${objects}/${id}`, { ...merge, body: { spec: { size: 99 } } }, 422);
  await send('GET', objects, { headers: { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' } });
  await send('GET', `/apis/${group}/v1`);
  await send('GET', `/openapi/v3/apis/${group}/v1`, {}, [200, 404]);
  end();
  await send('DELETE', `${definitions}/${name}`);
  await until(
    () => send('GET', `${definitions}/${name}`, {}, [200, 404]),
    ({ code }) => code === 404,
  );
}

export function definition(name, group) {
  const spec = {
    type: 'object',
    'x-kubernetes-validations': [{ rule: `self.size < 50 && self.code != '${group}'`, message: 'too large' }],
    properties: {
      size: { type: 'integer', default: 1 },
      code: { type: 'string', pattern: '^[a-z]+$', enum: ['abc', 'def'] },
      more: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    },
  };
  const openAPIV3Schema = { type: 'object', properties: { spec } };
  const additionalPrinterColumns = [{ name: 'Size', type: 'integer', jsonPath: '.spec.size' }];
  const versions = [
    { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema }, additionalPrinterColumns },
    { name: 'v2', served: true, storage: false, schema: { openAPIV3Schema } },
  ];
  const names = { kind: 'Thing', plural: 'things', singular: 'thing', listKind: 'ThingList' };
  return { metadata: { name }, spec: { group, scope: 'Namespaced', names, versions } };
}

async function policyStory({ send, id }) {
  const group = '/apis/admissionregistration.k8s.io/v1';
  const resourceRules = [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }];
  const spec = {
    matchConstraints: { resourceRules },
    validations: [{ expression: `object.metadata.name != '${id}-x' && !object.metadata.name.matches('^${id}-y')` }],
  };
  const binding = { policyName: id, validationActions: ['Deny'] };
  await send('POST', `${group}/validatingadmissionpolicies`, { body: { metadata: { name: id }, spec } }, 201);
  const bindings = `${group}/validatingadmissionpolicybindings`;
  await send('POST', bindings, { body: { metadata: { name: id }, spec: binding } }, 201);
  await send('POST', `${namespace}/configmaps`, { body: { metadata: { name: `policy-${id}` } } }, 201);
  await send('DELETE', `${namespace}/configmaps/policy-${id}`);
  await send('DELETE', `${bindings}/${id}`);
  await send('DELETE', `${group}/validatingadmissionpolicies/${id}`);
}

/** The namespace's objects, and then the namespace itself, are deleted by the server's housekeeping. */
async function namespaceStory({ send, id }) {
  const path = `/api/v1/namespaces/${id}`;
  await send('POST', '/api/v1/namespaces', { body: { metadata: { name: id } } }, 201);
  await send('POST', `${path}/configmaps`, { body: { metadata: { name: 'one' }, data: { filler } } }, 201);
  await send('DELETE', path);
  await until(
    () => send('GET', path, {}, [200, 404]),
    ({ reason }) => reason === 'NotFound',
  );
}

async function discoveryStory({ send }) {
  await send('GET', '/apis', {
    headers: { accept: 'application/json;v=v2;g=apidiscovery.k8s.io;as=APIGroupDiscoveryList' },
  });
  await send('GET', '/openapi/v3');
  await send('GET', '/metrics');
  await send('GET', '/readyz?verbose');
}

async function until(ask, isDone) {
  while (!isDone(await ask())) await new Promise((resolve) => setTimeout(resolve, 20));
}
