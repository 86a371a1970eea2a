// Follows plugin/pkg/admission/security/podsecurity/admission.go (v1.36)
// Follows staging/src/k8s.io/pod-security-admission/admission/admission.go (v1.36)

import type { Namespace, Pod, PodTemplateSpec } from '../../../api/core/v1.js';
import { systemClock } from '../../../apimachinery/clock/index.js';
import { goQuote, labelsOf } from '../../../apimachinery/meta/index.js';
import { forbidden, internalError, invalid, notFound } from '../../../apimachinery/status/index.js';
import { aggregateMessage, fieldErrorMessage } from '../../../apimachinery/validation/index.js';
import type { AdmissionHandler, AdmissionRequest } from '../../../server/admission/index.js';
import type { MetricsRegistry } from '../../../server/metrics/index.js';
import { decodeStored, type ResourceStore } from '../../../server/registry/index.js';
import { type FindNamespace, namespaceFinder } from '../namespace-of.js';
import { definePlugin } from '../plugin-definition.js';
import type { PluginLister } from '../plugin-lister.js';
import { checkedPod, type Violations, violationsOf } from './checks/index.js';
import { type Exemption, type PodSecurityConfiguration, readPodSecurityConfiguration } from './configuration.js';
import { existingPodWarnings } from './existing-pods.js';
import { isSame, isStricter, type LevelVersion, levelVersionText } from './level-version.js';
import { PodSecurityMetrics } from './pod-security-metrics.js';
import { makesPods, templateOf } from './pod-templates.js';
import {
  isEquivalent,
  isFullyPrivileged,
  labelPrefix,
  modes,
  type ParsedPolicy,
  type Policy,
  policyOf,
} from './policy.js';
import { isSignificantUpdate } from './significant-update.js';

export interface PodSecurityOptions {
  readonly configuration: PodSecurityConfiguration;
  readonly namespaces: PluginLister<Namespace>;
  /** Fallback for a new namespace that is not in the cache yet. */
  readonly findNamespace: FindNamespace;
  readonly podsIn: (namespace: string) => Promise<Iterable<Pod>>;
  readonly metrics: MetricsRegistry;
  /** In milliseconds. */
  readonly now: () => number;
}

/** Subresources that cannot change the security context of containers. */
const harmless = new Set(['exec', 'attach', 'binding', 'eviction', 'log', 'portforward', 'proxy', 'status']);

const exemptionReasons = { namespaces: 'namespace', usernames: 'user', runtimeClasses: 'runtimeClass' } as const;

export const podSecurity = definePlugin({
  name: 'PodSecurity',
  operations: ['CREATE', 'UPDATE'],
  isDefault: true,
  readConfiguration: readPodSecurityConfiguration,
  create: ({ stores, metrics }, configuration) =>
    new PodSecurity({
      configuration,
      namespaces: stores.lister('', 'namespaces'),
      findNamespace: namespaceFinder(stores),
      podsIn: (namespace) => podsIn(stores.get('', 'pods'), namespace),
      metrics,
      now: systemClock.monotonic,
    }),
});

/** Enforces the Pod Security Standards that namespace labels select: rejects violating pods, or warns and audits. */
export class PodSecurity implements AdmissionHandler {
  readonly #options: PodSecurityOptions;
  readonly #metrics: PodSecurityMetrics;
  /** Keyed by namespace object, which is replaced with each change. */
  readonly #policies = new WeakMap<Namespace, ParsedPolicy>();

  constructor(options: PodSecurityOptions) {
    this.#options = options;
    this.#metrics = new PodSecurityMetrics(options.metrics);
  }

  validate(request: AdmissionRequest): Promise<void> | undefined {
    const { resource, subresource } = request.attributes;
    if (resource.group === '' && resource.resource === 'pods') {
      return harmless.has(subresource) ? undefined : this.#validatePod(request);
    }
    if (subresource !== '') return undefined;
    if (resource.group === '' && resource.resource === 'namespaces') return this.#validateNamespace(request);
    return makesPods(resource) ? this.#validateController(request) : undefined;
  }

