import { defineResource } from '../../../../server/registry/index.js';
import { sizeOf } from '../../../fields.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { builtInVersion } from '../../../types/index.js';
import { validateConfigMap, validateConfigMapUpdate } from './validation.js';

const dataColumn = textColumn('Data', ({ data, binaryData }) => sizeOf(data) + sizeOf(binaryData));

export const configMaps = defineResource({
  kind: 'ConfigMap',
  plural: 'configmaps',
  shortNames: ['cm'],
  scope: 'Namespaced',
  versions: { v1: builtInVersion('v1', 'ConfigMap', { columns: [nameColumn, dataColumn, ageColumn] }) },
  strategy: { validate: validateConfigMap, validateUpdate: validateConfigMapUpdate },
});
