export { BootstrapPolicy } from './bootstrap-policy.js';
export { nodeRules } from './default-policy.js';
export { parseRule } from './role-table.js';
