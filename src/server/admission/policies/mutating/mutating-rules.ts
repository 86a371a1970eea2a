// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/mutating/compilation.go (v1.36)

import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { MatchConditions, PolicyCompiler } from '../../cel/index.js';
import type { PolicySpec } from '../policy-spec.js';
import { applyConfigurationMutation } from './apply-configuration.js';
import { jsonPatchMutation } from './json-patch.js';
import type { Mutation } from './mutation.js';

interface MutatingPolicySpec extends PolicySpec {
  readonly mutations?: readonly MutationSpec[];
  readonly reinvocationPolicy?: string;
}

interface MutationSpec {
  readonly patchType: string;
  readonly applyConfiguration?: { readonly expression: string };
  readonly jsonPatch?: { readonly expression: string };
}

/** The compiled spec of a mutating policy. */
export class MutatingRules {
  readonly conditions: MatchConditions;
  readonly variables: PolicyCompiler['variables'];
  /** In order: each gets the result of the one before it. */
  readonly mutations: readonly Mutation[];
  /** Whether its reinvocationPolicy is IfNeeded. */
  readonly isReinvocable: boolean;

  constructor(policy: JsonObject) {
    const spec = (policy['spec'] ?? {}) as unknown as MutatingPolicySpec;
    const hasParams = spec.paramKind !== undefined;
    const compiler = new PolicyCompiler({ hasParams, hasVariables: true, isStored: () => true });
    for (const { name, expression } of spec.variables ?? []) compiler.addVariable(name, expression);
    this.variables = compiler.variables;
    this.conditions = MatchConditions.of(spec.matchConditions ?? [], (source) =>
      compiler.compile('matchCondition', source),
    );
    this.mutations = (spec.mutations ?? []).flatMap((mutation) => mutationOf(mutation, compiler));
    this.isReinvocable = spec.reinvocationPolicy === 'IfNeeded';
  }
}

function mutationOf({ patchType, applyConfiguration, jsonPatch }: MutationSpec, compiler: PolicyCompiler): Mutation[] {
  if (patchType === 'JSONPatch' && jsonPatch) {
    return [jsonPatchMutation(compiler.compile('jsonPatch', jsonPatch.expression))];
  }
  if (patchType === 'ApplyConfiguration' && applyConfiguration) {
    return [applyConfigurationMutation(compiler.compile('applyConfiguration', applyConfiguration.expression))];
  }
  return [];
}
