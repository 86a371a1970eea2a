// Follows staging/src/k8s.io/pod-security-admission/metrics/metrics.go (v1.36)

import type { AdmissionRequest } from '../../../server/admission/index.js';
import { type Counter, counter, type MetricFamily, type MetricsRegistry } from '../../../server/metrics/index.js';
import { type LevelVersion, latest, minorOf } from './level-version.js';
import type { Mode } from './policy.js';

const requestLabels = ['request_operation', 'resource', 'subresource'] as const;
type RequestLabel = (typeof requestLabels)[number];

const evaluations = counter('pod_security_evaluations_total', {
  stability: 'ALPHA',
  help: 'Pods and templates that a policy was applied to.',
  labels: ['decision', 'policy_level', 'policy_version', 'mode', ...requestLabels],
});
const exemptions = counter('pod_security_exemptions_total', {
  stability: 'ALPHA',
  help: 'Requests that no policy was applied to, as the configuration exempts them.',
  labels: requestLabels,
});
const errors = counter('pod_security_errors_total', {
  stability: 'ALPHA',
  help: 'Requests for which the policy was not known; where that is not fatal, the strictest one was applied.',
  labels: ['fatal', ...requestLabels],
});

type EvaluationLabel = (typeof evaluations)['labels'][number];

/** The served version. Later versions are reported as `future`. */
const currentMinor = 36;

export class PodSecurityMetrics {
  readonly #evaluations: MetricFamily<Counter, EvaluationLabel>;
  readonly #exemptions: MetricFamily<Counter, RequestLabel>;
  readonly #errors: MetricFamily<Counter, 'fatal' | RequestLabel>;
  /** Pre-resolved counters of the most frequent case. */
  readonly #privileged: Readonly<Record<'CREATE' | 'UPDATE', Counter>>;

  constructor(registry: MetricsRegistry) {
    this.#evaluations = registry.counter(evaluations);
    this.#exemptions = registry.counter(exemptions);
    this.#errors = registry.counter(errors);
    this.#privileged = { CREATE: this.#privilegedSeries('create'), UPDATE: this.#privilegedSeries('update') };
    for (const resource of ['pod', 'controller']) {
      this.#exemptions.with({ request_operation: 'create', resource, subresource: '' });
      this.#exemptions.with({ request_operation: 'update', resource, subresource: '' });
    }
  }

  evaluated(
    request: AdmissionRequest,
    mode: Mode,
    { policy, isAllowed }: { policy: LevelVersion; isAllowed: boolean },
  ) {
    const labels = {
      decision: isAllowed ? 'allow' : 'deny',
      policy_level: policy.level,
      policy_version: versionLabel(policy),
      mode,
      ...labelsOf(request),
    };
    this.#evaluations.with(labels).increment();
  }

  /** Counts a pod in a privileged namespace. */
  privileged(request: AdmissionRequest, policy: LevelVersion): void {
    const { operation, attributes } = request;
    const isCommon = attributes.subresource === '' && (operation === 'CREATE' || operation === 'UPDATE');
    if (isCommon) this.#privileged[operation].increment();
    else this.evaluated(request, 'enforce', { policy, isAllowed: true });
  }

  exempted(request: AdmissionRequest): void {
    this.#exemptions.with(labelsOf(request)).increment();
  }

  failed(request: AdmissionRequest, { isFatal }: { isFatal: boolean }): void {
    this.#errors.with({ fatal: String(isFatal), ...labelsOf(request) }).increment();
  }

  #privilegedSeries(operation: string): Counter {
    return this.#evaluations.with({
      decision: 'allow',
      policy_level: 'privileged',
      policy_version: latest,
      mode: 'enforce',
      request_operation: operation,
      resource: 'pod',
      subresource: '',
    });
  }
}

function versionLabel({ level, version }: LevelVersion): string {
  if (level === 'privileged' || version === latest) return latest;
  return minorOf(version) > currentMinor ? 'future' : version;
}

function labelsOf({ operation, attributes }: AdmissionRequest): Readonly<Record<RequestLabel, string>> {
  const { resource, subresource } = attributes;
  const isPod = resource.group === '' && resource.resource === 'pods';
  return { request_operation: operation.toLowerCase(), resource: isPod ? 'pod' : 'controller', subresource };
}