  async #validatePod(request: AdmissionRequest): Promise<void> {
    if (this.#isExemptRequest(request)) return;
    const parsed = await this.#policyFor(request);
    if (parsed instanceof Error) {
      const refusal = internalError(`failed to lookup namespace ${goQuote(request.attributes.namespace)}`);
      annotate(request, 'error', `${refusal.message}: ${parsed.message}`);
      throw refusal;
    }
    const { policy, errors } = parsed;
    if (errors.length === 0 && isFullyPrivileged(policy)) {
      this.#metrics.privileged(request, policy.enforce);
      annotate(request, 'enforce-policy', 'privileged:latest');
      return;
    }
    const [pod, old] = [request.object as Pod, request.old as Pod];
    if (request.operation === 'UPDATE' && !isSignificantUpdate(pod.spec, old.spec)) return;
    const violations = this.#evaluate(request, pod, { ...parsed, isEnforced: true });
    if (!violations) return;
    const { resource, name } = request.attributes;
    const level = goQuote(levelVersionText(policy.enforce));
    throw forbidden(resource, name, `violates PodSecurity ${level}: ${violations.details}`);
  }

  /** Workloads are only warned about and audited: enforcement applies to their pods. */
  async #validateController(request: AdmissionRequest): Promise<void> {
    if (this.#isExemptRequest(request)) return;
    const parsed = await this.#policyFor(request);
    if (parsed instanceof Error) {
      const { namespace } = request.attributes;
      return annotate(request, 'error', `failed to lookup namespace ${goQuote(namespace)}: ${parsed.message}`);
    }
    const { policy, errors } = parsed;
    if (errors.length === 0 && policy.warn.level === 'privileged' && policy.audit.level === 'privileged') return;
    const template = templateOf(request.object ?? {}, request.attributes.resource);
    if (template) this.#evaluate(request, template, { ...parsed, isEnforced: false });
  }

  /** Records warnings and audit annotations; returns the error of the enforced level. */
  #evaluate(
    request: AdmissionRequest,
    template: PodTemplateSpec,
    { policy, errors, isEnforced }: ParsedPolicy & { isEnforced: boolean },
  ): Violations | undefined {
    if (this.#isExempt(request, 'runtimeClasses', template.spec?.runtimeClassName)) return undefined;
    if (errors.length > 0) {
      annotate(request, 'error', `Failed to parse policy: ${aggregateMessage(errors)}`);
      this.#metrics.failed(request, { isFatal: false });
    }
    const find = violationsIn(template);
    let refused: Violations | undefined;
    if (isEnforced) {
      annotate(request, 'enforce-policy', levelVersionText(policy.enforce));
      refused = find(policy.enforce);
      this.#metrics.evaluated(request, 'enforce', { policy: policy.enforce, isAllowed: !refused });
    }
    const audited = find(policy.audit);
    if (audited) {
      annotate(request, 'audit-violations', wouldViolate(policy.audit, audited));
      this.#metrics.evaluated(request, 'audit', { policy: policy.audit, isAllowed: false });
    }
    const warned = refused ? undefined : find(policy.warn);
    if (warned) {
      request.warn(wouldViolate(policy.warn, warned));
      this.#metrics.evaluated(request, 'warn', { policy: policy.warn, isAllowed: false });
    }
    return refused;
  }

  async #validateNamespace(request: AdmissionRequest): Promise<void> {
    const { attributes, object = {}, old = {}, operation } = request;
    const { defaults, exemptions } = this.#options.configuration;
    const labels = labelsOf(object);
    const { policy, errors } = policyOf(labels, defaults);
    const before = operation === 'UPDATE' ? policyOf(labelsOf(old), defaults) : undefined;
    if (errors.length > 0 && !isSameProblem(errors, before?.errors ?? [])) {
      throw invalid(attributes.kind, attributes.name, errors);
    }
    if (before && !isTightened(policy.enforce, before.policy.enforce)) return;
    if (exemptions.namespaces.has(attributes.namespace)) {
      if (isFullyPrivileged(policy) || isEquivalent(policy, defaults)) return;
      const name = goQuote(attributes.namespace);
      const ignored = policyText(policy, labels);
      request.warn(`namespace ${name} is exempt from Pod Security, and the policy (${ignored}) will be ignored`);
    } else if (before) {
      await this.#warnOfExistingPods(request, policy.enforce);
    }
  }

  async #warnOfExistingPods(request: AdmissionRequest, enforce: LevelVersion): Promise<void> {
    const { podsIn, now, configuration } = this.#options;
    const { name } = request.attributes;
    try {
      const pods = await podsIn(name);
      const isExempt = (runtimeClass = '') => configuration.exemptions.runtimeClasses.has(runtimeClass);
      for (const warning of existingPodWarnings({ namespace: name, pods, enforce, isExempt, now }))
        request.warn(warning);
    } catch {
      request.warn('failed to list pods while checking new PodSecurity enforce level');
    }
  }

  #isExemptRequest(request: AdmissionRequest): boolean {
    return (
      this.#isExempt(request, 'namespaces', request.attributes.namespace) ||
      this.#isExempt(request, 'usernames', request.user.name)
    );
  }

  #isExempt(request: AdmissionRequest, exemption: Exemption, name = ''): boolean {
    if (!this.#options.configuration.exemptions[exemption].has(name)) return false;
    this.#metrics.exempted(request);
    annotate(request, 'exempt', exemptionReasons[exemption]);
    return true;
  }

  /** Returns the policy of the request's namespace, or an error if the namespace does not exist. */
  async #policyFor(request: AdmissionRequest): Promise<ParsedPolicy | Error> {
    const { namespace: name } = request.attributes;
    const namespace = await this.#namespace(name);
    if (!namespace) {
      this.#metrics.failed(request, { isFatal: true });
      return notFound({ group: '', resource: 'namespaces' }, name);
    }
    let parsed = this.#policies.get(namespace);
    if (!parsed) {
      parsed = policyOf(labelsOf(namespace), this.#options.configuration.defaults);
      this.#policies.set(namespace, parsed);
    }
    return parsed;
  }

  async #namespace(name: string): Promise<Namespace | undefined> {
    const { namespaces } = this.#options;
    const starting = namespaces.ready();
    if (starting) await starting;
    const known = namespaces.get({ namespace: '', name });
    if (known) return known;
    const found = await this.#options.findNamespace(name);
    return found && (decodeStored(found.value) as Namespace);
  }
}

