// Follows pkg/registry/core/podtemplate/strategy.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { PodTemplate } from '../../../../api/core/v1.js';
import { jsonEqual } from '../../../../apimachinery/meta/index.js';
import { FieldPath } from '../../../../apimachinery/validation/index.js';
import { generationOnly } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import {
  applyPodTemplateDefaults,
  dropDisabledFields,
  podSpecAt,
  validatePodTemplate,
} from '../../../pod-spec/index.js';
import { formatLabels, nameColumn, textColumn } from '../../../printing/index.js';
import { updateValidation, validation } from '../../../validation.js';
import { containerColumns, templateWarningsAt } from '../../../workloads/index.js';

const path = FieldPath.of('template');

export const podTemplates = builtInResource<PodTemplate>('v1', 'PodTemplate', {
  ...podSpecAt('template.spec'),
  plural: 'podtemplates',
  scope: 'Namespaced',
  columns: [
    nameColumn,
    ...containerColumns<PodTemplate>(({ template }) => template, {}),
    textColumn(
      'Pod Labels',
      ({ template }) => formatLabels(template.metadata.labels),
      'The labels for the pod template.',
    ),
  ],
  applyDefaults: ({ template }) => applyPodTemplateDefaults(template),
  strategy: generationOnly<PodTemplate>(
    {
      returnsDeletedObject: true,
      prepareForCreate: ({ template }, { features }) => dropDisabledFields({ object: template.spec, features }),
      prepareForUpdate: ({ object, old }, { features }) =>
        dropDisabledFields({ object: object.template.spec, old: old.template.spec, features }),
      validate: validation((object, context) => validatePodTemplate(object.template, path, context)),
      validateUpdate: updateValidation(({ object }, context) => validatePodTemplate(object.template, path, context)),
      warningsOnCreate: ({ template }) => templateWarningsAt(template, path),
      warningsOnUpdate: ({ object, old }) =>
        object.metadata.generation === old.metadata.generation ? [] : templateWarningsAt(object.template, path),
    },
    ({ object, old }) => !jsonEqual(object.template, old.template),
  ),
});
