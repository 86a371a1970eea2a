// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/mutating/dispatcher.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/mutating/plugin.go (v1.36)

import type { AdmissionRequest } from '../../admission-request.js';
import type { AdmissionPlugin } from '../../plugin.js';
import { type Selected, selectInvocations } from '../invocations.js';
import { MeasuredConditions } from '../measured-conditions.js';
import type { PolicyPluginOptions } from '../plugin-options.js';
import { type Policy, PolicySource } from '../policy-source.js';
import { isExempt, namespaceOfRequest } from '../request-scope.js';
import { MutatingPolicyMetrics } from './mutating-policy-metrics.js';
import { MutatingRules } from './mutating-rules.js';
import { MutationRun } from './mutation-run.js';
import { Reinvocation } from './reinvocation.js';

export const mutatingAdmissionPolicy = {
  name: 'MutatingAdmissionPolicy',
  operations: ['CREATE', 'UPDATE', 'CONNECT'],
} as const;

/** Mutates objects according to MutatingAdmissionPolicies. */
export class MutatingAdmissionPolicy implements AdmissionPlugin {
  readonly name = mutatingAdmissionPolicy.name;
  readonly operations = mutatingAdmissionPolicy.operations;
  readonly #options: PolicyPluginOptions;
  readonly #source: PolicySource<MutatingRules>;
  readonly #metrics: MutatingPolicyMetrics | undefined;
  readonly #conditions: MeasuredConditions;

  constructor(options: PolicyPluginOptions) {
    const { metrics } = options;
    this.#options = options;
    this.#source = new PolicySource({ ...options, compile: (policy) => new MutatingRules(policy) });
    this.#metrics = metrics && new MutatingPolicyMetrics(metrics);
    // Upstream records the conditions of mutating policies with the type of validating ones.
    this.#conditions = new MeasuredConditions('validate', metrics);
  }

  admit(request: AdmissionRequest): Promise<void> | void {
    const policies = this.#source.current();
    if (policies instanceof Promise) return policies.then((known) => this.#admit(known, request));
    return policies.length === 0 ? undefined : this.#admit(policies, request);
  }

  async #admit(policies: readonly Policy<MutatingRules>[], request: AdmissionRequest): Promise<void> {
    if (isExempt(request, this.#options)) return;
    const selected = await selectInvocations(policies, request);
    if (selected.length > 0) await this.#run(selected, request);
  }

  async #run(selected: readonly Selected<MutatingRules>[], request: AdmissionRequest): Promise<void> {
    const { authorizer, findNamespace } = this.#options;
    const reinvocation = request.memoryOf(this, () => new Reinvocation());
    if (request.isReinvocation) reinvocation.begin(request.object);
    const run = new MutationRun(request, {
      authorizer,
      namespaceObject: await namespaceOfRequest(request, findNamespace),
      conditions: this.#conditions,
      metrics: this.#metrics,
      reinvocation,
    });
    // Misconfigured policies are reported before the others are evaluated.
    for (const each of selected) if ('fault' in each) run.fault(each);
    for (const each of selected) {
      if (!('fault' in each)) for (const params of each.params) await run.invoke(each, params);
    }
    run.finish();
  }
}
