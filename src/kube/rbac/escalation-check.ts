// Follows pkg/registry/rbac/escalation_check.go (v1.36)

import type { ClusterRole, RoleBinding } from '../../api/rbac/v1.js';
import { goQuote, type JsonObject, metadataOf } from '../../apimachinery/meta/index.js';
import { badRequest, errorWithoutReason, forbidden, notFound } from '../../apimachinery/status/index.js';
import { resourceAccess } from '../../server/authorization/index.js';
import type { AdmissionAttributes } from '../../server/handlers/index.js';
import type { Admission, Authorizer, RequestContext } from '../../server/index.js';
import { differOnlyInOwners } from '../owner-changes.js';
import type { RoleRef } from './grants.js';
import { type PolicyRule, policyRulesOf, rbacGroup } from './policy-rule.js';
import type { RbacAuthorizer } from './rbac-authorizer.js';
import { describeRules, missingRules, quotedList } from './rule-cover.js';

export interface EscalationCheckOptions {
  /** The remaining admission chain. */
  readonly admission: Admission;
  /** Checks the `escalate` and `bind` permissions. */
  readonly authorizer: Authorizer;
  readonly rbac: RbacAuthorizer;
}

const everything: readonly PolicyRule[] = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'], resourceNames: [], nonResourceURLs: [] },
  { verbs: ['*'], apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: ['*'] },
];

/**
 * Prevents privilege escalation: writing a role requires all of its permissions, or `escalate` on it; writing a binding
 * requires all permissions of its role, or `bind` on it. Runs after mutating admission and before validation of the
 * object.
 */
export class EscalationCheck implements Admission {
  readonly #options: EscalationCheckOptions;

  constructor(options: EscalationCheckOptions) {
    this.#options = options;
  }

  mutate(context: RequestContext, attributes: AdmissionAttributes): Promise<JsonObject> {
    const mutated = this.#options.admission.mutate(context, attributes);
    if (attributes.resource.group !== rbacGroup || !attributes.object) return mutated;
    return mutated.then(async (object) => {
      await this.#check(context, { ...attributes, object });
      return object;
    });
  }

  validate(context: RequestContext, attributes: AdmissionAttributes): Promise<void> {
    return this.#options.admission.validate(context, attributes);
  }

  async #check(context: RequestContext, attributes: AdmissionAttributes & { object: JsonObject }): Promise<void> {
    const { object, old, resource } = attributes;
    if (context.user.groups.includes('system:masters')) return;
    if (old && differOnlyInOwners(object, old)) return;
    if (resource.resource.endsWith('bindings')) await this.#checkBinding(context, attributes);
    else await this.#checkRole(context, attributes);
  }

  async #checkRole(context: RequestContext, { object, old, resource }: AdmissionAttributes & { object: JsonObject }) {
    const { namespace, name } = context.info;
    if (await this.#may(context, { verb: 'escalate', resource: resource.resource, namespace, name })) return;
    await this.#checkRules(context, {
      resource: resource.resource,
      object,
      wanted: policyRulesOf(object as ClusterRole),
    });
    if (!isAggregated(object) && !(old && isAggregated(old))) return;
    const { rules } = await this.#options.rbac.rulesFor(context.user, namespace);
    if (missingRules(rules, everything).length === 0) return;
    throw forbiddenToWrite(resource.resource, object, 'must have cluster-admin privileges to use the aggregationRule');
  }

  async #checkBinding(context: RequestContext, { object, resource }: AdmissionAttributes & { object: JsonObject }) {
    const { kind, name } = (object as RoleBinding).roleRef;
    const role: RoleRef = { kind, name, namespace: context.info.namespace };
    const roles = `${role.kind.toLowerCase()}s`;
    const isKnown = role.kind === 'Role' || role.kind === 'ClusterRole';
    const requested = { verb: 'bind', resource: roles, name: role.name, namespace: role.namespace };
    if (isKnown && (await this.#may(context, requested))) return;
    if (!isKnown) throw errorWithoutReason(`unsupported role reference kind: ${goQuote(role.kind)}`);
    if (role.name === '') throw badRequest('Name parameter required.');
    const wanted = await this.#options.rbac.rulesOf(role);
    // Upstream names the resource that is written, not the missing role.
    if (!wanted) throw notFound({ group: rbacGroup, resource: resource.resource }, role.name);
    await this.#checkRules(context, { resource: resource.resource, object, wanted });
  }

  async #may(
    { user }: RequestContext,
    requested: { verb: string; resource: string; name: string; namespace: string },
  ): Promise<boolean> {
    const { decision } = await this.#options.authorizer.authorize(
      user,
      resourceAccess({ ...requested, apiGroup: rbacGroup }),
    );
    return decision === 'allow';
  }

  async #checkRules(
    { user, info }: RequestContext,
    { resource, object, wanted }: { resource: string; object: JsonObject; wanted: readonly PolicyRule[] },
  ): Promise<void> {
    const { rules, problems } = await this.#options.rbac.rulesFor(user, info.namespace);
    const missing = missingRules(rules, wanted);
    if (missing.length === 0) return;
    const who = `user ${goQuote(user.name)} (groups=${quotedList(user.groups)})`;
    const what = `is attempting to grant RBAC permissions not currently held:\n${describeRules(missing)}`;
    const more = problems.length > 0 ? `; resolution errors: [${problems.join(', ')}]` : '';
    throw forbiddenToWrite(resource, object, `${who} ${what}${more}`);
  }
}

function forbiddenToWrite(resource: string, object: JsonObject, reason: string): Error {
  return forbidden({ group: rbacGroup, resource }, metadataOf(object).name ?? '', reason);
}

function isAggregated(role: JsonObject): boolean {
  return ((role as ClusterRole).aggregationRule?.clusterRoleSelectors?.length ?? 0) > 0;
}
