export { CustomResources, type CustomResourcesOptions, type DefinitionLister } from './custom-resources.js';
export { humanDuration } from './human-duration.js';
export { type CustomResourceOptions, resourceDefinitionOf } from './resource-definition-of.js';
