import type { Decl } from '@bufbuild/cel-spec/cel/expr/checked_pb.js';
import type { SimpleTest } from '@bufbuild/cel-spec/cel/expr/conformance/test/simple_pb.js';
import {
  getConformanceSuite,
  type IncrementalTest,
  type IncrementalTestSuite,
} from '@bufbuild/cel-spec/testdata/tests.js';
import { describe, expect, test } from 'vitest';
import {
  bindingsLibrary,
  CelEnvironment,
  CelEvaluationError,
  type CelLibrary,
  type CelType,
  CelTypeError,
  type CelValue,
  type CompiledExpression,
  celEquals,
  DYN,
  defineFunction,
  type FunctionDeclaration,
  formatType,
  member,
  optionalsLibrary,
  overload,
  twoVariableComprehensionsLibrary,
} from '../../../src/apimachinery/cel/index.js';
import { encodersLibrary } from '../../../src/apimachinery/cel/library/encoders.js';
import { mathLibrary } from '../../../src/apimachinery/cel/library/math.js';
import { stringsLibraryOf } from '../../../src/apimachinery/cel/library/newer-strings.js';
import { stringsLibrary } from '../../../src/apimachinery/cel/library/strings.js';
import { blocksLibrary } from './blocks-library.js';
import { celValueOf, NeedsProtobuf, typeOfProto } from './conformance-values.js';
import { compact, debugString } from './debug-string.js';
import { LEFT_OUT, type LeftOut, OTHER_IN_KUBERNETES_STRINGS, OTHER_TREES } from './left-out.js';

/** The libraries under test, each in its newest version. */
const LIBRARIES: readonly CelLibrary[] = [
  optionalsLibrary,
  twoVariableComprehensionsLibrary,
  stringsLibraryOf(5),
  mathLibrary,
  encodersLibrary,
  bindingsLibrary,
  blocksLibrary,
];

interface Run {
  readonly environment: CelEnvironment;
  readonly leftOut: readonly LeftOut[];
}

const newest: Run = { environment: CelEnvironment.extend({ libraries: LIBRARIES }), leftOut: LEFT_OUT };
const kubernetesStrings: Run = {
  environment: CelEnvironment.extend({ libraries: [stringsLibrary] }),
  leftOut: [...OTHER_IN_KUBERNETES_STRINGS, ...LEFT_OUT],
};
const used = new Set<LeftOut>();
let count = 0;

for (const suite of getConformanceSuite().suites.filter(({ suites }) => suites.length > 0)) {
  describe(suite.name, () => runSuite(newest, suite));
  if (suite.name === 'string_ext') {
    describe(`${suite.name} with Kubernetes' strings`, () => runSuite(kubernetesStrings, suite));
  }
}

test('no rule of what is left out is superfluous, and the rest is run', () => {
  const rules = [...LEFT_OUT, ...OTHER_IN_KUBERNETES_STRINGS, ...OTHER_TREES];
  expect(rules.filter((rule) => !used.has(rule))).toEqual([]);
  expect(count).toBeGreaterThanOrEqual(1831);
});

function runSuite(run: Run, suite: IncrementalTestSuite): void {
  for (const section of suite.suites) {
    test(section.name, () => {
      for (const testCase of section.tests) runCase(run, `${suite.name}/${section.name}/${testCase.name}`, testCase);
    });
  }
}

function runCase({ environment, leftOut }: Run, path: string, testCase: IncrementalTest): void {
  const rule = leftOut.find((candidate) => applies(candidate, path, testCase));
  if (rule) {
    used.add(rule);
    return;
  }
  count++;
  const { original } = testCase;
  const { wanted, variables, functions, activation } = readCase(original);
  const extended = environment.extend({
    container: original.container,
    libraries: [{ name: 'case', functions: () => functions }],
  });
  let program: CompiledExpression;
  try {
    program = extended[original.disableCheck ? 'compileUnchecked' : 'compile'](original.expr, { variables });
  } catch (thrown) {
    // If evaluation is expected to fail, a compile error is accepted as well.
    expect({ path, thrown, wanted }).toMatchObject({ thrown: expect.any(CelTypeError), wanted: { fails: true } });
    return;
  }
  const other = OTHER_TREES.find((candidate) => applies(candidate, path, testCase));
  if (other) used.add(other);
  else if (testCase.checkedAst && !original.disableCheck) {
    const ast = compact(debugString(program.expression));
    expect({ path, ast }).toEqual({ path, ast: compact(testCase.checkedAst) });
  }
  if (wanted.type) expect({ path, type: formatType(program.type) }).toEqual({ path, type: formatType(wanted.type) });
  if (!original.checkOnly) expectResult(path, () => program.evaluate(activation), wanted);
}

