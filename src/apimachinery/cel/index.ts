export { renewBudget, workDone } from './budget.js';
export {
  type CallEstimate,
  type CallSite,
  type CostEstimate,
  fixed,
  ONE,
  type Operand,
  plus,
  regexMatch,
  type SizeEstimate,
  scaled,
  times,
  traversal,
  UNKNOWN,
  union,
} from './cost/estimates.js';
export { comparisonCost, regexCost, sizeOf, traversalCost, treeCost } from './cost/sizes.js';
export {
  type CelLibrary,
  defineFunction,
  type FunctionDeclaration,
  member,
  type OverloadDeclaration,
  overload,
} from './declarations.js';
export { CelEnvironment, type CompileOptions, type EnvironmentOptions } from './environment.js';
export { celEquals } from './equality.js';
export { evaluateYielding } from './evaluate-yielding.js';
export { CelEvaluationError, CelFailure } from './failure.js';
export { celToJson } from './json.js';
export {
  COMPATIBILITY_VERSION,
  KUBERNETES_LIBRARIES,
  kubernetesEnvironment,
  storedExpressionsEnvironment,
  type VersionedLibrary,
} from './kubernetes-environment.js';
export {
  AUTHORIZER_TYPE,
  type AuthorizationAttributes,
  type AuthorizationDecision,
  type AuthorizationUser,
  type Authorizer,
  CelAuthorizer,
  type PathAttributes,
  RESOURCE_CHECK_TYPE,
  type RequestResource,
  type ResourceAttributes,
} from './library/authorization-checks.js';
export { bindingsLibrary } from './library/bindings.js';
export { CelCidr } from './library/cidr.js';
export { encodersLibrary } from './library/encoders.js';
export { CelIp } from './library/ip.js';
export { mathLibrary } from './library/math.js';
export { JSON_PATCH_TYPE, mutationLibrary, objectTypeProblems } from './library/mutation.js';
export { type NewerStringsVersion, stringsLibraryOf } from './library/newer-strings.js';
export { optionalsLibrary } from './library/optionals.js';
export { CelQuantity, QUANTITY_TYPE } from './library/quantity.js';
export { CelSemver, SEMVER_TYPE } from './library/semver.js';
export { twoVariableComprehensionsLibrary } from './library/two-variable-comprehensions.js';
export {
  ESTIMATED_DEFINITION_COST_LIMIT,
  ESTIMATED_RULE_COST_LIMIT,
  MATCH_CONDITIONS_COST_BUDGET,
  MAX_MESSAGE_EXPRESSION_BYTES,
  MAX_REQUEST_SIZE_BYTES,
  PER_CALL_COST_LIMIT,
  RUNTIME_COST_BUDGET,
} from './limits.js';
export { type CelList, isList, ListView, listItem, listItems, listSize } from './lists.js';
export { type CelMap, EntryMap, isMap, MapView, mapGet, mapKeys, mapSize } from './maps.js';
export {
  type Activation,
  type CompiledExpression,
  CostBudget,
  type EvaluateOptions,
  EvaluationProgress,
} from './program.js';
export { CelReference } from './reference.js';
export { type DeclaredType, optionalDeclared, type VariableType } from './schema/declared-type.js';
export { escapeIdentifier, unescapeIdentifier } from './schema/escaping.js';
export { celTypeOfSchema, type SchemaTypeOptions } from './schema/schema-types.js';
export { standardLibrary } from './standard/library.js';
export { Suspension } from './suspension.js';
export type { LiteralProblem, Overload } from './syntax/ast.js';
export { type CelIssue, CelSyntaxError, CelTypeError } from './syntax/source.js';
export {
  CelType,
  formatType,
  listOf,
  mapOf,
  ObjectType,
  opaqueOf,
  sameType,
  typeOfType,
  typeParameter,
} from './types.js';
export {
  ANY,
  BOOL,
  BYTES,
  type CelDouble,
  CelDuration,
  type CelInt,
  CelObject,
  CelOptional,
  CelTimestamp,
  CelUint,
  type CelValue,
  DOUBLE,
  DURATION,
  DYN,
  doubleOf,
  doubleValue,
  INT,
  intOf,
  isDouble,
  isInt,
  LIST,
  MAP,
  NULL,
  optionalOf,
  STRING,
  TIMESTAMP,
  TYPE,
  typeOf,
  UINT,
  uintOf,
} from './values.js';
