import {
  compareBytes,
  type JsonObject,
  jsonEqual,
  metadataOf,
  mutableMetadataOf,
} from '../../../../apimachinery/meta/index.js';
import { FieldPath } from '../../../../apimachinery/validation/index.js';
import { defineResource } from '../../../../server/registry/index.js';
import {
  applyPodTemplateDefaults,
  dropDisabledFields,
  type PodTemplate,
  validatePodTemplate,
} from '../../../pod-spec/index.js';
import { nameColumn, textColumn } from '../../../printing/index.js';
import { builtInVersion } from '../../../types/index.js';
import { containerColumns, templateWarningsAt } from '../../../workloads/index.js';

const path = FieldPath.of('template');

export const podTemplates = defineResource({
  kind: 'PodTemplate',
  plural: 'podtemplates',
  scope: 'Namespaced',
  versions: {
    v1: builtInVersion('v1', 'PodTemplate', {
      columns: [nameColumn, ...containerColumns(templateOf, {}), textColumn('Pod Labels', labelsText)],
      applyDefaults: (object) => applyPodTemplateDefaults(templateOf(object)),
    }),
  },
  strategy: {
    returnsDeletedObject: true,
    prepareForCreate(object) {
      mutableMetadataOf(object)['generation'] = 1;
      dropDisabledFields(templateOf(object).spec);
    },
    prepareForUpdate({ object, old }) {
      dropDisabledFields(templateOf(object).spec);
      if (jsonEqual(object['template'] ?? {}, old['template'] ?? {})) return;
      mutableMetadataOf(object)['generation'] = (metadataOf(old).generation ?? 0) + 1;
    },
    validate: (object) => validatePodTemplate(templateOf(object), path),
    validateUpdate: ({ object }) => validatePodTemplate(templateOf(object), path),
    warningsOnCreate: (object) => templateWarningsAt(templateOf(object), path),
    warningsOnUpdate: ({ object, old }) =>
      metadataOf(object).generation === metadataOf(old).generation ? [] : templateWarningsAt(templateOf(object), path),
  },
});

function templateOf(object: JsonObject): PodTemplate {
  return object['template'] as unknown as PodTemplate;
}

function labelsText(object: JsonObject): string {
  const pairs = Object.entries(templateOf(object).metadata?.labels ?? {}).map(([key, value]) => `${key}=${value}`);
  return pairs.sort(compareBytes).join(',') || '<none>';
}
