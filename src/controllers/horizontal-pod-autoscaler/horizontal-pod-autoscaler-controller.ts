// Follows pkg/controller/podautoscaler/horizontal.go (v1.36)
import type { Scale } from '../../api/autoscaling/v1.js';
import type { HorizontalPodAutoscaler, HorizontalPodAutoscalerStatus, MetricStatus } from '../../api/autoscaling/v2.js';
import type { Pod } from '../../api/core/v1.js';
import { formatTime, type GroupVersionResource, jsonEqual } from '../../apimachinery/meta/index.js';
import { parseLabelSelector } from '../../apimachinery/selectors/index.js';
import { isConflict, messageOf } from '../../apimachinery/status/index.js';
import { Quantity } from '../../apimachinery/validation/index.js';
import { type Informer, keyOf } from '../../client/informer/index.js';
import type { ReconcileResult } from '../../client/workqueue/index.js';
import type { Controller } from '../controller.js';
import { discoverKind } from '../discover-resources.js';
import { type ControllerFrame, type ObjectReconciler, objectController } from '../object-controller.js';
import { horizontalPodAutoscalers } from '../resources.js';
import { MetricFailure, type MetricProposal, proposalFor } from './metric-proposals.js';
import { MetricsClient } from './metrics-client.js';
import { normalizeReplicas, rememberScale, type ScalingHistory } from './scaling-rules.js';

const syncMilliseconds = 15_000;
const defaultTolerance = 0.1;
const maxConflicts = 5;

export const horizontalPodAutoscalerController: Controller = objectController<HorizontalPodAutoscaler>({
  name: 'horizontal-pod-autoscaler-controller',
  component: 'horizontal-pod-autoscaler',
  resource: horizontalPodAutoscalers,
  isRelevant: (old, autoscaler) => !jsonEqual(old.spec as never, autoscaler.spec as never),
  create: (frame) => new AutoscalerReconciler(frame),
});

interface Target {
  readonly resource: GroupVersionResource;
  scale: Scale;
}

interface Outcome {
  readonly status: HorizontalPodAutoscalerStatus;
  readonly error?: unknown;
}

/** Scales workloads by metrics. */
class AutoscalerReconciler implements ObjectReconciler<HorizontalPodAutoscaler> {
  readonly #frame: ControllerFrame<HorizontalPodAutoscaler>;
  readonly #pods: Informer<Pod>;
  readonly #metrics: MetricsClient;
  readonly #histories = new Map<string, ScalingHistory>();

  constructor(frame: ControllerFrame<HorizontalPodAutoscaler>) {
    this.#frame = frame;
    this.#pods = frame.podInformer();
    this.#metrics = new MetricsClient(frame.context.client, frame.context.signal);
  }

  deleted(autoscaler: HorizontalPodAutoscaler): void {
    this.#histories.delete(keyOf(autoscaler));
  }

  /** Errors do not bring the next look forward: it follows in any case. */
  async reconcile(autoscaler: HorizontalPodAutoscaler, key: string): Promise<ReconcileResult> {
    const { status, error } = await this.#evaluate(autoscaler, key);
    try {
      await this.#frame.updateStatus(autoscaler, status);
    } catch (failure) {
      if (!isConflict(failure)) this.#warn(autoscaler, 'FailedUpdateStatus', messageOf(failure));
    }
    if (error !== undefined && !(error instanceof MetricFailure)) this.#frame.context.onError(error);
    return { requeueAfterMilliseconds: syncMilliseconds };
  }

