import { describe, expect, test } from 'vitest';
import {
  AUTHORIZER_TYPE,
  type AuthorizationAttributes,
  type AuthorizationDecision,
  type AuthorizationUser,
  type Authorizer,
  CelAuthorizer,
  CostBudget,
  evaluateYielding,
  kubernetesEnvironment,
  RESOURCE_CHECK_TYPE,
  storedExpressionsEnvironment,
} from '../index.js';

const environment = storedExpressionsEnvironment().extend({
  variables: { authorizer: AUTHORIZER_TYPE, 'authorizer.requestResource': RESOURCE_CHECK_TYPE },
});
const user: AuthorizationUser = { name: 'alice', uid: '1', groups: ['developers'], extra: {} };
const ALLOW: AuthorizationDecision = { decision: 'allow', reason: 'because' };

/** Records the attributes of each check. */
class Recorder implements Authorizer {
  readonly requested: AuthorizationAttributes[] = [];
  readonly #result: AuthorizationDecision | (() => Promise<AuthorizationDecision>);

  constructor(result: AuthorizationDecision | (() => Promise<AuthorizationDecision>)) {
    this.#result = result;
  }

  authorize(attributes: AuthorizationAttributes): AuthorizationDecision | Promise<AuthorizationDecision> {
    this.requested.push(attributes);
    return typeof this.#result === 'function' ? this.#result() : this.#result;
  }
}

function activation(authorizer: Authorizer) {
  const value = CelAuthorizer.of(user, authorizer);
  const request = { group: 'apps', resource: 'deployments', subresource: '', namespace: 'shop', name: 'web' };
  return { authorizer: value, 'authorizer.requestResource': value.resourceCheck(request) };
}

function ask(source: string, result: AuthorizationDecision = ALLOW) {
  const recorder = new Recorder(result);
  return { value: environment.compile(source).evaluate(activation(recorder)), requested: recorder.requested };
}

const resourceDefaults = { user, version: '*', group: '', subresource: '', namespace: '', name: '' };

describe('a check that queries the server', () => {
  test.each<[source: string, attributes: object]>([
    [`authorizer.path('/healthz').check('get')`, { user, verb: 'get', path: '/healthz' }],
    [
      `authorizer.group('').resource('pods').check('create')`,
      { ...resourceDefaults, verb: 'create', resource: 'pods' },
    ],
    [
      `authorizer.group('apps').resource('deployments').subresource('status').namespace('n').name('x').check('update')`,
      {
        user,
        version: '*',
        verb: 'update',
        group: 'apps',
        resource: 'deployments',
        subresource: 'status',
        namespace: 'n',
        name: 'x',
      },
    ],
    [
      `authorizer.requestResource.check('update')`,
      {
        user,
        version: '*',
        verb: 'update',
        group: 'apps',
        resource: 'deployments',
        subresource: '',
        namespace: 'shop',
        name: 'web',
      },
    ],
    [
      `authorizer.serviceAccount('shop', 'robot').path('/x').check('get')`,
      {
        user: {
          name: 'system:serviceaccount:shop:robot',
          uid: '',
          groups: ['system:serviceaccounts', 'system:serviceaccounts:shop'],
          extra: {},
        },
        verb: 'get',
        path: '/x',
      },
    ],
    [
      `authorizer.group('').resource('pods').fieldSelector('spec.nodeName=n1').labelSelector('app in (a,b)').check('list')`,
      {
        ...resourceDefaults,
        verb: 'list',
        resource: 'pods',
        fieldSelector: { requirements: [{ field: 'spec.nodeName', operator: '=', value: 'n1' }] },
        labelSelector: { requirements: [{ key: 'app', operator: 'in', values: ['a', 'b'] }] },
      },
    ],
    [
      `authorizer.group('').resource('pods').labelSelector('a in b').fieldSelector('').check('list')`,
      { ...resourceDefaults, verb: 'list', resource: 'pods', labelSelector: { error: expect.any(String) } },
    ],
  ])('%s', (source, attributes) => expect(ask(source).requested).toEqual([attributes]));
});

