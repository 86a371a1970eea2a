// Follows staging/src/k8s.io/apiserver/pkg/endpoints/filters/impersonation/mode.go (v1.36)

import {
  checkDns1123Subdomain,
  FieldPath,
  fieldErrorMessage,
  validateDomainPrefixedPath,
} from '../../apimachinery/validation/index.js';
import { isOnNode, serviceAccountOf } from '../authentication/index.js';
import type { Authorizer } from '../authorization/index.js';
import type { FeatureGates } from '../feature-gates/index.js';
import { forbiddenTo } from '../handlers/index.js';
import type { RequestContext, UserInfo } from '../request-context.js';
import type { RequestInfo } from '../routing/index.js';
import type { WantedUser } from './impersonate.js';

/**
 * An impersonation mode. All except legacy are constrained: the sender must also be allowed to perform the request in
 * this mode (verb `impersonate-on:<mode>:<verb>`), and the other checks use the verb `impersonate:<mode>`.
 */
interface Mode {
  readonly name: 'associated-node' | 'arbitrary-node' | 'serviceaccount' | 'user-info' | 'legacy';
  readonly appliesTo: (wanted: WantedUser, sender: UserInfo) => boolean;
}

const modes: readonly Mode[] = [
  {
    name: 'associated-node',
    appliesTo: (wanted, sender) => isOnlyName(wanted) && isOnNode(sender, nodeName(wanted.name)),
  },
  { name: 'arbitrary-node', appliesTo: (wanted) => isOnlyName(wanted) && nodeName(wanted.name) !== undefined },
  { name: 'serviceaccount', appliesTo: (wanted) => isOnlyName(wanted) && serviceAccountOf(wanted.name) !== undefined },
  {
    name: 'user-info',
    appliesTo: ({ name }) => nodeName(name) === undefined && serviceAccountOf(name) === undefined,
  },
  { name: 'legacy', appliesTo: () => true },
];

const authenticationGroup = 'authentication.k8s.io';
/** From this many names of a kind on, access to all of them is checked first. */
const manyNames = 4;

interface Impersonated {
  readonly user: UserInfo;
  /** The verb that allowed it; empty in legacy mode. */
  readonly constraint: string;
}

/** The last mode is cached for this many senders. */
const rememberedSenders = 10_000;

/**
 * Finds the mode in which the sender may impersonate a user; if there is none, throws the first error. The last
 * successful mode of the sender is tried first, since it mostly applies again. Clients can observe that, by the groups
 * of nodes.
 */
export function impersonationModes(authorizer: Authorizer, features: FeatureGates) {
  const isConstrained = features.isEnabled('ConstrainedImpersonation');
  const enabled = modes.filter(({ name }) => isConstrained || name === 'legacy');
  const lastModes = new Map<string, Mode>();
  const remember = (sender: string, mode: Mode): void => {
    if (lastModes.get(sender) === mode) return;
    const [oldest] = lastModes.keys();
    if (oldest !== undefined && lastModes.size >= rememberedSenders) lastModes.delete(oldest);
    lastModes.set(sender, mode);
  };
  return {
    async userFor(wanted: WantedUser, context: RequestContext): Promise<Impersonated> {
      const sender = context.user.name;
      const last = lastModes.get(sender);
      let refusal: unknown;
      for (const mode of last ? [last, ...enabled.filter((one) => one !== last)] : enabled) {
        if (!mode.appliesTo(wanted, context.user)) continue;
        try {
          const user = await new Attempt(mode, authorizer, context).check(wanted);
          remember(sender, mode);
          return { user, constraint: mode.name === 'legacy' ? '' : `impersonate:${mode.name}` };
        } catch (error) {
          refusal ??= error;
        }
      }
      throw refusal;
    },
  };
}

type Requested = Pick<RequestInfo, 'resource' | 'name'> & Partial<RequestInfo>;

class Attempt {
  readonly #mode: Mode;
  readonly #authorizer: Authorizer;
  readonly #context: RequestContext;

  constructor(mode: Mode, authorizer: Authorizer, context: RequestContext) {
    this.#mode = mode;
    this.#authorizer = authorizer;
    this.#context = context;
  }

  async check(wanted: WantedUser): Promise<UserInfo> {
    const { info } = this.#context;
    if (this.#isConstrained) {
      await this.#authorize({ ...info, parts: info.parts, verb: `impersonate-on:${this.#mode.name}:${info.verb}` });
    }
    const groups = await this.#checkName(wanted);
    if (wanted.uid !== '') await this.#check({ resource: 'uids', name: wanted.uid, apiGroup: authenticationGroup });
    await this.#checkGroups(wanted.groups);
    await this.#checkExtra(wanted.extra);
    return {
      name: wanted.name,
      ...(wanted.uid && { uid: wanted.uid }),
      groups: withSystemGroup(wanted.name, groups),
      ...(wanted.extra.size > 0 && { extra: Object.fromEntries(wanted.extra) }),
    };
  }

