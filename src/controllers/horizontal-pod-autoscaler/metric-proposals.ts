// Follows pkg/controller/podautoscaler/horizontal.go (v1.36)
import type { HorizontalPodAutoscaler, MetricSpec, MetricStatus, MetricTarget } from '../../api/autoscaling/v2.js';
import type { Pod } from '../../api/core/v1.js';
import type { LabelSelector } from '../../api/meta/v1.js';
import { formatLabelSelectorSpec, goLabelSelectorText } from '../../apimachinery/selectors/index.js';
import { messageOf } from '../../apimachinery/status/index.js';
import { Quantity } from '../../apimachinery/validation/index.js';
import type { MetricsClient } from './metrics-client.js';
import {
  milliValue,
  type Proposal,
  replicasForAverage,
  replicasForRatio,
  replicasForUsage,
  replicasForUtilization,
  type Tolerances,
} from './replica-calculator.js';

export interface MetricInput {
  readonly autoscaler: HorizontalPodAutoscaler;
  readonly pods: readonly Pod[];
  readonly selector: string;
  readonly specReplicas: number;
  readonly statusReplicas: number;
  readonly tolerances: Tolerances;
  readonly metrics: MetricsClient;
  readonly now: number;
}

export interface MetricProposal {
  readonly replicas: number;
  readonly name: string;
  readonly status: MetricStatus;
}

/** Why a metric leads to no proposal. */
export class MetricFailure extends Error {
  readonly reason: string;
  /** What was wrong, without saying of which metric. */
  override readonly cause: string;

  constructor(reason: string, cause: string, message: string) {
    super(message);
    this.reason = reason;
    this.cause = cause;
  }
}

/** How many replicas a metric calls for. Rejects with a MetricFailure. */
export function proposalFor(spec: MetricSpec, input: MetricInput): Promise<MetricProposal> {
  const { resource, containerResource, pods, object, external } = spec;
  if (spec.type === 'Resource' && resource) {
    const of = { resource: resource.name, container: '', target: resource.target };
    const status = (current: object) => ({ type: spec.type, resource: { name: resource.name, current } });
    return failing('FailedGetResourceMetric', `${resource.name} resource`, () => ofResource(of, input, status));
  }
  if (spec.type === 'ContainerResource' && containerResource) {
    const { name, container, target } = containerResource;
    const status = (current: object) => ({ type: spec.type, containerResource: { name, container, current } });
    return failing('FailedGetContainerResourceMetric', `${container} container`, () =>
      ofResource({ resource: name, container, target }, input, status),
    );
  }
  if (spec.type === 'Pods' && pods) return failing('FailedGetPodsMetric', 'pods', () => ofPods(pods, input));
  if (spec.type === 'Object' && object)
    return failing('FailedGetObjectMetric', 'object', () => ofObject(object, input));
  if (spec.type === 'External' && external)
    return failing('FailedGetExternalMetric', `${external.metric.name} external`, () => ofExternal(external, input));
  const message = `unknown metric source type ${JSON.stringify(spec.type)}`;
  return Promise.reject(new MetricFailure('InvalidMetricSourceType', message, message));
}

async function failing(reason: string, what: string, propose: () => Promise<MetricProposal>): Promise<MetricProposal> {
  try {
    return await propose();
  } catch (error) {
    const cause = messageOf(error);
    throw new MetricFailure(reason, cause, `failed to get ${what} metric value: ${cause}`);
  }
}

async function ofResource(
  { resource, container, target }: { resource: string; container: string; target: MetricTarget },
  { autoscaler, pods, selector, specReplicas: currentReplicas, tolerances, metrics, now }: MetricInput,
  status: (current: object) => object,
): Promise<MetricProposal> {
  const { averageValue, averageUtilization } = target;
  if (averageValue === undefined && averageUtilization === undefined)
    throw new Error(
      'invalid resource metric source: neither an average utilization target nor an average value (usage) target was set',
    );
  const kind = averageValue === undefined ? 'utilization' : 'usage';
  const namespace = autoscaler.metadata.namespace ?? '';
  try {
    const found = await metrics.ofResource(resource, { namespace, selector, container }).catch((error: unknown) => {
      throw new Error(`unable to get metrics for resource ${resource}: ${messageOf(error)}`);
    });
    const input = { pods, metrics: found, currentReplicas, tolerances, now, resource };
    const proposal: Proposal =
      averageValue === undefined
        ? replicasForUtilization({ ...input, container, target: averageUtilization ?? 0 })
        : replicasForUsage({ ...input, target: milliValue(averageValue) });
    const average = Quantity.of(proposal.usage, resource === 'memory' ? 'BinarySI' : 'DecimalSI', -3).toString();
    const current = {
      averageValue: average,
      ...(proposal.utilization !== undefined && { averageUtilization: proposal.utilization }),
    };
    const ofContainer = container === '' ? '' : 'container ';
    const name =
      kind === 'usage'
        ? `${resource} resource`
        : `${resource} ${ofContainer}resource utilization (percentage of request)`;
    return { replicas: proposal.replicas, name, status: status(current) as MetricStatus };
  } catch (error) {
    throw new Error(`failed to get ${resource} ${kind}: ${messageOf(error)}`);
  }
}

