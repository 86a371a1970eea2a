import type { JsonObject } from '../../../apimachinery/meta/index.js';
import type { ObjectForm } from '../../handlers/index.js';
import type { AdmissionRequest } from '../admission-request.js';
import { chooseParams, type ParamObjects } from './params.js';
import type { Binding, Policy } from './policy-source.js';

/** A policy that is to be evaluated for a request, on behalf of a binding, with each of the parameters. */
export interface Invocation<Rules> {
  readonly policy: Policy<Rules>;
  readonly binding: Binding;
  /** What the request is to be shown as. */
  readonly form: ObjectForm;
  /** Null for none. */
  readonly params: readonly (JsonObject | null)[];
}

/** A policy, or a binding, by which it cannot be said what is to be done. */
export interface ConfigurationFault<Rules> {
  readonly policy: Policy<Rules>;
  /** Undefined: it is the policy itself. */
  readonly binding: Binding | undefined;
  readonly fault: string;
}

export type Selected<Rules> = Invocation<Rules> | ConfigurationFault<Rules>;

/** Which policies are about a request, in their order. */
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
  return `failed to configure ${what}: ${error instanceof Error ? error.message : String(error)}`;
}
