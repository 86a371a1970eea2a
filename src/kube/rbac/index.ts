export { BootstrapPolicy } from './bootstrap/index.js';
export { EscalationCheck } from './escalation-check.js';
export { Policy } from './policy.js';
export { rbacGroup } from './policy-rule.js';
export { RbacAuthorizer } from './rbac-authorizer.js';
