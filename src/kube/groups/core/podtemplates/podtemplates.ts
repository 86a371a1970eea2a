// Follows pkg/registry/core/podtemplate/strategy.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { PodTemplate } from '../../../../api/core/v1.js';
import { compareBytes, jsonEqual } from '../../../../apimachinery/meta/index.js';
import { FieldPath } from '../../../../apimachinery/validation/index.js';
import { defineResource, generationOnly } from '../../../../server/registry/index.js';
import { validateMetadata, validateMetadataUpdate } from '../../../metadata-validation.js';
import {
  applyPodTemplateDefaults,
  dropDisabledFields,
  podSpecAt,
  validatePodTemplate,
} from '../../../pod-spec/index.js';
import { nameColumn, textColumn } from '../../../printing/index.js';
import { builtInVersion } from '../../../types/index.js';
import { containerColumns, templateWarningsAt } from '../../../workloads/index.js';

const path = FieldPath.of('template');

export const podTemplates = defineResource<PodTemplate>({
  ...podSpecAt('template.spec'),
  kind: 'PodTemplate',
  plural: 'podtemplates',
  scope: 'Namespaced',
  versions: {
    v1: builtInVersion<PodTemplate>('v1', 'PodTemplate', {
      columns: [
        nameColumn,
        ...containerColumns<PodTemplate>(({ template }) => template, {}),
        textColumn('Pod Labels', labelsText, { description: 'The labels for the pod template.' }),
      ],
      applyDefaults: ({ template }) => applyPodTemplateDefaults(template),
    }),
  },
  strategy: generationOnly<PodTemplate>(
    {
      returnsDeletedObject: true,
      prepareForCreate: ({ template }, { features }) => dropDisabledFields(template.spec, { features }),
      prepareForUpdate: ({ object, old }, { features }) =>
        dropDisabledFields(object.template.spec, { features, old: old.template.spec }),
      validate: (object, context) => [
        ...validateMetadata(object, context),
        ...validatePodTemplate(object.template, path, context),
      ],
      validateUpdate: ({ object }, context) => [
        ...validateMetadataUpdate(object, context),
        ...validatePodTemplate(object.template, path, context),
      ],
      warningsOnCreate: ({ template }) => templateWarningsAt(template, path),
      warningsOnUpdate: ({ object, old }) =>
        object.metadata.generation === old.metadata.generation ? [] : templateWarningsAt(object.template, path),
    },
    ({ object, old }) => !jsonEqual(object.template, old.template),
  ),
});

function labelsText({ template }: PodTemplate): string {
  const pairs = Object.entries(template.metadata.labels ?? {}).map(([key, value]) => `${key}=${value}`);
  return pairs.sort(compareBytes).join(',') || '<none>';
}
