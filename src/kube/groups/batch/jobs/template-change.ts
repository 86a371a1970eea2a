// Follows pkg/apis/batch/validation/validation.go (v1.36)

import type { Job } from '../../../../api/batch/v1.js';
import type { Container, PodSpec, PodTemplateSpec } from '../../../../api/core/v1.js';
import { jsonEqual } from '../../../../apimachinery/meta/index.js';
import { type FieldError, type FieldPath, fieldIsImmutable } from '../../../../apimachinery/validation/index.js';
import type { FeatureGates } from '../../../../server/feature-gates/index.js';
import type { Replacement, ValidationContext } from '../../../../server/registry/index.js';
import { goValue } from '../../../types/index.js';
import { hasCondition } from './job.js';

/**
 * The template is immutable, except for metadata, scheduling fields and resources of a job that is suspended or not
 * started and has no active pods.
 */
export function validateTemplateChange(
  { object, old }: Replacement<Job>,
  path: FieldPath,
  { features }: Pick<ValidationContext, 'features'>,
): FieldError[] {
  const { template } = object.spec;
  const before = maySchedule(old, features) ? withScheduling(old.spec.template, template) : old.spec.template;
  if (!mayChange(old) || !features.isEnabled('MutablePodResourcesForSuspendedJobs')) {
    if (jsonEqual(template, before)) return [];
    return [path.child('template').invalid(goValue('core/v1.PodTemplateSpec', template), fieldIsImmutable)];
  }
  if (jsonEqual(template.spec, withResources(before.spec, template.spec))) return [];
  return [path.child('template.spec').invalid(goValue('core/v1.PodSpec', template.spec), fieldIsImmutable)];
}

function mayChange({ spec, status }: Job): boolean {
  const isIdle = status.startTime === undefined || hasCondition(status, 'Suspended');
  return spec.suspend === true && isIdle && (status.active ?? 0) === 0;
}

/** Whether scheduling fields may change: without the gate, only before the first start. */
function maySchedule(job: Job, features: FeatureGates): boolean {
  if (features.isEnabled('MutableSchedulingDirectivesForSuspendedJobs')) return mayChange(job);
  return job.spec.suspend === true && job.status.startTime === undefined;
}

const schedulingFields = ['nodeSelector', 'tolerations', 'schedulingGates'] as const;

/** Returns the old template with the metadata and scheduling fields of the new one. */
function withScheduling(old: PodTemplateSpec, given: PodTemplateSpec): PodTemplateSpec {
  const { labels: _labels, annotations: _annotations, ...rest } = old.metadata;
  const { labels, annotations } = given.metadata;
  const metadata = { ...rest, ...(labels && { labels }), ...(annotations && { annotations }) };
  return { ...old, metadata, spec: withSchedulingFields(old.spec, given.spec) };
}

function withSchedulingFields(old: PodSpec, given: PodSpec): PodSpec {
  const spec: PodSpec = { ...old };
  for (const field of schedulingFields) {
    delete spec[field];
    if (given[field] !== undefined) Object.assign(spec, { [field]: given[field] });
  }
  const { nodeAffinity: _, ...others } = old.affinity ?? {};
  const { nodeAffinity } = given.affinity ?? {};
  const affinity = { ...others, ...(nodeAffinity && { nodeAffinity }) };
  delete spec.affinity;
  if (given.affinity || !jsonEqual(affinity, {})) spec.affinity = affinity;
  return spec;
}

function withResources(old: PodSpec, spec: PodSpec): PodSpec {
  const result: PodSpec = { ...old, containers: merged(old.containers, spec.containers) ?? null };
  const initContainers = merged(old.initContainers, spec.initContainers);
  if (initContainers) result.initContainers = initContainers;
  return result;
}

function merged(
  old: Container[] | null | undefined,
  containers: Container[] | null | undefined,
): Container[] | undefined {
  if (!old) return undefined;
  if (old.length !== (containers ?? []).length) return old;
  return old.map((before, index) => {
    const { name, resources } = containers?.[index] ?? { name: '' };
    return name === before.name && resources ? { ...before, resources } : before;
  });
}