  async #evaluate(autoscaler: HorizontalPodAutoscaler, key: string): Promise<Outcome> {
    const conditions = new Conditions(autoscaler, this.#frame.context.clock.now());
    let target: Target;
    try {
      target = await this.#target(autoscaler);
    } catch (error) {
      this.#warn(autoscaler, 'FailedGetScale', messageOf(error));
      const message = `the HPA controller was unable to get the target's current scale: ${messageOf(error)}`;
      conditions.set('AbleToScale', 'False', { reason: 'FailedGetScale', message });
      return { status: { ...autoscaler.status, conditions: conditions.all } };
    }
    const message = "the HPA controller was able to get the target's current scale";
    conditions.set('AbleToScale', 'True', { reason: 'SucceededGetScale', message });
    const current = target.scale.spec?.replicas ?? 0;
    const history = this.#historyOf(key, current);
    const { wanted, reason, metrics, error } = await this.#wanted(autoscaler, { target, conditions, history });
    const keep = wanted === undefined;
    const isScaled = !keep && wanted !== current;
    if (isScaled) {
      try {
        await this.#rescale(autoscaler, target, wanted);
      } catch (failure) {
        const about = `New size: ${wanted}; reason: ${reason}; error: ${messageOf(failure)}`;
        this.#warn(autoscaler, 'FailedRescale', about);
        const text = `the HPA controller was unable to update the target scale: ${messageOf(failure)}`;
        conditions.set('AbleToScale', 'False', { reason: 'FailedUpdateScale', message: text });
        const { desiredReplicas } = autoscaler.status;
        return { status: this.#status(autoscaler, { current, desired: desiredReplicas, metrics, conditions }) };
      }
      const text = `the HPA controller was able to update the target scale to ${wanted}`;
      conditions.set('AbleToScale', 'True', { reason: 'SucceededRescale', message: text });
      this.#frame.recorder.event(autoscaler, 'Normal', 'SuccessfulRescale', `New size: ${wanted}; reason: ${reason}`);
      const { behavior } = autoscaler.spec;
      rememberScale({ from: current, to: wanted }, { behavior, now: this.#frame.context.clock.now() }, history);
    }
    const desired = error && keep ? autoscaler.status.desiredReplicas : isScaled ? wanted : current;
    const status = this.#status(autoscaler, { current, desired, metrics, conditions, isScaled });
    return { status, error };
  }

  #historyOf(key: string, replicas: number): ScalingHistory {
    const known = this.#histories.get(key);
    if (known) return known;
    const created = { recommendations: [{ replicas, at: this.#frame.context.clock.now() }], ups: [], downs: [] };
    this.#histories.set(key, created);
    return created;
  }

  /** `wanted` undefined: the scale stays as it is. */
  async #wanted(
    autoscaler: HorizontalPodAutoscaler,
    { target, conditions, history }: { target: Target; conditions: Conditions; history: ScalingHistory },
  ): Promise<{ wanted?: number; reason: string; metrics: MetricStatus[] | null; error?: unknown }> {
    const { minReplicas: min = 1, maxReplicas: max, behavior } = autoscaler.spec;
    const current = target.scale.spec?.replicas ?? 0;
    if (current === 0) {
      const message = 'scaling is disabled since the replica count of the target is zero';
      conditions.set('ScalingActive', 'False', { reason: 'ScalingDisabled', message });
      return { reason: '', metrics: null };
    }
    if (current > max)
      return { wanted: max, reason: 'Current number of replicas above Spec.MaxReplicas', metrics: null };
    if (current < min)
      return { wanted: min, reason: 'Current number of replicas below Spec.MinReplicas', metrics: null };
    const { proposal, metrics, error } = await this.#propose(autoscaler, target, conditions);
    if (!proposal) return { reason: '', metrics, error };
    const now = this.#frame.context.clock.now();
    const normalized = normalizeReplicas(proposal.replicas, { current, min, max, behavior, now }, history);
    conditions.set('AbleToScale', 'True', normalized.able);
    conditions.set('ScalingLimited', normalized.limited.isLimited ? 'True' : 'False', normalized.limited);
    const reason = proposal.replicas > current ? `${proposal.name} above target` : 'All metrics below target';
    return { wanted: normalized.replicas, reason, metrics, error };
  }

  /** The largest proposal of all metrics. Metrics that fail can only keep a workload from being scaled down. */
  async #propose(
    autoscaler: HorizontalPodAutoscaler,
    { scale }: Target,
    conditions: Conditions,
  ): Promise<{ proposal?: MetricProposal; metrics: MetricStatus[] | null; error?: unknown }> {
    const selector = scale.status?.selector ?? '';
    if (selector === '') {
      this.#warn(autoscaler, 'SelectorRequired', 'selector is required');
      const message = "the HPA target's scale is missing a selector";
      conditions.set('ScalingActive', 'False', { reason: 'InvalidSelector', message });
      return this.#failed(autoscaler, null, 'selector is required');
    }
    const { metrics: specs = [], behavior } = autoscaler.spec;
    const specReplicas = scale.spec?.replicas ?? 0;
    const tolerance = (text: string | number | undefined): number =>
      text === undefined ? defaultTolerance : Number(Quantity.fromJson(text).scaledValue(-9)) / 1e9;
    const input = {
      autoscaler,
      pods: this.#pods.lister.list({
        namespace: autoscaler.metadata.namespace ?? '',
        labels: parseLabelSelector(selector),
      }),
      selector,
      specReplicas,
      statusReplicas: scale.status?.replicas ?? 0,
      tolerances: { up: tolerance(behavior?.scaleUp?.tolerance), down: tolerance(behavior?.scaleDown?.tolerance) },
      metrics: this.#metrics,
      now: this.#frame.context.clock.now(),
    };
    const failures: MetricFailure[] = [];
    const proposals: MetricProposal[] = [];
    // As upstream: the status of a metric that failed has no type.
    const statuses: MetricStatus[] = specs.map(() => ({ type: '' }));
    for (const [index, spec] of specs.entries()) {
      try {
        const proposal = await proposalFor(spec, input);
        proposals.push(proposal);
        statuses[index] = proposal.status;
      } catch (error) {
        if (!(error instanceof MetricFailure)) throw error;
        this.#warn(autoscaler, error.reason, error.cause);
        failures.push(error);
      }
    }
    const best = proposals.reduce<MetricProposal | undefined>(
      (most, each) => (!most || each.replicas > most.replicas ? each : most),
      undefined,
    );
    const [first] = failures;
    if (first && (!best || best.replicas < specReplicas)) {
      const message = `the HPA was unable to compute the replica count: ${first.cause}`;
      conditions.set('ScalingActive', 'False', { reason: first.reason, message });
      const about = `invalid metrics (${failures.length} invalid out of ${specs.length}), first error is: ${first.message}`;
      return this.#failed(autoscaler, statuses, about);
    }
    if (!best) return { metrics: statuses };
    const message = `the HPA was able to successfully calculate a replica count from ${best.name}`;
    conditions.set('ScalingActive', 'True', { reason: 'ValidMetricFound', message });
    return { proposal: best, metrics: statuses };
  }

  #failed(autoscaler: HorizontalPodAutoscaler, metrics: MetricStatus[] | null, message: string) {
    this.#warn(autoscaler, 'FailedComputeMetricsReplicas', message);
    return { metrics, error: new MetricFailure('FailedComputeMetricsReplicas', message, message) };
  }