  get #isConstrained(): boolean {
    return this.#mode.name !== 'legacy';
  }

  /** In legacy mode, users and groups are resources of the core group. */
  get #userGroup(): Pick<RequestInfo, 'apiGroup'> {
    return { apiGroup: this.#isConstrained ? authenticationGroup : '' };
  }

  /** Returns the groups of the impersonated user. */
  async #checkName({ name, groups }: WantedUser): Promise<readonly string[]> {
    const node = this.#isConstrained ? nodeName(name) : undefined;
    if (node !== undefined) {
      await this.#check({
        resource: 'nodes',
        name: this.#mode.name === 'associated-node' ? '*' : node,
        ...this.#userGroup,
      });
      return ['system:nodes'];
    }
    const account = serviceAccountOf(name);
    if (!account) {
      await this.#check({ resource: 'users', name, ...this.#userGroup });
      return groups;
    }
    await this.#check({ resource: 'serviceaccounts', ...account, ...this.#userGroup });
    return groups.length > 0 ? groups : ['system:serviceaccounts', `system:serviceaccounts:${account.namespace}`];
  }

  async #checkGroups(groups: readonly string[]): Promise<void> {
    const requested = { resource: 'groups', ...this.#userGroup };
    if (this.#isConstrained) {
      if (groups.includes(''))
        this.#refuse({ ...requested, name: '' }, 'impersonating the empty string group is not allowed');
      if (groups.includes('system:masters')) {
        this.#refuse({ ...requested, name: 'system:masters' }, 'impersonating the system:masters group is not allowed');
      }
      if (groups.length >= manyNames && (await this.#may({ ...requested, name: '*' }))) return;
    }
    for (const name of groups) await this.#check({ ...requested, name });
  }

  async #checkExtra(extra: WantedUser['extra']): Promise<void> {
    const requested = { resource: 'userextras', apiGroup: authenticationGroup };
    const pairs = [...extra].flatMap(([subresource, values]) => values.map((name) => ({ subresource, name })));
    if (this.#isConstrained) {
      const fault = [...extra].map(([key, values]) => extraFault(key, values)).find((text) => text !== undefined);
      if (fault) this.#refuse({ ...requested, name: '' }, fault);
      const isMany = extra.size >= manyNames || pairs.length >= manyNames;
      if (isMany && (await this.#may({ ...requested, subresource: '*', name: '*' }))) return;
    }
    for (const pair of pairs) await this.#check({ ...requested, ...pair });
  }

  #check(requested: Requested): Promise<void> {
    return this.#authorize(this.#infoOf(requested));
  }

  async #may(requested: Requested): Promise<boolean> {
    const { decision } = await this.#authorizer.authorize(this.#sender, this.#infoOf(requested));
    return decision === 'allow';
  }

  async #authorize(info: RequestInfo): Promise<void> {
    const { decision, reason } = await this.#authorizer.authorize(this.#sender, info);
    if (decision !== 'allow') throw forbiddenTo(this.#context.user, info, reason);
  }

  #refuse(requested: Requested, reason: string): never {
    throw forbiddenTo(this.#context.user, this.#infoOf(requested), reason);
  }

  /** Service accounts on all nodes get the same check: the extra values are replaced by their keys. */
  get #sender(): UserInfo {
    const { user } = this.#context;
    if (this.#mode.name !== 'associated-node') return user;
    const keys = Object.keys(user.extra ?? {}).sort();
    return { ...user, extra: { 'authentication.kubernetes.io/associated-node-keys': keys } };
  }

  #infoOf(requested: Requested): RequestInfo {
    return {
      path: '',
      verb: this.#isConstrained ? `impersonate:${this.#mode.name}` : 'impersonate',
      isResourceRequest: true,
      apiPrefix: requested.apiGroup ? 'apis' : 'api',
      apiGroup: '',
      apiVersion: 'v1',
      namespace: '',
      subresource: '',
      parts: [],
      fieldSelector: '',
      labelSelector: '',
      ...requested,
    };
  }
}

/** Every user is in exactly one of the two system groups. */
function withSystemGroup(name: string, groups: readonly string[]): readonly string[] {
  const isAnonymous = name === 'system:anonymous' || groups.includes('system:unauthenticated');
  const group = isAnonymous ? 'system:unauthenticated' : 'system:authenticated';
  return groups.includes(group) ? groups : [...groups, group];
}

function extraFault(key: string, values: readonly string[]): string | undefined {
  if (key === '') return 'impersonating the empty string key in extra is not allowed';
  const problems = validateDomainPrefixedPath(key, FieldPath.of('extra', 'key'));
  if (problems.length > 0) {
    return `impersonating an invalid key in extra is not allowed: ${problems.map(fieldErrorMessage).join(', ')}`;
  }
  if (key !== key.toLowerCase())
    return `impersonating a non-lowercase key in extra is not allowed: ${JSON.stringify(key)}`;
  return values.includes('') ? 'impersonating the empty string value in extra is not allowed' : undefined;
}

function isOnlyName({ uid, groups, extra }: WantedUser): boolean {
  return uid === '' && groups.length === 0 && extra.size === 0;
}

function nodeName(user: string): string | undefined {
  const name = user.startsWith('system:node:') ? user.slice('system:node:'.length) : '';
  return name !== '' && checkDns1123Subdomain(name).length === 0 ? name : undefined;
}
