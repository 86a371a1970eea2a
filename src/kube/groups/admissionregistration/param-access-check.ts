// Follows pkg/registry/admissionregistration/validatingadmissionpolicy/authz.go (v1.36)
// Follows pkg/registry/admissionregistration/validatingadmissionpolicybinding/authz.go (v1.36)

import type { ParamRef } from '../../../api/admissionregistration/v1.js';
import { type JsonObject, jsonEqual, metadataOf, parseGroupVersion } from '../../../apimachinery/meta/index.js';
import { invalid } from '../../../apimachinery/status/index.js';
import { FieldPath } from '../../../apimachinery/validation/index.js';
import type { RestClient } from '../../../client/rest/index.js';
import { findServedKind, type ParamKind } from '../../../server/admission/policies/index.js';
import { resourceAccess } from '../../../server/authorization/index.js';
import type { AdmissionAttributes } from '../../../server/handlers/index.js';
import type { Admission, Authorizer, RequestContext, UserInfo } from '../../../server/index.js';

export interface ParamAccessCheckOptions {
  /** The remaining admission chain. */
  readonly admission: Admission;
  readonly authorizer: Authorizer;
  /** Used to discover the resource of a kind. */
  readonly client: RestClient;
  /** `plural`: resource of validating or mutating policies. */
  readonly findPolicy: (plural: string, name: string) => Promise<JsonObject | undefined>;
}

const group = 'admissionregistration.k8s.io';

/** What is checked of a policy or a binding. */
type CheckedSpec = { paramKind?: { apiVersion: string; kind: string }; paramRef?: ParamRef; policyName?: string };

function specOf(object: JsonObject | undefined): CheckedSpec {
  return (object?.['spec'] ?? {}) as CheckedSpec;
}

/** An access to check: what a policy or binding would read on behalf of the user. */
interface CheckedAccess {
  readonly verb: string;
  readonly name: string;
  readonly namespace: string;
  readonly kind: ParamKind | undefined;
}

/** Rejects policies and bindings with parameters that the user may not read. */
export class ParamAccessCheck implements Admission {
  readonly #options: ParamAccessCheckOptions;

  constructor(options: ParamAccessCheckOptions) {
    this.#options = options;
  }

  mutate(context: RequestContext, attributes: AdmissionAttributes): Promise<JsonObject> {
    return this.#options.admission.mutate(context, attributes);
  }

  validate(context: RequestContext, attributes: AdmissionAttributes): Promise<void> {
    const { admission } = this.#options;
    const isPolicyOrBinding = attributes.resource.group === group && attributes.subresource === '' && attributes.object;
    if (!isPolicyOrBinding) return admission.validate(context, attributes);
    return this.#check(context, attributes).then(() => admission.validate(context, attributes));
  }

  async #check({ user }: RequestContext, { resource, object, old, kind }: AdmissionAttributes): Promise<void> {
    if (user.groups.includes('system:masters')) return;
    const isBinding = resource.resource.endsWith('policybindings');
    const [spec, before] = [specOf(object), specOf(old)];
    const problem = isBinding
      ? await this.#bindingProblem(user, {
          plural: resource.resource.replace('policybindings', 'policies'),
          spec,
          before,
        })
      : await this.#policyProblem(user, spec, before);
    if (problem === undefined) return;
    const place = FieldPath.of('spec').child(isBinding ? 'paramRef' : 'paramKind');
    throw invalid({ group, kind: kind.kind }, metadataOf(object ?? {}).name ?? '', [place.forbidden(problem)]);
  }

  async #policyProblem(user: UserInfo, spec: CheckedSpec, before: CheckedSpec): Promise<string | undefined> {
    const { paramKind: kind } = spec;
    if (!kind || jsonEqual(kind, before.paramKind)) return undefined;
    if (await this.#may(user, { verb: 'get', name: '*', namespace: '*', kind })) return undefined;
    const what = `(kind=${kind.kind}, apiVersion=${kind.apiVersion})`;
    return `user ${userText(user)} must have "get" permission on all objects of the referenced paramKind ${what}`;
  }

  async #bindingProblem(
    user: UserInfo,
    { plural, spec, before }: { plural: string; spec: CheckedSpec; before: CheckedSpec },
  ): Promise<string | undefined> {
    const { paramRef, policyName = '' } = spec;
    if (!paramRef || (jsonEqual(paramRef, before.paramRef) && policyName === before.policyName)) return undefined;
    const { name = '', namespace = '' } = paramRef;
    const policy = await this.#options.findPolicy(plural, policyName);
    const verb = name === '' ? 'list' : 'get';
    if (await this.#may(user, { verb, name, namespace, kind: specOf(policy).paramKind })) return undefined;
    if (policy) return `user ${userText(user)} does not have "${verb}" permission on the object referenced by paramRef`;
    const unknown = `unable to get policy ${policyName} to determine minimum required permissions`;
    return `${unknown} and user ${userText(user)} does not have "${verb}" permission for all groups, versions and resources`;
  }

  /** If the resource cannot be determined, checks access to all. */
  async #may(user: UserInfo, { verb, name, namespace, kind }: CheckedAccess): Promise<boolean> {
    const { authorizer, client } = this.#options;
    const { group: apiGroup, version: apiVersion } = kind
      ? parseGroupVersion(kind.apiVersion)
      : { group: '*', version: '*' };
    const resource = (kind && (await findServedKind(client, kind))?.name) ?? '*';
    const access = resourceAccess({ verb, name, namespace, apiGroup, apiVersion, resource });
    return (await authorizer.authorize(user, access)).decision === 'allow';
  }
}

/** Formatted like Go's `%v` of a user. */
function userText({ name, uid = '', groups, extra = {} }: UserInfo): string {
  const keys = Object.keys(extra).sort();
  return `&{${name} ${uid} [${groups.join(' ')}] map[${keys.map((key) => `${key}:[${extra[key]!.join(' ')}]`).join(' ')}]}`;
}
