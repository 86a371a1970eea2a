// Follows pkg/registry/core/pod/strategy.go (v1.36)
// Follows pkg/apis/core/validation/validation.go (v1.36)

import type { Container, Pod, PodSpec, ResourceList, ResourceRequirements } from '../../../../api/core/v1.js';
import { annotationsOf, type JsonObject, jsonEqual } from '../../../../apimachinery/meta/index.js';
import { type FieldError, FieldPath } from '../../../../apimachinery/validation/index.js';
import type { Replacement, Strategy, UpdateValidationContext } from '../../../../server/registry/index.js';
import { countGeneration } from '../../../field-checks.js';
import { dropDisabledFields, isSidecar, mirrorAnnotation, qosClassOf } from '../../../pod-spec/index.js';
import { validateMetadataUpdate } from '../../../validation.js';
import { keepMetadataAndStatus } from './ephemeral-containers.js';
import { keep, specPath, validateMetadataAndSpec } from './validation.js';

const onlyResources = 'only cpu and memory resources are mutable';

/** Resizes CPU and memory of running containers. */
export const resizeStrategy: Strategy<Pod> = {
  resetFields: ['status'],
  prepareForUpdate(change, { features }) {
    keepAllButResources(change);
    dropDisabledFields({ object: change.object.spec, old: change.old.spec, features });
    countGeneration(change, ['spec']);
  },
  validateUpdate: validateResize,
};

function keepAllButResources(change: Replacement<Pod>): void {
  const { object, old } = change;
  const [spec, before] = [object.spec, old.spec];
  for (const field of ['containers', 'initContainers'] as const) {
    // Adding or removing containers is left in place, so that validation rejects it instead of being ignored.
    if ((spec[field] ?? []).length !== (before[field] ?? []).length) return;
  }
  const resized: PodSpec = { ...before, containers: withResources(spec.containers, before.containers) ?? null };
  const initContainers = withResources(spec.initContainers, before.initContainers);
  if (initContainers) resized.initContainers = initContainers;
  keep(resized, spec, 'resources');
  object.spec = resized;
  keepMetadataAndStatus(change);
}

function withResources(
  containers: Container[] | null | undefined,
  old: Container[] | null | undefined,
): Container[] | undefined {
  if (!containers || !old || containers.some(({ name }, index) => old[index]?.name !== name)) {
    return containers ?? undefined;
  }
  return old.map((before, index) => {
    const container = { ...before };
    keep(container, containers[index]!, 'resources');
    keep(container, containers[index]!, 'resizePolicy');
    return container;
  });
}

function validateResize({ object, old }: Replacement<Pod>, context: UpdateValidationContext): FieldError[] {
  const [spec, before] = [object.spec, old.spec];
  if (annotationsOf(old)[mirrorAnnotation] !== undefined) {
    return [FieldPath.of('').forbidden('static pods cannot be resized')];
  }
  if (before.os?.name === 'windows') return [FieldPath.of('').forbidden('windows pods cannot be resized')];
  const errors = [
    ...validateMetadataUpdate(object, context),
    ...validateMetadataAndSpec(object, context),
    ...classErrors(object, old),
  ];
  const mayResizeInit = context.features.isEnabled('InPlacePodVerticalScalingInitContainers');
  const order = [...orderErrors(spec, before, 'containers'), ...orderErrors(spec, before, 'initContainers')];
  if (order.length > 0) return [...errors, ...order];
  errors.push(
    ...podLevelErrors(spec.resources, before.resources),
    ...removalErrors(spec, before, {
      field: 'initContainers',
      isResizable: (container) => mayResizeInit || isSidecar(container),
    }),
    ...removalErrors(spec, before, { field: 'containers', isResizable: () => true }),
    ...changeErrors(spec, before, mayResizeInit),
  );
  if (errors.length > 0) return errors;
  const munged = { ...spec, containers: before.containers };
  keep(munged, before, 'initContainers');
  keep(munged, before, 'resources');
  return jsonEqual(munged, before) ? [] : [specPath.forbidden(onlyResources)];
}

