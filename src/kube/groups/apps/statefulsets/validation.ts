import { type JsonObject, jsonEqual } from '../../../../apimachinery/meta/index.js';
import {
  checkDns1123Label,
  type FieldError,
  FieldPath,
  forbidden,
  invalidValue,
  required,
  validateAnnotations,
  validateLabels,
  validateNonnegative,
} from '../../../../apimachinery/validation/index.js';
import type { Replacement } from '../../../../server/registry/index.js';
import {
  invalidFor,
  optionalOneOf,
  type PodTemplate,
  validateClaimSpec,
  validatePodTemplate,
} from '../../../pod-spec/index.js';
import { goValue } from '../../../types/index.js';
import {
  labelErrors,
  parseSelector,
  validateCollisions,
  validateCounts,
  validateEndlessTemplate,
  validateSelector,
  validateStatusCounts,
} from '../../../workloads/index.js';
import type { StatefulSetSpec } from './statefulsets.js';

const path = FieldPath.of('spec');
const templatePath = path.child('template');

export function validateStatefulSet(statefulSet: JsonObject): FieldError[] {
  const spec = specOf(statefulSet);
  const { serviceName, volumeClaimTemplates = [] } = spec;
  const claimsPath = path.child('volumeClaimTemplates');
  return [
    ...policyErrors(spec),
    ...volumeClaimTemplates.flatMap((claim, index) =>
      validateClaimSpec(claim.spec, claimsPath.index(index).child('spec')),
    ),
    ...countErrors(spec),
    ...(serviceName ? invalidFor(path.child('serviceName'), serviceName, checkDns1123Label(serviceName)) : []),
    ...templateErrors(spec),
  ];
}

const changeable = [
  'replicas',
  'ordinals',
  'template',
  'updateStrategy',
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
  'minReadySeconds',
];
const settled =
  "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', " +
  "'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";

export function validateStatefulSetUpdate({ object, old }: Replacement): FieldError[] {
  const [spec, before] = [specOf(object), specOf(old)];
  const errors = [...policyErrors(spec), ...countErrors(spec), ...templateErrors(spec)];
  if (jsonEqual(unchangeable(spec), unchangeable(before))) return errors;
  return [...errors, forbidden(path, settled)];
}

function unchangeable(spec: StatefulSetSpec): JsonObject {
  const rest = Object.entries(spec).filter(([field]) => !changeable.includes(field));
  return Object.fromEntries(rest) as JsonObject;
}

export function validateStatefulSetStatus(change: Replacement): FieldError[] {
  const errors = validateStatusCounts(change, {
    fields: [
      'replicas',
      'readyReplicas',
      'currentReplicas',
      'updatedReplicas',
      'availableReplicas',
      'observedGeneration',
      'collisionCount',
    ],
    parts: ['readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas'],
    readyName: 'status.readyReplicas',
  });
  return [...errors, ...validateCollisions(change)];
}

function specOf(statefulSet: JsonObject): StatefulSetSpec {
  return statefulSet['spec'] as unknown as StatefulSetSpec;
}

function policyErrors({ podManagementPolicy: management, ...spec }: StatefulSetSpec): FieldError[] {
  const { updateStrategy, persistentVolumeClaimRetentionPolicy: retention = {} } = spec;
  const managementPath = path.child('podManagementPolicy');
  const retentionPath = path.child('persistentVolumeClaimRetentionPolicy');
  const errors: FieldError[] = [];
  if (!management) errors.push(required(managementPath, ''));
  else if (!['OrderedReady', 'Parallel'].includes(management)) {
    errors.push(invalidValue(managementPath, management, "must be 'OrderedReady' or 'Parallel'"));
  }
  return [
    ...errors,
    ...updateErrors(updateStrategy, path.child('updateStrategy')),
    ...optionalOneOf(retention.whenDeleted ?? '', retentionPath.child('whenDeleted'), ['Retain', 'Delete']),
    ...optionalOneOf(retention.whenScaled ?? '', retentionPath.child('whenScaled'), ['Retain', 'Delete']),
  ];
}

function updateErrors(strategy: StatefulSetSpec['updateStrategy'], place: FieldPath): FieldError[] {
  const { type, rollingUpdate } = strategy;
  const rollingPath = place.child('rollingUpdate');
  switch (type) {
    case 'OnDelete': {
      if (!rollingUpdate) return [];
      const detail = "only allowed for updateStrategy 'RollingUpdate'";
      return [invalidValue(rollingPath, goValue('apps/v1.RollingUpdateStatefulSetStrategy', rollingUpdate), detail)];
    }
    case 'RollingUpdate':
      return [...validateNonnegative(rollingUpdate?.partition ?? 0, rollingPath.child('partition'))];
    default:
      if (!type) return [required(place, '')];
      return [
        invalidValue(
          place,
          goValue('apps/v1.StatefulSetUpdateStrategy', strategy),
          "must be 'RollingUpdate' or 'OnDelete'",
        ),
      ];
  }
}

function countErrors(spec: StatefulSetSpec): FieldError[] {
  return [
    ...validateCounts(spec, path, ['replicas', 'minReadySeconds']),
    ...validateNonnegative(spec.ordinals?.start ?? 0, path.child('ordinals.start')),
  ];
}

/** Volume claims add volumes to the pods, and pod names are generated. */
function templateErrors(spec: StatefulSetSpec): FieldError[] {
  const { selector, template } = spec;
  const selectorPath = path.child('selector');
  const errors = validateSelector(selector, selectorPath, 'statefulset');
  const parsed = parseSelector(selector);
  if (!parsed) errors.push(invalidValue(selectorPath, goValue('meta/v1.LabelSelector', selector), ''));
  else {
    const completed = completedTemplate(spec);
    errors.push(...labelErrors(parsed, template, templatePath), ...validatePodTemplate(completed, templatePath));
    // Upstream validates these twice.
    errors.push(...validateLabels(template.metadata?.labels ?? {}, templatePath.child('labels')));
    errors.push(...validateAnnotations(template.metadata?.annotations ?? {}, templatePath.child('annotations')));
  }
  return [...errors, ...validateEndlessTemplate(template, templatePath, 'StatefulSet')];
}

function completedTemplate({ template, volumeClaimTemplates = [] }: StatefulSetSpec): PodTemplate {
  const { subdomain: _, hostname: __, ...spec } = template.spec;
  const names = new Set(volumeClaimTemplates.map(({ metadata }) => metadata.name ?? ''));
  const claims = [...names].map((name) => ({ name, persistentVolumeClaim: { claimName: name } }));
  const others = (spec.volumes ?? []).filter(({ name }) => !names.has(name));
  return { ...template, spec: { ...spec, volumes: [...claims, ...others] } };
}
