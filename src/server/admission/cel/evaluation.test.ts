import { describe, expect, test } from 'vitest';
import { compileObjectType } from '../../../apimachinery/apply/index.js';
import { BOOL, CostBudget, NULL, STRING } from '../../../apimachinery/cel/index.js';
import type { JsonObject } from '../../../apimachinery/meta/index.js';
import type { Authorizer } from '../../authorization/index.js';
import type { AdmissionAttributes } from '../../handlers/index.js';
import type { ApiRequest } from '../../http/index.js';
import { RequestContext } from '../../request-context.js';
import { AdmissionRequest } from '../admission-request.js';
import { compileExpression } from './compile-expression.js';
import { admissionEnvironment } from './environment.js';
import { Evaluation, MatchConditions, OutOfBudgetError } from './index.js';
import { PolicyVariables } from './variables.js';

const all = { age: 'stored', hasParams: true, hasAuthorizer: true } as const;

function requestOf(more: Partial<AdmissionAttributes> = {}): AdmissionRequest {
  const context = new RequestContext({} as ApiRequest);
  context.user = { name: 'jane', groups: ['dev'], extra: { team: ['a'] } };
  return new AdmissionRequest(context, {
    operation: 'CREATE',
    kind: { group: '', version: 'v1', kind: 'ConfigMap' },
    resource: { group: '', version: 'v1', resource: 'configmaps' },
    subresource: '',
    namespace: 'a',
    name: 'x',
    object: { metadata: { name: 'x' }, data: { k: 'v' } },
    old: undefined,
    options: { kind: 'CreateOptions' },
    dryRun: false,
    versions: {
      all: [],
      mutationErrors: () => [],
      convert: (object) => object,
      shape: () => [],
      typeOf: () => compileObjectType(undefined),
    },
    ...more,
  });
}

const onlyReaders: Authorizer = {
  authorize: async (_user, { verb, resource, name }) => ({
    decision: verb === 'get' ? 'allow' : 'deny',
    reason: `${verb} ${resource} ${name}`,
  }),
};

const namespaceObject: JsonObject = {
  kind: 'Namespace',
  metadata: { name: 'a', labels: { env: 't' }, managedFields: [] },
};

function evaluationOf(more: { variables?: PolicyVariables; params?: JsonObject } = {}, request = requestOf()) {
  const { object } = request;
  return new Evaluation({ request, object, old: request.old, namespaceObject, authorizer: onlyReaders, ...more });
}

const compile = (source: string) => compileExpression(admissionEnvironment(all), source);
const evaluate = (source: string, evaluation = evaluationOf()) =>
  evaluation.evaluate(compile(source), new CostBudget(10_000_000));

describe('what expressions see', () => {
  test.each<[string, unknown]>([
    ["object.data.k + '/' + object.metadata.name", 'v/x'],
    ['oldObject == null', true],
    ["request.userInfo.username + request.userInfo.groups[0] + request.userInfo.extra['team'][0]", 'janedeva'],
    [
      "request.operation + ' ' + request.kind.kind + ' ' + request.requestResource.resource",
      'CREATE ConfigMap configmaps',
    ],
    ['request.options.kind', 'CreateOptions'],
    ['request.dryRun', false],
    ['has(request.subResource)', false],
    ["namespaceObject.metadata.labels['env']", 't'],
    ['has(dyn(namespaceObject).metadata.managedFields)', false],
    ['params == null', true],
    ["authorizer.requestResource.check('get').allowed()", true],
    ["authorizer.requestResource.check('delete').reason()", 'delete configmaps x'],
    ["authorizer.group('apps').resource('deployments').name('d').check('get').reason()", 'get deployments d'],
  ])('%s', async (source, value) => {
    expect(await evaluate(source)).toEqual({ value });
  });

  test('no namespace, where the request is in none', async () => {
    const request = requestOf({ namespace: '' });
    const evaluation = new Evaluation({ request, object: request.object, old: undefined });
    expect(await evaluate('namespaceObject == null && !has(request.namespace)', evaluation)).toEqual({ value: true });
  });

  test('an error, where there is no value', async () => {
    expect(await evaluate('object.data.none')).toEqual({
      error: "expression 'object.data.none' resulted in error: no such key: none",
    });
  });
});

