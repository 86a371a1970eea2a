import { mutableMetadataOf } from '../../../../apimachinery/meta/index.js';
import { defineResource, type Strategy, type TableColumn } from '../../../../server/registry/index.js';
import { countGenerationExactly } from '../../../field-checks.js';
import { ageColumn, integerColumn, nameColumn } from '../../../printing/index.js';
import { builtInVersion } from '../../../types/index.js';
import { warnsOfStaticNames } from '../static-names.js';
import { validateWebhookConfiguration } from './validation.js';
import { applyWebhookDefaults, webhooksOf } from './webhook.js';

const strategy: Strategy = {
  ...warnsOfStaticNames,
  allowUnconditionalUpdate: false,
  prepareForCreate: (configuration) => {
    mutableMetadataOf(configuration)['generation'] = 1;
  },
  prepareForUpdate: (change) => countGenerationExactly(change, 'webhooks'),
  validate: (configuration) => validateWebhookConfiguration(configuration),
  validateUpdate: ({ object, old }) => validateWebhookConfiguration(object, old),
};

const columns: readonly TableColumn[] = [
  nameColumn,
  integerColumn('Webhooks', (configuration) => webhooksOf(configuration).length),
  ageColumn,
];

const common = { scope: 'Cluster', categories: ['api-extensions'], strategy } as const;

export const validatingWebhookConfigurations = defineResource({
  ...common,
  kind: 'ValidatingWebhookConfiguration',
  plural: 'validatingwebhookconfigurations',
  versions: {
    v1: builtInVersion('admissionregistration.k8s.io/v1', 'ValidatingWebhookConfiguration', {
      columns,
      applyDefaults: applyWebhookDefaults,
    }),
  },
});

export const mutatingWebhookConfigurations = defineResource({
  ...common,
  kind: 'MutatingWebhookConfiguration',
  plural: 'mutatingwebhookconfigurations',
  versions: {
    v1: builtInVersion('admissionregistration.k8s.io/v1', 'MutatingWebhookConfiguration', {
      columns,
      applyDefaults: (configuration) => {
        applyWebhookDefaults(configuration);
        for (const hook of webhooksOf(configuration)) hook.reinvocationPolicy ??= 'Never';
      },
    }),
  },
});
