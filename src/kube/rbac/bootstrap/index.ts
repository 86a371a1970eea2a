export { BootstrapPolicy } from './bootstrap-policy.js';
export { nodeRules } from './default-policy.js';
export { parseRule, type RoleTable } from './role-table.js';
