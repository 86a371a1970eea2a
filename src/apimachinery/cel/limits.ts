// Follows staging/src/k8s.io/apiserver/pkg/apis/cel/config.go (v1.36)

/** Kubernetes' limits, in cost units unless noted otherwise. */

/** One evaluation of one expression. */
export const PER_CALL_COST_LIMIT = 1_000_000;
/** All evaluations for one custom resource, or for one binding of a policy. */
export const RUNTIME_COST_BUDGET = 10_000_000;
/** All match conditions of one webhook or policy for one request. */
export const MATCH_CONDITIONS_COST_BUDGET = 2_500_000;
/** The estimated cost of one rule, multiplied by how often its location can occur in an object. */
export const ESTIMATED_RULE_COST_LIMIT = 10_000_000;
/** The estimated cost of all rules of a CustomResourceDefinition. */
export const ESTIMATED_DEFINITION_COST_LIMIT = 100_000_000;
/** In bytes: the maximum size of a request. Bounds what schemas leave unbounded. */
export const MAX_REQUEST_SIZE_BYTES = 3 * 1024 * 1024;
/** In bytes: the maximum length of a messageExpression's result. */
export const MAX_MESSAGE_EXPRESSION_BYTES = 5 * 1024;
