import {
  isEmptyObject,
  type JsonObject,
  jsonEqual,
  metadataOf,
  mutableMetadataOf,
} from '../../apimachinery/meta/index.js';
import { formatLabelSelectorSpec } from '../../apimachinery/selectors/index.js';
import { checkDns1123Label, type FieldError, FieldPath } from '../../apimachinery/validation/index.js';
import type { Replacement, ScaleSubresource, Strategy } from '../../server/registry/index.js';
import { objectIn } from '../fields.js';
import { dropDisabledFields, type PodTemplate, podWarnings } from '../pod-spec/index.js';
import { scaleColumns } from './columns.js';
import { workloadSpecOf } from './workload.js';

export interface WorkloadRules {
  readonly validate: (object: JsonObject) => FieldError[];
  readonly validateUpdate: (change: Replacement) => FieldError[];
  readonly validateStatus: (change: Replacement) => FieldError[];
  /** Metadata that the status subresource does not change. */
  readonly statusKeeps?: readonly ('labels' | 'annotations')[];
  /** Additional preparation of metadata in the status subresource. */
  readonly prepareStatus?: (change: Replacement) => void;
  /** Whether a change outside of the spec increments the generation. */
  readonly countsAlso?: (change: Replacement) => boolean;
  /** Whether an update is checked for template warnings; default: if it increments the generation. */
  readonly warnsOf?: (change: Replacement) => boolean;
  /** Rules of this kind only. */
  readonly more?: Strategy;
}

const templatePath = FieldPath.of('spec', 'template');

/** Strategies of a workload kind: a spec with a pod template, and a status. */
export function workloadStrategies(rules: WorkloadRules): { main: Strategy; status: Strategy } {
  const {
    validate,
    validateUpdate,
    validateStatus,
    statusKeeps = [],
    prepareStatus,
    countsAlso,
    warnsOf = hasNewGeneration,
    more = {},
  } = rules;
  const main: Strategy = {
    defaultPropagation: 'Background',
    ...more,
    resetFields: ['status'],
    prepareForCreate(object, context) {
      delete object['status'];
      mutableMetadataOf(object)['generation'] = 1;
      dropTemplateFields(object);
      more.prepareForCreate?.(object, context);
    },
    prepareForUpdate(change, context) {
      const { object, old } = change;
      object['status'] = old['status'] ?? {};
      dropTemplateFields(object);
      more.prepareForUpdate?.(change, context);
      if (!isSameSpec(change) || countsAlso?.(change)) countGeneration(change);
    },
    validate,
    validateUpdate,
    warningsOnCreate: (object, context) => [
      ...(more.warningsOnCreate?.(object, context) ?? []),
      ...templateWarnings(object),
    ],
    warningsOnUpdate: (change, context) => [
      ...(warnsOf(change) ? templateWarnings(change.object) : []),
      ...(more.warningsOnUpdate?.(change, context) ?? []),
    ],
  };
  const status: Strategy = {
    resetFields: ['spec', ...statusKeeps.map((field) => `metadata.${field}`)],
    prepareForUpdate(change) {
      const { object, old } = change;
      object['spec'] = old['spec'] ?? {};
      const [metadata, before] = [mutableMetadataOf(object), mutableMetadataOf(old)];
      for (const field of statusKeeps) {
        delete metadata[field];
        if (before[field] !== undefined) metadata[field] = before[field];
      }
      prepareStatus?.(change);
    },
    validateUpdate: validateStatus,
  };
  return { main, status };
}

function dropTemplateFields(object: JsonObject): void {
  const { template } = workloadSpecOf(object);
  if (template) dropDisabledFields(template.spec);
}

function isSameSpec({ object, old }: Replacement): boolean {
  return jsonEqual(object['spec'] ?? {}, old['spec'] ?? {});
}

function countGeneration({ object, old }: Replacement): void {
  mutableMetadataOf(object)['generation'] = (metadataOf(old).generation ?? 0) + 1;
}

function hasNewGeneration({ object, old }: Replacement): boolean {
  return metadataOf(object).generation !== metadataOf(old).generation;
}

function templateWarnings(object: JsonObject): string[] {
  const { template } = workloadSpecOf(object);
  return template ? templateWarningsAt(template, templatePath) : [];
}

export function templateWarningsAt(template: PodTemplate, path: FieldPath): string[] {
  return podWarnings(template, path, { isPod: false });
}

/** Warns of names that are not DNS labels, because generated names contain them. */
export function nameWarnings(object: JsonObject): string[] {
  const problems = checkDns1123Label(metadataOf(object).name ?? '');
  if (problems.length === 0) return [];
  const use =
    'this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is recommended';
  return [`metadata.name: ${use}: [${problems.join(' ')}]`];
}

/** Labels default to those of the template, also on update. They are not validated again as the workload's own. */
export function labelAsTemplate({ object }: Pick<Replacement, 'object'>): void {
  const metadata = mutableMetadataOf(object);
  const { labels } = workloadSpecOf(object).template?.metadata ?? {};
  if (labels && isEmptyObject(objectIn(metadata['labels']))) metadata['labels'] = { ...labels };
}

/** The `scale` subresource of workloads. */
export const scaleSubresource: ScaleSubresource = {
  verbs: ['get', 'patch', 'update'],
  columns: scaleColumns,
  paths: {
    specReplicas: 'spec.replicas',
    statusReplicas: 'status.replicas',
    labelSelector: (workload) => {
      const text = formatLabelSelectorSpec(workloadSpecOf(workload).selector);
      return text === '<none>' ? '' : text;
    },
  },
};

export const statusVerbs = ['get', 'patch', 'update'] as const;
