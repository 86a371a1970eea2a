// Follows pkg/registry/authorization/selfsubjectrulesreview/rest.go (v1.36)

import type {
  ResourceRule as ResourceRuleObject,
  SelfSubjectRulesReview,
  SubjectRulesReviewStatus,
} from '../../../../api/authorization/v1.js';
import { aggregateMessages } from '../../../../apimachinery/meta/index.js';
import { badRequest } from '../../../../apimachinery/status/index.js';
import { type KnownRules, noRules, type ResourceRule } from '../../../../server/authorization/index.js';
import type { Authorizer } from '../../../../server/index.js';
import type { ResourceDefinition } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';

/** Returns what the client may do in a namespace. */
export function selfSubjectRulesReviews(authorizer: Authorizer): ResourceDefinition {
  return builtInResource('authorization.k8s.io/v1', 'SelfSubjectRulesReview', {
    plural: 'selfsubjectrulesreviews',
    scope: 'Cluster',
    verbs: ['create'],
    handlers: {
      async create({ context, read, respond }) {
        const { apiVersion, kind, spec } = (await read()) as SelfSubjectRulesReview;
        const { namespace } = spec;
        if (!namespace) throw badRequest('no namespace on request');
        const rules = (await authorizer.listRules?.(context.user, namespace)) ?? noRules;
        return respond(201, {
          ...(apiVersion !== undefined && { apiVersion }),
          ...(kind !== undefined && { kind }),
          metadata: {},
          spec: {},
          status: statusOf(rules),
        });
      },
    },
  });
}

function statusOf({ resourceRules, nonResourceRules, incomplete, errors }: KnownRules): SubjectRulesReviewStatus {
  return {
    resourceRules: resourceRules.map(resourceRuleObject),
    nonResourceRules: nonResourceRules.map(({ verbs, nonResourceURLs }) => ({
      verbs: [...verbs],
      ...(nonResourceURLs.length > 0 && { nonResourceURLs: [...nonResourceURLs] }),
    })),
    incomplete,
    ...(errors.length > 0 && { evaluationError: aggregateMessages(errors) }),
  };
}

function resourceRuleObject({ verbs, apiGroups, resources, resourceNames }: ResourceRule): ResourceRuleObject {
  return {
    verbs: [...verbs],
    ...(apiGroups.length > 0 && { apiGroups: [...apiGroups] }),
    ...(resources.length > 0 && { resources: [...resources] }),
    ...(resourceNames.length > 0 && { resourceNames: [...resourceNames] }),
  };
}
