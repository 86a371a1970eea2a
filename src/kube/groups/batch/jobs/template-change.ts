import { type JsonObject, jsonEqual } from '../../../../apimachinery/meta/index.js';
import {
  type FieldError,
  type FieldPath,
  fieldIsImmutable,
  invalidValue,
} from '../../../../apimachinery/validation/index.js';
import type { Replacement } from '../../../../server/registry/index.js';
import type { Container, PodSpec, PodTemplate } from '../../../pod-spec/index.js';
import { goValue } from '../../../types/index.js';
import { hasCondition, jobSpecOf, jobStatusOf } from './job.js';

/**
 * The template is immutable, except for metadata, scheduling fields and resources of a job that is suspended or not
 * started and has no active pods.
 */
export function validateTemplateChange({ object, old }: Replacement, path: FieldPath): FieldError[] {
  const [{ template }, { template: before, suspend }] = [jobSpecOf(object), jobSpecOf(old)];
  if (!suspend || !mayChange(old)) {
    if (jsonEqual(json(template), json(before))) return [];
    return [invalidValue(path.child('template'), goValue('core/v1.PodTemplateSpec', template), fieldIsImmutable)];
  }
  const expected = withResources(withScheduling(before, template).spec, template.spec);
  if (jsonEqual(json(template.spec), json(expected))) return [];
  return [invalidValue(path.child('template.spec'), goValue('core/v1.PodSpec', template.spec), fieldIsImmutable)];
}

function mayChange(job: JsonObject): boolean {
  const status = jobStatusOf(job);
  const isIdle = status.startTime === undefined || hasCondition(status, 'Suspended');
  return isIdle && (status.active ?? 0) === 0;
}

const schedulingFields = ['nodeSelector', 'tolerations', 'schedulingGates'] as const;

/** Returns the old template with the mutable fields of the new one. */
function withScheduling(old: PodTemplate, template: PodTemplate): PodTemplate {
  const spec: PodSpec = { ...old.spec };
  for (const field of schedulingFields) {
    delete spec[field];
    if (template.spec[field] !== undefined) Object.assign(spec, { [field]: template.spec[field] });
  }
  const { nodeAffinity: _, ...others } = old.spec.affinity ?? {};
  const { nodeAffinity } = template.spec.affinity ?? {};
  const affinity = { ...others, ...(nodeAffinity && { nodeAffinity }) };
  delete spec.affinity;
  if (template.spec.affinity || !jsonEqual(json(affinity), {})) spec.affinity = affinity;
  return { ...template, spec };
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

function json(value: object): JsonObject {
  return value as JsonObject;
}
