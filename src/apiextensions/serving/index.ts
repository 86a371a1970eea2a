export { CustomResources } from './custom-resources.js';
export { resourceDefinitionOf } from './resource-definition-of.js';