describe('a decision says', () => {
  test.each<[source: string, result: AuthorizationDecision, value: unknown]>([
    ['allowed()', ALLOW, true],
    ['allowed()', { decision: 'deny', reason: '' }, false],
    ['allowed()', { decision: 'noOpinion', reason: '' }, false],
    ['reason()', ALLOW, 'because'],
    ['errored()', ALLOW, false],
    ['error()', ALLOW, ''],
    ['errored()', { decision: 'noOpinion', reason: '', error: 'no connection' }, true],
    ['error()', { decision: 'noOpinion', reason: '', error: 'no connection' }, 'no connection'],
  ])('%s of %o is %s', (source, result, value) =>
    expect(ask(`authorizer.path('/x').check('get').${source}`, result).value).toBe(value),
  );
});

test('identical checks run once', () => {
  const { value, requested } = ask(`[1, 2].all(x, authorizer.path('/x').check('get').allowed())`);
  expect([value, requested.length]).toEqual([true, 1]);
});

describe('expressions that fail', () => {
  test.each([
    [`authorizer.path('')`, 'path must not be empty'],
    [`authorizer.path('  ')`, 'path must not be empty'],
    [`authorizer.group('apps').resource(' ')`, 'resource must not be empty'],
    [`authorizer.serviceAccount('default', 'invalid@*name')`, 'Invalid service account name'],
    [`authorizer.serviceAccount('not@a#valid!namespace', 'x')`, 'Invalid service account namespace'],
    [
      `[1, 2, 3].all(x, authorizer.path('/' + string(x)).check('get').allowed())`,
      'operation cancelled: actual cost limit exceeded',
    ],
  ])('%s: %s', (source, message) => expect(() => ask(source)).toThrow(message));
});

describe('an authorizer that takes time', () => {
  const source = `authorizer.path('/a').check('get').allowed() && authorizer.path('/b').check('get').reason() == 'because'`;

  test('is awaited, called once per check, and charged once', async () => {
    const recorder = new Recorder(async () => ALLOW);
    const budget = new CostBudget(1_000_000);
    const value = await evaluateYielding(environment.compile(source), activation(recorder), { budget });
    expect([value, recorder.requested.length]).toEqual([true, 2]);
    expect(1_000_000 - budget.remaining).toBe(700_007);
  });

  test('is called once for concurrent expressions', async () => {
    const recorder = new Recorder(async () => ALLOW);
    const values = activation(recorder);
    const program = environment.compile(source);
    expect(await Promise.all([evaluateYielding(program, values), evaluateYielding(program, values)])).toEqual([
      true,
      true,
    ]);
    expect(recorder.requested.length).toBe(2);
  });

  test('may fail', async () => {
    const recorder = new Recorder(() => Promise.reject(new Error('no connection')));
    const error = environment.compile(`authorizer.path('/a').check('get').error()`);
    expect(await evaluateYielding(error, activation(recorder))).toBe('no connection');
  });

  test('is not hidden by an error beside it', async () => {
    const absorbing = environment.compile(`authorizer.path('/a').check('get').allowed() || 1 / 0 > 0`);
    expect(await evaluateYielding(absorbing, activation(new Recorder(async () => ALLOW)))).toBe(true);
  });

  test('leaves other failures as they are', async () => {
    const failing = environment.compile(`authorizer.path('')`);
    await expect(evaluateYielding(failing, activation(new Recorder(ALLOW)))).rejects.toThrow('path must not be empty');
  });
});

test('selectors came with 1.31, authorization with 1.27', () => {
  const variables = { authorizer: AUTHORIZER_TYPE };
  const select = `authorizer.group('').resource('pods').fieldSelector('a=b')`;
  expect(() => kubernetesEnvironment(30).compile(select, { variables })).toThrow(
    "undeclared reference to 'fieldSelector'",
  );
  expect(kubernetesEnvironment(31).compile(select, { variables }).type).toBe(RESOURCE_CHECK_TYPE);
  expect(() => kubernetesEnvironment(26).compile(`authorizer.path('/')`, { variables })).toThrow(
    "undeclared reference to 'path'",
  );
});
