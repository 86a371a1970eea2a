// Compares decisions of three sources: a simple model, reviews, and actual requests.
import { expectStatus } from '../support/client.mjs';
import { createNamespace } from '../support/objects.mjs';
import { of } from '../support/report.mjs';
import { tokenOf } from '../support/servers.mjs';
import { inParallel, numbers, until } from '../support/until.mjs';
import { allows } from './rbac-model.mjs';
import { namespaces, randomAttributes, randomPolicy, randomUser, users } from './rbac-policies.mjs';

const rbac = '/apis/rbac.authorization.k8s.io/v1';
const accessReviews = '/apis/authorization.k8s.io/v1/subjectaccessreviews';
const tokenReviews = '/apis/authentication.k8s.io/v1/tokenreviews';
const selfReviews = '/apis/authentication.k8s.io/v1/selfsubjectreviews';

export const randomReviews = {
  name: 'random RBAC policies',
  async run(context) {
    const [reviews, requests] = context.full ? [5000, 3000] : [500, 250];
    const server = await context.environment.server({ storage: context.storage, users });
    const admin = server.client();
    const { random } = context;
    const policy = randomPolicy(random);
    for (const namespace of namespaces) await createNamespace(admin, namespace);
    await writePolicy(admin, policy);
    await takesEffect(admin, policy);
    const requested = numbers(reviews).map(() => ({ user: randomUser(random), attributes: randomAttributes(random) }));
    await compareReviews(context, { admin, policy, requested });
    await compareRequests(context, { server, policy, random, requests });
  },
};

async function writePolicy(admin, { roles, bindings }) {
  for (const { name, namespace, rules } of roles) {
    const path = namespace ? `${rbac}/namespaces/${namespace}/roles` : `${rbac}/clusterroles`;
    expectStatus(await admin.post(path, { metadata: { name }, rules }), 201);
  }
  for (const { name, namespace, role, roleKind, subjects } of bindings) {
    const path = namespace ? `${rbac}/namespaces/${namespace}/rolebindings` : `${rbac}/clusterrolebindings`;
    const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: roleKind, name: role };
    const withGroups = subjects.map((subject) => ({
      ...subject,
      apiGroup: subject.kind === 'ServiceAccount' ? '' : roleRef.apiGroup,
    }));
    expectStatus(await admin.post(path, { metadata: { name }, roleRef, subjects: withGroups }), 201);
  }
}

/** Once the last object has taken effect, so have all earlier ones. */
async function takesEffect(admin, policy) {
  const last = {
    name: 'last',
    namespace: undefined,
    role: 'cluster-admin',
    roleKind: 'ClusterRole',
    subjects: [{ kind: 'User', name: 'canary' }],
  };
  await writePolicy(admin, { ...policy, roles: [], bindings: [last] });
  const canary = { user: { name: 'canary', groups: [] }, attributes: { verb: 'get', group: '', resource: 'pods' } };
  await until('the policy is known', async () => (await review(admin, canary)).status.allowed);
}

async function review(admin, { user, attributes }) {
  const { path, verb, subresource, ...resource } = attributes;
  const requested = path
    ? { nonResourceAttributes: { path, verb } }
    : { resourceAttributes: { verb, subresource, ...resource } };
  return expectStatus(
    await admin.post(accessReviews, { spec: { user: user.name, groups: user.groups, ...requested } }),
    201,
  ).document;
}

async function compareReviews(context, { admin, policy, requested }) {
  let [wrong, allowed] = [0, 0];
  await inParallel(requested, 16, async (question) => {
    const { status } = await review(admin, question);
    const wanted = allows(policy, question.user, question.attributes);
    if (wanted) allowed++;
    if (Boolean(status.allowed) === wanted) return;
    wrong++;
    console.log(`    ${JSON.stringify(question)}: ${JSON.stringify(status)}`);
  });
  context.figure('SubjectAccessReviews that a simple model decides otherwise', {
    value: `${of(wrong, requested.length)}, ${allowed} allowed`,
    holds: wrong === 0 && allowed > 0,
  });
}

