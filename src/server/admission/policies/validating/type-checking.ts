// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/validating/typechecking.go (v1.36)

import {
  AUTHORIZER_TYPE,
  type CelEnvironment,
  CelSyntaxError,
  CelTypeError,
  celTypeOfSchema,
  DYN,
  storedExpressionsEnvironment,
  type VariableType,
} from '../../../../apimachinery/cel/index.js';
import type { GroupVersionKind } from '../../../../apimachinery/meta/index.js';
import { formatGroupVersionKind } from '../../../../apimachinery/meta/index.js';
import type { JsonSchema } from '../../../../apimachinery/schema/index.js';
import { NAMESPACE_TYPE, PolicyVariables, REQUEST_TYPE } from '../../cel/index.js';
import type { PolicySpec } from '../policy-spec.js';

/** A kind that a policy matches, with its schema, in which references are resolved. */
interface SchemaOfKind {
  readonly kind: GroupVersionKind;
  readonly schema: JsonSchema;
}

interface CheckedSpec extends Pick<PolicySpec, 'variables'> {
  readonly paramKind?: object;
  readonly validations?: readonly { readonly expression: string; readonly messageExpression?: string }[];
}

interface ExpressionWarning {
  readonly fieldRef: string;
  readonly warning: string;
}

/** Returns what is wrong with a policy's expressions for objects of the kinds that it matches. */
export function checkPolicyTypes(
  { validations = [], variables = [], paramKind }: CheckedSpec,
  { objects, params }: { readonly objects: readonly SchemaOfKind[]; readonly params: SchemaOfKind | undefined },
): ExpressionWarning[] {
  if (objects.length === 0) return [];
  const paramsType = paramKind && (typeOf(params) ?? DYN);
  const checks = objects.map((object) => {
    const environment = environmentOf(typeOf(object) ?? DYN, paramsType);
    return { name: formatGroupVersionKind(object.kind), fault: checker(environment, variables) };
  });
  const warn = (fieldRef: string, expression: string | undefined): ExpressionWarning[] => {
    if (!expression) return [];
    const found = checks.map(({ name, fault }) => ({ name, fault: fault(expression) })).filter(({ fault }) => fault);
    const warning = found.map(({ name, fault }) => `${name}: ${fault}\n`).join('\n');
    return found.length === 0 ? [] : [{ fieldRef, warning }];
  };
  return validations.flatMap(({ expression, messageExpression }, index) => [
    ...warn(`spec.validations[${index}].expression`, expression),
    ...warn(`spec.validations[${index}].messageExpression`, messageExpression),
  ]);
}

/** Undefined: values of the schema have no type, or there is no schema. */
function typeOf(of: SchemaOfKind | undefined): VariableType | undefined {
  return of && celTypeOfSchema(of.schema, { name: of.kind.kind, isResourceRoot: true });
}

function environmentOf(object: VariableType, params: VariableType | undefined): CelEnvironment {
  return storedExpressionsEnvironment().extend({
    variables: {
      namespaceObject: NAMESPACE_TYPE,
      request: REQUEST_TYPE,
      object,
      oldObject: object,
      ...(params && { params }),
      authorizer: AUTHORIZER_TYPE,
    },
  });
}

type Fault = (expression: string) => string | undefined;

/** Variables that do not compile have any type. */
function checker(environment: CelEnvironment, variables: NonNullable<PolicySpec['variables']>): Fault {
  const declared = new PolicyVariables();
  const scope = { variables: { variables: declared.type } };
  for (const { name, expression: source } of variables) {
    try {
      declared.add(name, { source, program: environment.compileUncached(source, scope) });
    } catch (error) {
      declared.add(name, { source, fault: faultOf(error) });
    }
  }
  return (expression) => {
    try {
      environment.compileUncached(expression, scope);
      return undefined;
    } catch (error) {
      return faultOf(error);
    }
  };
}

function faultOf(error: unknown): string {
  if (error instanceof CelSyntaxError || error instanceof CelTypeError) return error.message;
  throw error;
}
