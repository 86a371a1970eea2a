// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/mutating/dispatcher.go (v1.36)

import { systemClock } from '../../../../apimachinery/clock/index.js';
import { compositeKey, type JsonObject, jsonEqual, metadataOf } from '../../../../apimachinery/meta/index.js';
import { StatusError, type StatusReason } from '../../../../apimachinery/status/index.js';
import type { AdmissionRequest } from '../../admission-request.js';
import { Evaluation, type EvaluationInput } from '../../cel/index.js';
import { forbiddenBy } from '../../forbidden-by.js';
import { type ObjectPair, VersionedObjects } from '../../matching/index.js';
import type { ConfigurationFault, Invocation } from '../invocations.js';
import type { MeasuredConditions } from '../measured-conditions.js';
import type { MutatingPolicyMetrics } from './mutating-policy-metrics.js';
import type { MutatingRules } from './mutating-rules.js';
import type { Mutation } from './mutation.js';
import type { Reinvocation } from './reinvocation.js';

export interface MutationRunOptions extends Pick<EvaluationInput, 'authorizer' | 'namespaceObject'> {
  readonly conditions: MeasuredConditions;
  readonly metrics: MutatingPolicyMetrics | undefined;
  readonly reinvocation: Reinvocation;
}

/** Applies mutating policies to the object of a request. */
export class MutationRun {
  readonly #request: AdmissionRequest;
  readonly #options: MutationRunOptions;
  readonly #versions: VersionedObjects;
  #hasMutated = false;
  readonly #refusals: { readonly message: string; readonly reason?: StatusReason }[] = [];

  constructor(request: AdmissionRequest, options: MutationRunOptions) {
    this.#request = request;
    this.#options = options;
    this.#versions = new VersionedObjects(request);
  }

  fault({ policy, binding, fault }: ConfigurationFault<MutatingRules>): void {
    if (policy.spec.failurePolicy === 'Ignore') return;
    const by = binding ? `policy '${policy.name}' with binding '${binding.name}'` : `policy "${policy.name}"`;
    this.#refusals.push({ message: `${by} denied request: ${fault}` });
  }

  /** Throws `StatusError` for errors that the failurePolicy does not cover. */
  async invoke(invocation: Invocation<MutatingRules>, params: JsonObject | null): Promise<void> {
    const { policy, form } = invocation;
    const { rules } = policy;
    const objects = await this.#objectsFor(invocation);
    if (!objects) return;
    const { object, old } = objects;
    const { authorizer, namespaceObject, conditions, reinvocation } = this.#options;
    const { kind, resource } = form;
    const { variables } = rules;
    const request = this.#request;
    const input = { request, kind, resource, object, old, namespaceObject, authorizer, params, variables };
    const matched = await conditions.match(rules.conditions, input, policy.name);
    if (matched.outcome === 'failed') this.#refuse(invocation, matched.error);
    if (matched.outcome !== 'matches') return;
    const key = keyOf(invocation, params);
    if (request.isReinvocation && !reinvocation.isDue(key)) return;
    if (object) await this.#mutate(invocation, { ...input, object });
    if (rules.isReinvocable) reinvocation.invoked(key);
  }

  /** Throws if a policy rejected the request. */
  finish(): void {
    this.#reinvoke();
    const [first] = this.#refusals;
    if (!first) return;
    const { status } = forbiddenBy(this.#request, 'admission request denied by policy');
    throw new StatusError({
      ...status,
      message: first.message,
      ...(first.reason && { reason: first.reason }),
      details: { ...status.details, causes: this.#refusals.map(({ message }) => ({ message })) },
    });
  }

  /**
   * As upstream, policies with reinvocationPolicy IfNeeded are called again even after their own changes, and after
   * mutations that changed nothing.
   */
  #reinvoke(): void {
    const { reinvocation } = this.#options;
    if (this.#hasMutated && reinvocation.isAwaited) {
      reinvocation.objectChanged();
      this.#request.requestReinvocation();
    }
    reinvocation.end(this.#request.object);
  }

  /** Returns undefined if the objects cannot be converted. */
  async #objectsFor({ policy, form }: Invocation<MutatingRules>): Promise<ObjectPair | undefined> {
    try {
      return await this.#versions.in(form.kind);
    } catch (error) {
      const fault = `failed to configure policy: ${(error as Error).message}`;
      this.fault({ policy, binding: undefined, fault });
      return undefined;
    }
  }

  async #mutate(invocation: Invocation<MutatingRules>, input: EvaluationInput & { object: JsonObject }): Promise<void> {
    const { attributes } = this.#request;
    let { object } = input;
    for (const mutation of invocation.policy.rules.mutations) {
      object = await this.#apply(mutation, invocation, { ...input, object });
    }
    if (object === input.object || jsonEqual(object, input.object)) return;
    this.#request.object = await attributes.versions.convert(object, attributes.kind);
    this.#versions.forgetObject();
    this.#options.reinvocation.objectChanged();
    this.#request.requestReinvocation();
  }

  /** Returns the mutated object; the unchanged one if the mutation failed. */
  async #apply(
    mutation: Mutation,
    invocation: Invocation<MutatingRules>,
    input: EvaluationInput & { object: JsonObject },
  ): Promise<JsonObject> {
    const { policy, binding, form } = invocation;
    const { metrics } = this.#options;
    const target = { object: input.object, kind: form.kind, versions: this.#request.attributes.versions };
    const begin = systemClock.monotonic();
    let failure: Error | undefined;
    try {
      const mutated = await mutation(target, new Evaluation(input));
      this.#hasMutated = true;
      return mutated;
    } catch (error) {
      failure = error as Error;
      if (error instanceof StatusError) throw error;
      this.#refuse(invocation, failure.message);
      return input.object;
    } finally {
      const seconds = (systemClock.monotonic() - begin) / 1000;
      metrics?.observe(seconds, { policy: policy.name, binding: binding.name, error: failure });
    }
  }

  #refuse({ policy, binding }: Invocation<MutatingRules>, problem: string): void {
    if (policy.spec.failurePolicy === 'Ignore') return;
    const message = `policy '${policy.name}' with binding '${binding.name}' denied request: ${problem}`;
    this.#refusals.push({ message, reason: 'Invalid' });
  }
}

function keyOf({ policy, binding }: Invocation<MutatingRules>, params: JsonObject | null): string {
  const { namespace = '', name = '' } = params ? metadataOf(params) : {};
  return compositeKey(policy.name, binding.name, namespace, name);
}
