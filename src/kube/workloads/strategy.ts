// Follows pkg/registry/apps/deployment/strategy.go (v1.36)

import type { PodTemplateSpec } from '../../api/core/v1.js';
import type { LabelSelector, ObjectMeta } from '../../api/meta/v1.js';
import { isEmptyObject, type JsonObject } from '../../apimachinery/meta/index.js';
import { formatLabelSelectorSpec } from '../../apimachinery/selectors/index.js';
import { checkDns1123Label, FieldPath } from '../../apimachinery/validation/index.js';
import {
  type Replacement,
  type ScaleSubresource,
  type StatusRules,
  type Strategy,
  type StrategyContext,
  specAndStatus,
} from '../../server/registry/index.js';
import type { GatedChange } from '../feature-gates/index.js';
import { dropDisabledFields, podWarnings } from '../pod-spec/index.js';
import { scaleColumns } from './columns.js';
import type { Workload } from './workload.js';

export interface WorkloadRules<Type> extends StatusRules<Type> {
  /** Whether an update is checked for template warnings; default: if it increments the generation. */
  readonly warnsOf?: (change: Replacement<Type>) => boolean;
}

const templatePath = FieldPath.of('spec', 'template');

/** Strategies of a workload kind: a spec with a pod template, and a status whose endpoint may change metadata. */
export function workloadStrategies<Type extends Workload>(
  more: Strategy<Type>,
  { warnsOf = hasNewGeneration, ...rules }: WorkloadRules<Type>,
): { main: Strategy<Type>; status: Strategy<Type> } {
  const withTemplate: Strategy<Type> = {
    defaultPropagation: 'Background',
    ...more,
    prepareForCreate(object, context) {
      dropTemplateFields({ object, features: context.features });
      more.prepareForCreate?.(object, context);
    },
    prepareForUpdate(change, context) {
      dropTemplateFields({ ...change, features: context.features });
      more.prepareForUpdate?.(change, context);
    },
    warningsOnCreate: (object, context) => [
      ...(more.warningsOnCreate?.(object, context) ?? []),
      ...templateWarnings(object),
    ],
    warningsOnUpdate: (change, context) => [
      ...(warnsOf(change) ? templateWarnings(change.object) : []),
      ...(more.warningsOnUpdate?.(change, context) ?? []),
    ],
  };
  return specAndStatus(withTemplate, { statusKeeps: [], ...rules });
}

function dropTemplateFields({ object, old, features }: GatedChange<Workload>): void {
  const { template } = object.spec;
  if (template) dropDisabledFields({ object: template.spec, old: old?.spec.template?.spec, features });
}

function hasNewGeneration({ object, old }: Replacement<Workload>): boolean {
  return object.metadata.generation !== old.metadata.generation;
}

function templateWarnings({ spec: { template } }: Workload): string[] {
  return template ? templateWarningsAt(template, templatePath) : [];
}

export function templateWarningsAt(template: PodTemplateSpec, path: FieldPath): string[] {
  return podWarnings(template, path, { isPod: false });
}

/** Warns of names that are not DNS labels, because generated names contain them. */
export function nameWarnings({ metadata }: { metadata: ObjectMeta }): string[] {
  const problems = checkDns1123Label(metadata.name ?? '');
  if (problems.length === 0) return [];
  const use =
    'this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is recommended';
  return [`metadata.name: ${use}: [${problems.join(' ')}]`];
}

/** Labels default to those of the template, also on update. They are not validated again as the workload's own. */
export function labelAsTemplate({ object: { metadata, spec } }: Pick<Replacement<Workload>, 'object'>): void {
  const labels = spec.template?.metadata.labels;
  if (labels && isEmptyObject(metadata.labels ?? {})) metadata.labels = { ...labels };
}

/** Drops the number of terminating replicas if its feature is disabled, unless the old status has it. */
export function dropTerminatingReplicas(
  { object, old }: Replacement<{ status: { terminatingReplicas?: number } }>,
  { features }: StrategyContext,
): void {
  const isKept = features.isEnabled('DeploymentReplicaSetTerminatingReplicas');
  if (!isKept && old.status.terminatingReplicas === undefined) delete object.status.terminatingReplicas;
}

/** The `scale` subresource of workloads. */
export const scaleSubresource = {
  verbs: ['get', 'patch', 'update'],
  columns: scaleColumns,
  paths: {
    specReplicas: 'spec.replicas',
    statusReplicas: 'status.replicas',
    labelSelector: selectorText,
  },
} satisfies ScaleSubresource;

function selectorText(workload: JsonObject): string {
  const { selector } = workload['spec'] as { selector?: LabelSelector };
  const text = formatLabelSelectorSpec(selector);
  return text === '<none>' ? '' : text;
}
