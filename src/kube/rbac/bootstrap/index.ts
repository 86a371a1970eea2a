export { BootstrapPolicy } from './bootstrap-policy.js';