  async #target({ metadata, spec }: HorizontalPodAutoscaler): Promise<Target> {
    const { client, signal } = this.#frame.context;
    const { apiVersion = '', kind, name } = spec.scaleTargetRef;
    const group = apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : '';
    const found = await discoverKind(client, { group, kind }, signal);
    const resource = { group: found.group, version: found.version, resource: found.resource };
    const scale = await client.resource(resource, metadata.namespace).subresource<Scale>(name, 'scale').get({ signal });
    return { resource, scale };
  }

  async #rescale({ metadata, spec }: HorizontalPodAutoscaler, target: Target, replicas: number): Promise<void> {
    const { client, signal } = this.#frame.context;
    const scales = client
      .resource(target.resource, metadata.namespace)
      .subresource<Scale>(spec.scaleTargetRef.name, 'scale');
    for (let conflicts = 0; ; conflicts++) {
      try {
        await scales.update({ ...target.scale, spec: { ...target.scale.spec, replicas } }, { signal });
        return;
      } catch (error) {
        if (!isConflict(error) || conflicts >= maxConflicts) throw error;
        target.scale = await scales.get({ signal });
      }
    }
  }

  #status(
    { status }: HorizontalPodAutoscaler,
    {
      current,
      desired,
      metrics,
      conditions,
      isScaled = false,
    }: {
      current: number;
      desired: number;
      metrics: MetricStatus[] | null;
      conditions: Conditions;
      isScaled?: boolean;
    },
  ): HorizontalPodAutoscalerStatus {
    const lastScaleTime = isScaled ? formatTime(this.#frame.context.clock.now()) : status.lastScaleTime;
    return {
      ...(lastScaleTime !== undefined && { lastScaleTime }),
      ...(current !== 0 && { currentReplicas: current }),
      desiredReplicas: desired,
      currentMetrics: metrics,
      conditions: conditions.all,
    };
  }

  #warn(autoscaler: HorizontalPodAutoscaler, reason: string, message: string): void {
    this.#frame.recorder.event(autoscaler, 'Warning', reason, message);
  }
}

type ConditionList = NonNullable<HorizontalPodAutoscalerStatus['conditions']>;

class Conditions {
  #all: ConditionList;
  readonly #now: number;

  constructor({ status }: HorizontalPodAutoscaler, now: number) {
    this.#all = [...(status.conditions ?? [])];
    this.#now = now;
  }

  get all(): ConditionList {
    return this.#all;
  }

  set(type: string, status: 'True' | 'False', { reason, message }: { reason: string; message: string }): void {
    const known = this.#all.find((condition) => condition.type === type);
    const lastTransitionTime = known?.status === status ? known.lastTransitionTime : formatTime(this.#now);
    const condition = { type, status, lastTransitionTime, reason, message };
    this.#all = known ? this.#all.map((each) => (each === known ? condition : each)) : [...this.#all, condition];
  }
}
