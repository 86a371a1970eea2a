/** What Kubernetes allows, in units of cost unless said otherwise. */

/** One evaluation of one expression. */
export const PER_CALL_COST_LIMIT = 1_000_000;
/** All evaluations for one custom resource, or for one binding of a policy. */
export const RUNTIME_COST_BUDGET = 10_000_000;
/** All match conditions of one webhook or policy for one request. */
export const MATCH_CONDITIONS_COST_BUDGET = 2_500_000;
/** The estimate of one rule, times how often its place can occur in an object. */
export const ESTIMATED_RULE_COST_LIMIT = 10_000_000;
/** The estimates of all rules of a CustomResourceDefinition together. */
export const ESTIMATED_DEFINITION_COST_LIMIT = 100_000_000;
/** In bytes: the largest request that is accepted. It bounds what schemas leave unbounded. */
export const MAX_REQUEST_SIZE_BYTES = 3 * 1024 * 1024;
/** In bytes: the longest text that a messageExpression may make. */
export const MAX_MESSAGE_EXPRESSION_BYTES = 5 * 1024;