async function ofPods(
  { metric, target }: NonNullable<MetricSpec['pods']>,
  { autoscaler, pods, selector, specReplicas: currentReplicas, tolerances, metrics, now }: MetricInput,
): Promise<MetricProposal> {
  const options = {
    namespace: autoscaler.metadata.namespace ?? '',
    selector,
    metricSelector: selectorText(metric.selector),
  };
  const found = await metrics.ofPods(metric.name, options).catch((error: unknown) => {
    throw new Error(`unable to get metric ${metric.name}: ${messageOf(error)}`);
  });
  const wanted = milliValue(target.averageValue ?? '0');
  const input = { pods, metrics: found, currentReplicas, tolerances, now, resource: '', target: wanted };
  const { replicas, usage } = replicasForUsage(input);
  const status = { type: 'Pods', pods: { metric, current: { averageValue: milliQuantity(usage) } } };
  return { replicas, name: `pods metric ${metric.name}`, status };
}

async function ofObject(
  { metric, target, describedObject }: NonNullable<MetricSpec['object']>,
  { autoscaler, pods, specReplicas, statusReplicas, tolerances, metrics }: MetricInput,
): Promise<MetricProposal> {
  const { value, averageValue } = target;
  if (
    (target.type !== 'Value' || value === undefined) &&
    (target.type !== 'AverageValue' || averageValue === undefined)
  )
    throw new Error('invalid object metric source: neither a value target nor an average value target was set');
  const namespace = autoscaler.metadata.namespace ?? '';
  const options = { namespace, metricSelector: selectorText(metric.selector) };
  const usage = await metrics.ofObject(metric.name, describedObject, options).catch((error: unknown) => {
    const about = `unable to get metric ${metric.name}: ${describedObject.kind} on ${namespace} ${describedObject.name}`;
    throw new Error(`${about}/${messageOf(error)}`);
  });
  const status = (current: object) =>
    ({ type: 'Object', object: { metric, current, describedObject } }) as MetricStatus;
  if (target.type === 'Value') {
    const ratio = usage / milliValue(value ?? '0');
    const replicas = replicasForRatio(ratio, { pods, currentReplicas: specReplicas, tolerances });
    const name = `${describedObject.kind} metric ${metric.name}`;
    return { replicas, name, status: status({ value: milliQuantity(usage) }) };
  }
  const proposal = replicasForAverage(usage, { target: milliValue(averageValue ?? '0'), statusReplicas, tolerances });
  const name = `external metric ${metric.name}(${goLabelSelectorText(metric.selector)})`;
  return { replicas: proposal.replicas, name, status: status({ averageValue: milliQuantity(proposal.usage) }) };
}

async function ofExternal(
  { metric, target }: NonNullable<MetricSpec['external']>,
  { autoscaler, pods, specReplicas, statusReplicas, tolerances, metrics }: MetricInput,
): Promise<MetricProposal> {
  const { value, averageValue } = target;
  if (value === undefined && averageValue === undefined)
    throw new Error('invalid external metric source: neither a value target nor an average value target was set');
  const namespace = autoscaler.metadata.namespace ?? '';
  const read = metrics.ofExternal(metric.name, { namespace, metricSelector: selectorText(metric.selector) });
  const usage = await read.catch((error: unknown) => {
    const about = `unable to get external metric ${namespace}/${metric.name}/${goLabelSelectorText(metric.selector)}`;
    throw new Error(`${about}: ${messageOf(error)}`);
  });
  const name = `external metric ${metric.name}(${goLabelSelectorText(metric.selector)})`;
  const status = (current: object) => ({ type: 'External', external: { metric, current } }) as MetricStatus;
  if (averageValue !== undefined) {
    const proposal = replicasForAverage(usage, { target: milliValue(averageValue), statusReplicas, tolerances });
    return { replicas: proposal.replicas, name, status: status({ averageValue: milliQuantity(proposal.usage) }) };
  }
  const ratio = usage / milliValue(value ?? '0');
  const replicas = replicasForRatio(ratio, { pods, currentReplicas: specReplicas, tolerances });
  return { replicas, name, status: status({ value: milliQuantity(usage) }) };
}

function milliQuantity(value: number): string {
  return Quantity.of(Math.trunc(value), 'DecimalSI', -3).toString();
}

function selectorText(selector: LabelSelector | undefined): string {
  return selector && Object.keys(selector).length > 0 ? formatLabelSelectorSpec(selector) : '';
}
