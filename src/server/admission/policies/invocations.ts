// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/generic/policy_dispatcher.go (v1.36)

import type { JsonObject } from '../../../apimachinery/meta/index.js';
import { messageOf } from '../../../apimachinery/status/index.js';
import type { EquivalentResource } from '../../handlers/index.js';
import type { AdmissionRequest } from '../admission-request.js';
import { chooseParams, type ParamObjects } from './params.js';
import type { Binding, Policy } from './policy-source.js';

/** A policy to be evaluated for a request, through one binding, once per parameter object. */
export interface Invocation<Rules> {
  readonly policy: Policy<Rules>;
  readonly binding: Binding;
  /** The resource and kind to convert the objects to. */
  readonly form: EquivalentResource;
  /** Null: without parameters. */
  readonly params: readonly (JsonObject | null)[];
}

/** A policy or binding that is misconfigured, so that it cannot be evaluated. */
export interface ConfigurationFault<Rules> {
  readonly policy: Policy<Rules>;
  /** Undefined if the policy itself is at fault. */
  readonly binding: Binding | undefined;
  readonly fault: string;
}

export type Selected<Rules> = Invocation<Rules> | ConfigurationFault<Rules>;

/** Returns the policies that match a request, in the order of `policies`. */
export async function selectInvocations<Rules>(
  policies: readonly Policy<Rules>[],
  request: AdmissionRequest,
): Promise<Selected<Rules>[]> {
  const selected: Selected<Rules>[] = [];
  for (const policy of policies) {
    try {
      const matching = policy.matcher.match(request);
      const form = matching instanceof Promise ? await matching : matching;
      if (!form) continue;
      const objects = await policy.params;
      for (const binding of policy.bindings) {
        const found = await selectBinding({ policy, binding, form, objects }, request);
        if (found) selected.push(found);
      }
    } catch (error) {
      selected.push({ policy, binding: undefined, fault: faultOf('policy', error) });
    }
  }
  return selected;
}

interface Candidate<Rules> extends Omit<Invocation<Rules>, 'params'> {
  readonly objects: ParamObjects | undefined;
}

async function selectBinding<Rules>(
  { policy, binding, form, objects }: Candidate<Rules>,
  request: AdmissionRequest,
): Promise<Selected<Rules> | undefined> {
  try {
    if (binding.matcher && !(await binding.matcher.match(request))) return undefined;
    const params = await chooseParams(objects, binding.spec.paramRef, request.attributes.namespace);
    return params.length === 0 ? undefined : { policy, binding, form, params };
  } catch (error) {
    return { policy, binding, fault: faultOf('binding', error) };
  }
}

function faultOf(what: 'policy' | 'binding', error: unknown): string {
  return `failed to configure ${what}: ${messageOf(error)}`;
}
