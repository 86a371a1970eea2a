// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/validating/dispatcher.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/validating/plugin.go (v1.36)

import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import type { AdmissionRequest } from '../../admission-request.js';
import { Evaluation, type EvaluationInput } from '../../cel/index.js';
import { type ObjectPair, VersionedObjects } from '../../matching/index.js';
import { type AdmissionPlugin, allOperations } from '../../plugin.js';
import { type Invocation, type Selected, selectInvocations } from '../invocations.js';
import { MeasuredConditions } from '../measured-conditions.js';
import type { PolicyPluginOptions } from '../plugin-options.js';
import { type Policy, PolicySource } from '../policy-source.js';
import { isExempt, namespaceOfRequest } from '../request-scope.js';
import { ValidatingPolicyMetrics } from './validating-policy-metrics.js';
import { ValidatingRules } from './validating-rules.js';
import { ValidationRun } from './validation-run.js';
import type { Verdict } from './verdict.js';

interface Subject {
  readonly request: AdmissionRequest;
  readonly versions: VersionedObjects;
  readonly namespaceObject: JsonObject | undefined;
}

const letsPass: Verdict = { decisions: [], annotations: [] };

export const validatingAdmissionPolicy = { name: 'ValidatingAdmissionPolicy', operations: allOperations };

/** Rejects, warns about or audits requests according to ValidatingAdmissionPolicies. */
export class ValidatingAdmissionPolicy implements AdmissionPlugin {
  readonly name = validatingAdmissionPolicy.name;
  readonly operations = validatingAdmissionPolicy.operations;
  readonly #options: PolicyPluginOptions;
  readonly #source: PolicySource<ValidatingRules>;
  readonly #metrics: ValidatingPolicyMetrics | undefined;
  readonly #conditions: MeasuredConditions;

  constructor(options: PolicyPluginOptions) {
    const { metrics } = options;
    this.#options = options;
    this.#source = new PolicySource({ ...options, compile: (policy) => new ValidatingRules(policy) });
    this.#metrics = metrics && new ValidatingPolicyMetrics(metrics);
    this.#conditions = new MeasuredConditions('validate', metrics);
  }

  validate(request: AdmissionRequest): Promise<void> | void {
    const policies = this.#source.current();
    if (policies instanceof Promise) return policies.then((known) => this.#validate(known, request));
    return policies.length === 0 ? undefined : this.#validate(policies, request);
  }

  async #validate(policies: readonly Policy<ValidatingRules>[], request: AdmissionRequest): Promise<void> {
    if (isExempt(request, this.#options)) return;
    const selected = await selectInvocations(policies, request);
    if (selected.length > 0) await this.#run(selected, request);
  }

  async #run(selected: readonly Selected<ValidatingRules>[], request: AdmissionRequest): Promise<void> {
    const namespaceObject = await namespaceOfRequest(request, this.#options.findNamespace);
    const subject = { request, versions: new VersionedObjects(request), namespaceObject };
    const run = new ValidationRun(request, this.#metrics);
    for (const each of selected) {
      if ('fault' in each) run.fault(each);
      else await this.#invoke(each, subject, run);
    }
    run.finish();
  }

  async #invoke(invocation: Invocation<ValidatingRules>, subject: Subject, run: ValidationRun): Promise<void> {
    let objects: ObjectPair;
    try {
      objects = await subject.versions.in(invocation.form.kind);
    } catch (error) {
      const problem = `failed to convert object version: ${(error as Error).message}`;
      run.fault({ ...invocation, fault: `failed to configure binding: ${problem}` });
      return;
    }
    for (const params of invocation.params) {
      const verdict = await this.#judge(invocation.policy, this.#input(invocation, { objects, params }, subject));
      run.apply(invocation, verdict);
    }
  }

  #input(
    { policy, form }: Invocation<ValidatingRules>,
    { objects, params }: { objects: ObjectPair; params: JsonObject | null },
    { request, namespaceObject }: Subject,
  ): EvaluationInput {
    const { object, old } = objects;
    const { kind, resource } = form;
    const { variables } = policy.rules;
    const { authorizer } = this.#options;
    return { request, kind, resource, object, old, namespaceObject, authorizer, params, variables };
  }

  async #judge({ name, rules }: Policy<ValidatingRules>, input: EvaluationInput): Promise<Verdict> {
    const { conditions } = rules;
    if (!conditions.isEmpty) {
      const matched = await this.#conditions.match(conditions, input, name);
      if (matched.outcome === 'excluded') return letsPass;
      if (matched.outcome === 'failed') return rules.failed(matched.error);
    }
    return rules.judge(new Evaluation(input));
  }
}
