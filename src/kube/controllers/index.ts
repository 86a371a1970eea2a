export { SystemNamespaces } from './system-namespaces.js';
