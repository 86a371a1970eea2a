export {
  type ConfigurationFields,
  type ConfigurationKind,
  configurationFields,
  readConfiguration,
} from './read-configuration.js';