const methods = {
  get: 'GET',
  list: 'GET',
  create: 'POST',
  update: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  deletecollection: 'DELETE',
};
const kinds = { pods: 'v1', configmaps: 'v1', secrets: 'v1', deployments: 'apps/v1' };

/** Allowed requests succeed (as a dry run), others are refused. */
async function compareRequests(context, { server, policy, random, requests }) {
  const clients = new Map(users.map((user) => [user.name, server.client({ token: tokenOf(user.name) })]));
  const requested = numbers(requests).map(() => ({ user: random.pick(users), attributes: requestAttributes(random) }));
  let [wrong, allowed] = [0, 0];
  await inParallel(requested, 16, async ({ user, attributes }) => {
    const { verb, resource, namespace, name } = attributes;
    const base = kinds[resource] === 'v1' ? '/api/v1' : `/apis/${kinds[resource]}`;
    const path = `${base}/namespaces/${namespace}/${resource}${name ? `/${name}` : ''}?dryRun=All`;
    const body = ['create', 'update', 'patch'].includes(verb) ? { metadata: { name } } : undefined;
    const headers = verb === 'patch' ? { 'content-type': 'application/merge-patch+json' } : {};
    const answer = await clients.get(user.name).send(methods[verb], path, { body, headers });
    const isRefused = answer.status === 403 && answer.document.message.includes('cannot');
    const wanted = allows(policy, user, attributes);
    if (wanted) allowed++;
    if (isRefused !== wanted) return;
    wrong++;
    console.log(`    ${user.name} ${JSON.stringify(attributes)}: ${answer.status} ${answer.text.slice(0, 200)}`);
  });
  context.figure('requests that it decides otherwise', {
    value: `${of(wrong, requests)}, ${allowed} allowed`,
    holds: wrong === 0 && allowed > 0,
  });
}

function requestAttributes(random) {
  const verb = random.pick(Object.keys(methods));
  const hasName = !['list', 'create', 'deletecollection'].includes(verb);
  const resource = random.pick(Object.keys(kinds));
  const group = resource === 'deployments' ? 'apps' : '';
  return {
    verb,
    group,
    resource,
    namespace: random.pick(namespaces),
    ...(hasName && { name: random.pick(['one', 'two', 'constructor']) }),
  };
}

export const tokens = {
  name: 'tokens and their audiences',
  async run(context) {
    const server = await context.environment.server({ storage: context.storage, users });
    const admin = server.client();
    await createNamespace(admin, 'alpha');
    expectStatus(await admin.post('/api/v1/namespaces/alpha/serviceaccounts', { metadata: { name: 'robot' } }), 201);
    const request = async (audiences) => {
      const path = '/api/v1/namespaces/alpha/serviceaccounts/robot/token';
      return expectStatus(await admin.post(path, { spec: { audiences, expirationSeconds: 600 } }), 201).document.status
        .token;
    };
    const issuer = 'https://kubernetes.default.svc';
    const own = await request([issuer]);
    const foreign = await request(['other']);
    const both = await request(['other', issuer]);
    await compareTokens(context, { server, admin, valid: [own, both, tokenOf('user-1')], foreign });
    await compareAudiences(context, { admin, issuer, own, foreign, both });
    await webSocketTokens(context, { server, admin, issuer, foreign });
  },
};

