export { BootstrapPolicy, nodeRules } from './bootstrap/index.js';
export { EscalationCheck } from './escalation-check.js';
export { type PolicyRule, rbacGroup, ruleAllows } from './policy-rule.js';
export { RbacAuthorizer } from './rbac-authorizer.js';
