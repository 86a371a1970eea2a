// Follows pkg/registry/admissionregistration/validatingwebhookconfiguration/strategy.go (v1.36)
// Follows pkg/registry/admissionregistration/mutatingwebhookconfiguration/strategy.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type {
  MutatingWebhookConfiguration,
  ValidatingWebhookConfiguration,
} from '../../../../api/admissionregistration/v1.js';
import { generationOnly, type TableColumn } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { changesExactly } from '../../../field-checks.js';
import { ageColumn, integerColumn, nameColumn } from '../../../printing/index.js';
import { refusesStaticNames, warnsOfStaticNames } from '../static-names.js';
import { validateWebhooks } from './validation.js';
import { applyWebhookDefaults } from './webhook.js';

type Configuration = ValidatingWebhookConfiguration | MutatingWebhookConfiguration;

const strategy = generationOnly<Configuration>(
  {
    ...warnsOfStaticNames,
    allowUnconditionalUpdate: false,
    validate: refusesStaticNames(({ webhooks = [] }, context) => validateWebhooks(webhooks, context)),
    validateUpdate: ({ object, old }, context) => validateWebhooks(object.webhooks ?? [], context, old.webhooks ?? []),
  },
  (change) => changesExactly(change, 'webhooks'),
);

const columns: readonly TableColumn<Configuration>[] = [
  nameColumn,
  integerColumn('Webhooks', ({ webhooks = [] }) => webhooks.length, {
    description: 'Webhooks indicates the number of webhooks registered in this configuration',
  }),
  ageColumn,
];

const common = { scope: 'Cluster', categories: ['api-extensions'], strategy } as const;

export const validatingWebhookConfigurations = builtInResource(
  'admissionregistration.k8s.io/v1',
  'ValidatingWebhookConfiguration',
  {
    ...common,
    plural: 'validatingwebhookconfigurations',
    columns,
    applyDefaults: applyWebhookDefaults,
  },
);

export const mutatingWebhookConfigurations = builtInResource(
  'admissionregistration.k8s.io/v1',
  'MutatingWebhookConfiguration',
  {
    ...common,
    plural: 'mutatingwebhookconfigurations',
    columns,
    applyDefaults: (configuration: MutatingWebhookConfiguration) => {
      applyWebhookDefaults(configuration);
      for (const hook of configuration.webhooks ?? []) hook.reinvocationPolicy ??= 'Never';
    },
  },
);
