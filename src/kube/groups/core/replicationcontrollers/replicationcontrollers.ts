import {
  compareBytes,
  isEmptyObject,
  type JsonObject,
  mutableMetadataOf,
} from '../../../../apimachinery/meta/index.js';
import {
  checkDns1123Subdomain,
  type FieldError,
  FieldPath,
  invalidValue,
  required,
  validateNonnegative,
} from '../../../../apimachinery/validation/index.js';
import { defineResource, type ScaleSubresource } from '../../../../server/registry/index.js';
import { objectIn } from '../../../fields.js';
import { applyPodTemplateDefaults, type PodTemplate, validatePodTemplate } from '../../../pod-spec/index.js';
import { textColumn } from '../../../printing/index.js';
import { asGiven, builtInVersion } from '../../../types/index.js';
import {
  labelAsTemplate,
  nameWarnings,
  replicaColumns,
  scaleSubresource,
  statusVerbs,
  validateCounts,
  validateEndlessTemplate,
  validateStatusCounts,
  workloadStrategies,
} from '../../../workloads/index.js';

/** Its selector is a plain map of labels. */
interface ControllerSpec {
  replicas?: number;
  minReadySeconds?: number;
  selector?: Record<string, string>;
  template?: PodTemplate;
}

const path = FieldPath.of('spec');

const { main, status } = workloadStrategies({
  validate,
  validateUpdate: ({ object }) => validate(object),
  validateStatus: (change) =>
    validateStatusCounts(change, {
      fields: ['replicas', 'fullyLabeledReplicas', 'readyReplicas', 'availableReplicas', 'observedGeneration'],
      parts: ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'],
    }),
  prepareStatus: labelAsTemplate,
  more: { defaultPropagation: 'Orphan', warningsOnCreate: nameWarnings, nameRule },
});

/** Names are not validated as prefixes, and the length limit is reported in bytes, as in upstream. */
function nameRule(name: string, use?: 'name' | 'prefix'): readonly string[] {
  return use === 'prefix'
    ? []
    : checkDns1123Subdomain(name).map((problem) => problem.replace(/ characters$/, ' bytes'));
}

const scale: ScaleSubresource = {
  ...scaleSubresource,
  paths: { ...scaleSubresource.paths, labelSelector: (controller) => labelsText(specOf(controller).selector) },
};

export const replicationControllers = defineResource({
  kind: 'ReplicationController',
  plural: 'replicationcontrollers',
  shortNames: ['rc'],
  categories: ['all'],
  scope: 'Namespaced',
  storagePrefix: 'controllers',
  versions: {
    v1: builtInVersion('v1', 'ReplicationController', {
      columns: [
        ...replicaColumns,
        textColumn('Selector', (controller) => labelsText(specOf(controller).selector) || '<none>', { wide: true }),
      ],
      applyDefaults,
    }),
  },
  strategy: main,
  subresources: { status: { verbs: statusVerbs, strategy: status }, scale },
  selectableFields: ['status.replicas'],
});

function specOf(controller: JsonObject): ControllerSpec {
  return objectIn(controller['spec']) as unknown as ControllerSpec;
}

function applyDefaults(controller: JsonObject): void {
  const spec = specOf(controller);
  const labels = spec.template?.metadata?.labels;
  const metadata = mutableMetadataOf(controller);
  if (labels) {
    if (isEmptyObject(spec.selector ?? {})) spec.selector = { ...labels };
    if (isEmptyObject(objectIn(metadata['labels']))) metadata['labels'] = { ...labels };
  }
  applyPodTemplateDefaults(spec.template);
}

function validate(controller: JsonObject): FieldError[] {
  const spec = specOf(controller);
  const { selector = {}, replicas, template } = spec;
  const templatePath = path.child('template');
  const replicasPath = path.child('replicas');
  return [
    ...validateCounts(spec, path, ['minReadySeconds']),
    ...(isEmptyObject(selector) ? [required(path.child('selector'), '')] : []),
    ...(replicas === undefined ? [required(replicasPath, '')] : validateNonnegative(replicas, replicasPath)),
    ...(template ? templateErrors(template, selector) : [required(templatePath, '')]),
  ];
}

function templateErrors(template: PodTemplate, selector: Record<string, string>): FieldError[] {
  const templatePath = path.child('template');
  const labels = template.metadata?.labels ?? {};
  const errors: FieldError[] = [];
  if (Object.entries(selector).some(([key, value]) => labels[key] !== value)) {
    const detail = '`selector` does not match template `labels`';
    errors.push(
      invalidValue(templatePath.child('metadata', 'labels'), asGiven(template.metadata, 'labels', {}), detail),
    );
  }
  return [
    ...errors,
    ...validatePodTemplate(template, templatePath),
    ...validateEndlessTemplate(template, templatePath, 'ReplicationController'),
  ];
}

function labelsText(labels: Record<string, string> = {}): string {
  const pairs = Object.entries(labels).map(([key, value]) => `${key}=${value}`);
  return pairs.sort(compareBytes).join(',');
}
