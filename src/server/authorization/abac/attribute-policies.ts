// Follows pkg/auth/authorizer/abac/abac.go (v1.36)

import { trimRight } from '../../../apimachinery/meta/index.js';
import type { UserInfo } from '../../request-context.js';
import type { RequestInfo } from '../../routing/index.js';
import type { Authorizer, Decision } from '../authorizer.js';
import { type KnownRules, noRules } from '../known-rules.js';
import { type AttributePolicy, readPolicies } from './read-policies.js';

const allow: Decision = { decision: 'allow' };
const noOpinion: Decision = { decision: 'no-opinion', reason: 'No policy matched.' };
const readingVerbs = ['get', 'list', 'watch'];

/** Authorizes by the policies of a file (mode ABAC). */
export class AttributePolicies implements Authorizer {
  readonly #policies: readonly AttributePolicy[];

  /** Rejects if the file cannot be read, naming the invalid line. */
  static async load(file: string): Promise<AttributePolicies> {
    return new AttributePolicies(await readPolicies(file));
  }

  constructor(policies: readonly AttributePolicy[]) {
    this.#policies = policies;
  }

  async authorize(user: UserInfo, info: RequestInfo): Promise<Decision> {
    return this.#policies.some((policy) => isAbout(policy, user) && allows(policy, info)) ? allow : noOpinion;
  }

  readonly listRules = async (user: UserInfo, namespace: string): Promise<KnownRules> => {
    const policies = this.#policies.filter((policy) => isAbout(policy, user) && covers(policy.namespace, namespace));
    return {
      ...noRules,
      resourceRules: policies
        .filter(({ resource }) => resource !== '')
        .map(({ resource, apiGroup, readonly }) => ({
          verbs: verbsOf(readonly),
          apiGroups: [apiGroup],
          resources: [resource],
          resourceNames: [],
        })),
      nonResourceRules: policies
        .filter(({ nonResourcePath }) => nonResourcePath !== '')
        .map(({ nonResourcePath, readonly }) => ({ verbs: verbsOf(readonly), nonResourceURLs: [nonResourcePath] })),
    };
  };
}

/** User and group must both match where set; a policy with neither matches no user. */
function isAbout({ user, group }: AttributePolicy, { name, groups }: UserInfo): boolean {
  if (user === '' && group === '') return false;
  return (user === '' || covers(user, name)) && (group === '' || group === '*' || groups.includes(group));
}

function allows(policy: AttributePolicy, info: RequestInfo): boolean {
  if (policy.readonly && !readingVerbs.includes(info.verb)) return false;
  if (!info.isResourceRequest) return coversPath(policy.nonResourcePath, info.path);
  const { namespace, resource, apiGroup } = policy;
  return covers(namespace, info.namespace) && covers(resource, info.resource) && covers(apiGroup, info.apiGroup);
}

function covers(allowed: string, requested: string): boolean {
  return allowed === '*' || allowed === requested;
}

function coversPath(allowed: string, path: string): boolean {
  return covers(allowed, path) || (allowed.endsWith('*') && path.startsWith(trimRight(allowed, '*')));
}

function verbsOf(readonly: boolean): readonly string[] {
  return readonly ? readingVerbs : ['*'];
}