/** A TokenReview agrees with the use of the token. */
async function compareTokens(context, { server, admin, valid, foreign }) {
  const damaged = valid.flatMap((token) => damagedTokens(token, context.random));
  const all = [...valid, foreign, ...damaged];
  const repeated = context.full ? numbers(Math.ceil(1000 / all.length)).flatMap(() => all) : all;
  let wrong = 0;
  await inParallel(repeated, 8, async (token) => {
    const { status } = expectStatus(await admin.post(tokenReviews, { spec: { token } }), 201).document;
    const client = server.client({ token });
    const answer = await client.post(selfReviews, {});
    client.close();
    const isValid = valid.includes(token);
    const name = answer.document?.status?.userInfo?.username;
    if (
      Boolean(status.authenticated) === isValid &&
      (answer.status !== 401) === isValid &&
      (!isValid || name === status.user.username)
    )
      return;
    wrong++;
    console.log(`    ${token.slice(0, 30)}…: ${JSON.stringify(status)}, ${answer.status}`);
  });
  context.figure('tokens whose review is not what happens', {
    value: `${of(wrong, repeated.length)}, ${valid.length} valid`,
    holds: wrong === 0,
  });
}

function damagedTokens(token, random) {
  const at = random.between(1, token.length - 2);
  const other = token[at] === 'A' ? 'B' : 'A';
  const parts = token.split('.');
  const changed = [
    `${token}x`,
    token.slice(0, -2),
    `${token.slice(0, at)}${other}${token.slice(at + 1)}`,
    token.toUpperCase(),
  ];
  if (parts.length !== 3) return changed;
  const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
  const claims = JSON.parse(Buffer.from(parts[1], 'base64url'));
  const forged = Buffer.from(JSON.stringify({ ...claims, sub: 'system:admin' })).toString('base64url');
  return [
    ...changed,
    `${none}.${parts[1]}.`,
    `${none}.${parts[1]}.${parts[2]}`,
    `${parts[0]}.${forged}.${parts[2]}`,
    `${parts[0]}.${parts[1]}.`,
  ];
}

async function compareAudiences(context, { admin, issuer, own, foreign, both }) {
  const cases = [
    [own, undefined, [issuer]],
    [own, [issuer], [issuer]],
    [own, ['other'], undefined],
    [foreign, undefined, undefined],
    [foreign, ['other'], ['other']],
    [foreign, ['other', 'third'], ['other']],
    [foreign, ['third'], undefined],
    [both, ['other', issuer], ['other', issuer]],
    [both, undefined, [issuer]],
  ];
  let wrong = 0;
  for (const [token, audiences, wanted] of cases) {
    const { status } = expectStatus(await admin.post(tokenReviews, { spec: { token, audiences } }), 201).document;
    const found = status.authenticated ? [...status.audiences].sort() : undefined;
    if (JSON.stringify(found) === JSON.stringify(wanted && [...wanted].sort())) continue;
    wrong++;
    console.log(`    ${JSON.stringify(audiences)}: ${JSON.stringify(status)}`);
  }
  context.figure('reviews of audiences that are wrong', { value: of(wrong, cases.length), holds: wrong === 0 });
}

/** A bearer token that combines audiences and a token, while a review of it is cached. */
async function webSocketTokens(context, { server, admin, issuer, foreign }) {
  await admin.post(tokenReviews, { spec: { token: foreign, audiences: [issuer, 'other2', 'other'] } });
  const bearers = [`other2 other ${foreign}`, `other ${foreign}`, ` ${foreign}`, `${issuer} ${foreign}`, foreign];
  const statuses = [];
  for (const bearer of bearers) {
    const protocol = `base64url.bearer.authorization.k8s.io.${Buffer.from(bearer).toString('base64url')}`;
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      'sec-websocket-protocol': `${protocol}, base64.binary.k8s.io`,
    };
    const client = server.client({ token: '' });
    statuses.push(
      (
        await client
          .send('GET', '/api/v1/namespaces?watch=1', { headers, timeoutMilliseconds: 60_000 })
          .catch(() => ({ status: 101 }))
      ).status,
    );
    client.close();
  }
  const accepted = statuses.filter((status) => status !== 401).length;
  context.figure('tokens of another audience accepted over WebSocket', {
    value: `${of(accepted, bearers.length)}`,
    holds: accepted === 0,
  });
}
