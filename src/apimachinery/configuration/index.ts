export { type ConfigurationFields, configurationFields, readConfiguration } from './read-configuration.js';