/** Evaluates a pod once per level and version. */
function violationsIn(template: PodTemplateSpec): (policy: LevelVersion) => Violations | undefined {
  const pod = checkedPod(template);
  const seen: (readonly [LevelVersion, Violations | undefined])[] = [];
  return (policy) => {
    const known = seen.find(([other]) => isSame(other, policy));
    if (known) return known[1];
    const violations = violationsOf(pod, policy);
    seen.push([policy, violations]);
    return violations;
  };
}

function wouldViolate(policy: LevelVersion, { details }: Violations): string {
  return `would violate PodSecurity ${goQuote(levelVersionText(policy))}: ${details}`;
}

/** Whether pods that were allowed before may be rejected now. */
function isTightened(now: LevelVersion, before: LevelVersion): boolean {
  if (isSame(now, before) || now.level === 'privileged') return false;
  return now.version !== before.version || isStricter(now.level, before.level);
}

function isSameProblem(errors: ParsedPolicy['errors'], before: ParsedPolicy['errors']): boolean {
  return (
    errors.length === before.length &&
    errors.every((error, index) => fieldErrorMessage(error) === fieldErrorMessage(before[index]!))
  );
}

/** The labels that select more than `privileged`: `enforce=baseline:latest, warn=restricted:v1.30`. */
function policyText(policy: Policy, labels: Readonly<Record<string, string>>): string {
  return modes
    .filter(
      (mode) =>
        policy[mode].level !== 'privileged' &&
        (labels[labelPrefix + mode] !== undefined || labels[`${labelPrefix}${mode}-version`] !== undefined),
    )
    .map((mode) => `${mode}=${levelVersionText(policy[mode])}`)
    .join(', ');
}

function annotate(request: AdmissionRequest, key: string, value: string): void {
  request.annotate(labelPrefix + key, value);
}

/** Returns the current pods of a namespace, decoded lazily. */
async function podsIn(store: ResourceStore, namespace: string): Promise<Iterable<Pod>> {
  const { entries } = await store.list({ namespace });
  return (function* () {
    for (const { value } of entries) yield decodeStored(value) as Pod;
  })();
}