describe('what compiling says', () => {
  test.each([
    ['1 + 1', [BOOL], 'must evaluate to bool but got int'],
    ['[1]', [STRING, NULL], 'must evaluate to one of [string null_type] but got list(int)'],
    ['object.x', [BOOL], 'must evaluate to bool but got dyn'],
    [
      'request.object',
      [BOOL],
      "compilation failed: ERROR: <input>:1:8: undefined field 'object'\n | request.object\n | .......^",
    ],
    ['object.', [BOOL], expect.stringMatching(/^compilation failed: ERROR: <input>:1:8: Syntax error/)],
  ])('%s', (source, returns, fault) => {
    expect(compileExpression(admissionEnvironment(all), source, { returns })).toEqual({ source, fault });
  });

  test('params and authorizer are there only where they are declared', () => {
    const environment = admissionEnvironment({ age: 'new' });
    expect(compileExpression(environment, 'params == null').fault).toContain("undeclared reference to 'params'");
    expect(compileExpression(environment, 'authorizer').fault).toContain("undeclared reference to 'authorizer'");
  });
});

describe('variables', () => {
  function variablesOf(definitions: Record<string, string>): PolicyVariables {
    const variables = new PolicyVariables();
    for (const [name, source] of Object.entries(definitions)) variables.add(name, compileWith(variables, source));
    return variables;
  }
  const compileWith = (variables: PolicyVariables, source: string) =>
    compileExpression(admissionEnvironment(all), source, { variables: { variables: variables.type } });
  const run = (variables: PolicyVariables, source: string) =>
    evaluationOf({ variables }).evaluate(compileWith(variables, source), new CostBudget(10_000_000));

  test('refer to earlier ones, and are typed', async () => {
    const variables = variablesOf({ one: 'object.data.size()', two: 'variables.one + 1', list: '[variables.two]' });
    expect(await run(variables, 'variables.list[0] == 2')).toEqual({ value: true });
    expect(compileWith(variables, "variables.two == 'text'").fault).toContain('found no matching overload');
    expect(compileWith(variables, 'variables.none').fault).toContain("undefined field 'none'");
  });

  test('that fail say which', async () => {
    const variables = variablesOf({ bad: 'object.none', worse: 'nope' });
    expect((await run(variables, 'variables.bad == 1')).error).toContain(
      'composited variable "bad" fails to evaluate: no such key: none',
    );
    expect((await run(variables, 'variables.worse == 1')).error).toContain(
      'composited variable "worse" fails to compile: compilation failed: ',
    );
    expect(await run(variables, 'variables.bad == 1 || true')).toEqual({ value: true });
  });

  test('may wait for the authorizer', async () => {
    const variables = variablesOf({ may: "authorizer.requestResource.check('get').allowed()" });
    expect(await run(variables, 'false || variables.may')).toEqual({ value: true });
  });

  test('that go deeper than the stack are an error', async () => {
    const chain = Array.from({ length: 5_000 }, (_, index) => [`v${index + 1}`, `variables.v${index} + 1`]);
    const variables = variablesOf({ v0: '0', ...Object.fromEntries(chain) });
    expect((await run(variables, 'variables.v5000 == 5000')).error).toContain('internal error: ');
    expect(await run(variables, 'variables.v9 == 9')).toEqual({ value: true });
  });

  test('are charged once, to the first expression that uses them', async () => {
    const variables = variablesOf({ big: "'x'.matches('x') ? [1, 2, 3].map(n, n) : []" });
    const evaluation = evaluationOf({ variables });
    const expression = compileWith(variables, 'variables.big.size() == 3');
    const budget = new CostBudget(1_000);
    await evaluation.evaluate(expression, budget);
    const first = 1_000 - budget.remaining;
    await evaluation.evaluate(expression, budget);
    expect(1_000 - budget.remaining - first).toBeLessThan(first);
  });
});

test('a budget that is used up ends it all', async () => {
  const expression = compile('[1, 2, 3, 4].all(a, [1, 2, 3, 4].all(b, a + b > 0))');
  await expect(evaluationOf().evaluate(expression, new CostBudget(20))).rejects.toThrow(OutOfBudgetError);
});

describe('match conditions', () => {
  const match = (...sources: string[]) =>
    MatchConditions.compile(
      sources.map((expression, index) => ({ name: `c${index}`, expression })),
      { age: 'stored', hasAuthorizer: true },
    ).match(evaluationOf());

  test.each([
    ['all true', ['true', 'object.data.k == "v"'], { outcome: 'matches' }],
    ['none', [], { outcome: 'matches' }],
    ['one false', ['true', 'false'], { outcome: 'excluded', condition: 'c1' }],
    [
      'one false after one that fails',
      ['object.none', 'object.data.none == 1', 'false'],
      { outcome: 'excluded', condition: 'c2' },
    ],
    [
      'some fail',
      ['true', 'object.a == 1', 'object.b == 1'],
      {
        outcome: 'failed',
        error:
          "[expression 'object.a == 1' resulted in error: no such key: a, expression 'object.b == 1' resulted in error: no such key: b]",
        failedConditions: 2,
      },
    ],
  ])('%s', async (_case, sources, result) => {
    expect(await match(...sources)).toEqual(result);
  });
});
