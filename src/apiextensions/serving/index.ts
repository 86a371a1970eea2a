export { CustomResources, type CustomResourcesOptions } from './custom-resources.js';
export { type CustomResourceOptions, resourceDefinitionOf } from './resource-definition-of.js';