function classErrors(object: Pod, { spec, status }: Pod): FieldError[] {
  const errors: FieldError[] = [];
  if ((status.qosClass || qosClassOf(spec)) !== qosClassOf(object.spec)) {
    const shown = object.status.qosClass ?? '';
    errors.push(specPath.invalid(shown, 'Pod QOS Class may not change as a result of resizing'));
  }
  const running = status.containerStatuses?.find(({ state }) => state.running);
  if (running && !running.resources) {
    errors.push(specPath.forbidden('Pod running on node without support for resize'));
  }
  return errors;
}

type Field = 'containers' | 'initContainers';

function orderErrors(spec: PodSpec, old: PodSpec, field: Field): FieldError[] {
  const [containers, before] = [spec[field] ?? [], old[field] ?? []];
  const path = specPath.child(field);
  if (containers.length !== before.length) return [path.forbidden(`${field} may not be added or removed on resize`)];
  return before.flatMap(({ name }, index) => {
    if (containers[index]?.name === name) return [];
    return [path.index(index).child('name').forbidden(`${field} may not be renamed or reordered on resize`)];
  });
}

function podLevelErrors(
  resources: ResourceRequirements | undefined,
  old: ResourceRequirements | undefined,
): FieldError[] {
  const path = specPath.child('resources');
  if (old && !resources) return [path.forbidden('pod-level resources cannot be removed')];
  const errors: FieldError[] = [];
  for (const kind of ['requests', 'limits'] as const) {
    if (isRemoved(resources?.[kind], old?.[kind])) {
      errors.push(path.child(kind).forbidden(`pod-level resource ${kind} cannot be removed`));
    }
  }
  const isSame = jsonEqual(restOf(resources), restOf(old));
  return isSame ? errors : [...errors, specPath.forbidden('only cpu and memory resources are mutable at pod-level')];
}

function removalErrors(
  spec: PodSpec,
  old: PodSpec,
  { field, isResizable }: { readonly field: Field; readonly isResizable: (container: Container) => boolean },
): FieldError[] {
  return (old[field] ?? []).flatMap((container, index) => {
    if (!isResizable(container)) return [];
    const { resources: before } = container;
    const resources = spec[field]?.[index]?.resources;
    const path = specPath.child(field).index(index).child('resources');
    return (['requests', 'limits'] as const).flatMap((kind) =>
      isRemoved(resources?.[kind], before[kind])
        ? [path.child(kind).forbidden(`resource ${kind} cannot be removed`)]
        : [],
    );
  });
}

function isRemoved(list: ResourceList = {}, old: ResourceList = {}): boolean {
  return Object.keys(old).some((name) => list[name] === undefined);
}

function changeErrors(spec: PodSpec, old: PodSpec, mayResizeInit: boolean): FieldError[] {
  const errors = (old.containers ?? []).flatMap((before, index) =>
    isSameButAmounts(spec.containers?.[index], before) ? [] : [specPath.forbidden(onlyResources)],
  );
  for (const [index, before] of (old.initContainers ?? []).entries()) {
    const container = spec.initContainers?.[index];
    const path = specPath.child('initContainers').index(index);
    if (!mayResizeInit && container && !isSidecar(container)) {
      const detail = 'resources for non-sidecar init containers are immutable';
      if (!jsonEqual(container, before)) errors.push(specPath.forbidden(detail));
      continue;
    }
    if (!isSameButAmounts(container, before)) {
      errors.push(path.forbidden('only cpu and memory resources for init or sidecar containers are mutable'));
    }
    const isResized = !jsonEqual(container, before);
    const restarts = container?.resizePolicy?.some(({ restartPolicy }) => restartPolicy === 'RestartContainer');
    if (isResized && container && !isSidecar(container) && restarts) {
      const detail = 'non-sidecar init containers with a resize policy of RestartContainer cannot be resized';
      errors.push(path.forbidden(detail));
    }
  }
  return errors;
}

function isSameButAmounts(container: Container | undefined, old: Container): boolean {
  if (!container) return false;
  const { resources, ...rest } = container;
  const { resources: before, ...others } = old;
  return jsonEqual(rest, others) && jsonEqual(restOf(resources), restOf(before));
}

/** Returns the resources other than CPU and memory. */
function restOf(resources: ResourceRequirements | undefined): JsonObject {
  const { requests = {}, limits = {}, claims = [] } = resources ?? {};
  const { cpu: _, memory: __, ...otherRequests } = requests;
  const { cpu: ___, memory: ____, ...otherLimits } = limits;
  return { requests: otherRequests, limits: otherLimits, claims };
}
