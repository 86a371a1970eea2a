export { type ConfigurationFields, type ConfigurationKind, readConfiguration } from './read-configuration.js';
