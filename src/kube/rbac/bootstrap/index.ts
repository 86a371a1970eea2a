export { BootstrapPolicy } from './bootstrap-policy.js';
export { parseRule, type RoleTable } from './role-table.js';