function applies(rule: LeftOut, path: string, { original }: IncrementalTest): boolean {
  if (rule.path !== undefined && !`${path}/`.startsWith(`${rule.path}/`)) return false;
  if (rule.needsProtobuf && !needsProtobuf(original)) return false;
  return rule.expression === undefined || rule.expression.test(original.expr);
}

function needsProtobuf(original: SimpleTest): boolean {
  try {
    readCase(original);
    return false;
  } catch (thrown) {
    if (thrown instanceof NeedsProtobuf) return true;
    throw thrown;
  }
}

function readCase(original: SimpleTest): {
  readonly wanted: Expectation;
  readonly variables: Readonly<Record<string, CelType>>;
  readonly functions: readonly FunctionDeclaration[];
  readonly activation: Readonly<Record<string, CelValue>>;
} {
  const { variables, functions } = declarations(original.typeEnv);
  const activation: Record<string, CelValue> = {};
  for (const [name, { kind }] of Object.entries(original.bindings)) {
    if (kind.case !== 'value') throw new Error(`${name} is not bound to a value`);
    activation[name] = celValueOf(kind.value);
    variables[name] ??= DYN;
  }
  return { wanted: expectation(original.resultMatcher), variables, functions, activation };
}

interface Expectation {
  readonly fails: boolean;
  readonly value?: CelValue;
  readonly type?: CelType;
}

function expectation(matcher: IncrementalTest['original']['resultMatcher']): Expectation {
  switch (matcher.case) {
    case 'value':
      return { fails: false, value: celValueOf(matcher.value) };
    case 'typedResult': {
      const { result, deducedType } = matcher.value;
      return {
        fails: false,
        ...(result && { value: celValueOf(result) }),
        ...(deducedType && { type: typeOfProto(deducedType) }),
      };
    }
    case 'evalError':
      return { fails: true };
    default:
      return { fails: false, value: true };
  }
}

function expectResult(path: string, evaluate: () => CelValue, wanted: Expectation): void {
  let value: CelValue;
  try {
    value = evaluate();
  } catch (thrown) {
    expect({ path, thrown, wanted }).toMatchObject({ thrown: expect.any(CelEvaluationError), wanted: { fails: true } });
    expect((thrown as Error).message).not.toMatch(/^internal error/);
    return;
  }
  if (wanted.value === undefined) {
    expect({ path, value, wanted }).toMatchObject({ wanted: { fails: false } });
    return;
  }
  const bothNaN = Number.isNaN(value) && Number.isNaN(wanted.value);
  expect({ path, value, wanted: wanted.value, equal: bothNaN || celEquals(wanted.value, value) }).toMatchObject({
    equal: true,
  });
}

function declarations(typeEnv: readonly Decl[]): {
  variables: Record<string, CelType>;
  functions: FunctionDeclaration[];
} {
  const variables: Record<string, CelType> = {};
  const functions: FunctionDeclaration[] = [];
  for (const { name, declKind } of typeEnv) {
    if (declKind.case === 'ident') variables[name] = typeOfProto(declKind.value.type!);
    if (declKind.case !== 'function') continue;
    const overloads = declKind.value.overloads.map((declared) =>
      (declared.isInstanceFunction ? member : overload)({
        id: declared.overloadId,
        parameters: declared.params.map(typeOfProto),
        result: typeOfProto(declared.resultType!) as CelType<CelValue>,
        evaluate: () => null,
      }),
    );
    functions.push(defineFunction(name, ...overloads));
  }
  return { variables, functions };
}
