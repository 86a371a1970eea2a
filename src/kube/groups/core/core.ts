import { defineGroup } from '../../../server/registry/index.js';
import { configMaps } from './configmaps/configmaps.js';
import { namespaces } from './namespaces/namespaces.js';

export const core = defineGroup({ name: '', resources: [configMaps, namespaces] });
