export { CustomResources, type CustomResourcesOptions } from './custom-resources.js';
export { humanDuration } from './human-duration.js';
export { type CustomResourceOptions, resourceDefinitionOf } from './resource-definition-of.js';
