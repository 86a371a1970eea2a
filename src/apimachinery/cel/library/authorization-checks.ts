// Follows staging/src/k8s.io/apiserver/pkg/cel/library/authz.go (v1.36)

import {
  type FieldRequirement,
  type LabelRequirement,
  parseFieldSelector,
  parseLabelSelector,
  SelectorError,
} from '../../selectors/index.js';
import { messageOf } from '../../status/index.js';
import { CelReference } from '../reference.js';
import { Suspension } from '../suspension.js';
import { type CelType, opaqueOf } from '../types.js';

/** The user of the check. */
export interface AuthorizationUser {
  readonly name: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** What to authorize: access to a path or to resources. */
export type AuthorizationAttributes = PathAttributes | ResourceAttributes;

/** A request to a path that is not a resource. */
export interface PathAttributes {
  readonly user: AuthorizationUser;
  readonly verb: string;
  readonly path: string;
}

/** A request to a resource. */
export interface ResourceAttributes {
  readonly user: AuthorizationUser;
  readonly verb: string;
  readonly group: string;
  /** Always `*`. */
  readonly version: '*';
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  /** Unset if the expression sets none; may be invalid. */
  readonly fieldSelector?: ReadSelector<FieldRequirement>;
  readonly labelSelector?: ReadSelector<LabelRequirement>;
}

export type ReadSelector<R> = { readonly requirements: readonly R[] } | { readonly error: string };

/** The result of an authorization check in an expression. */
export interface AuthorizationDecision {
  readonly decision: 'allow' | 'deny' | 'noOpinion';
  readonly reason: string;
  /** Why the decision is incomplete. */
  readonly error?: string;
}

/** Decides the checks of expressions. A rejected promise counts as no opinion with an error. */
export interface Authorizer {
  authorize(attributes: AuthorizationAttributes): AuthorizationDecision | Promise<AuthorizationDecision>;
}

/** Suspends an evaluation until the decision is available. */
class PendingAuthorization extends Suspension {}

/** Caches decisions for the expressions of one request. */
class Decisions {
  readonly #authorizer: Authorizer;
  readonly #known = new Map<string, AuthorizationDecision | PendingAuthorization>();

  constructor(authorizer: Authorizer) {
    this.#authorizer = authorizer;
  }

  /** Throws `PendingAuthorization` if the decision is asynchronous. */
  decide(attributes: AuthorizationAttributes): AuthorizationDecision {
    const key = JSON.stringify(attributes);
    const known = this.#known.get(key) ?? this.#authorize(key, attributes);
    if (known instanceof PendingAuthorization) throw known;
    return known;
  }

  #authorize(key: string, attributes: AuthorizationAttributes): AuthorizationDecision | PendingAuthorization {
    const result = this.#authorizer.authorize(attributes);
    const known = result instanceof Promise ? this.#pending(key, result) : result;
    this.#known.set(key, known);
    return known;
  }

  #pending(key: string, result: Promise<AuthorizationDecision>): PendingAuthorization {
    const decided = this.#remember(key, result);
    return new PendingAuthorization(() => decided);
  }

  async #remember(key: string, result: Promise<AuthorizationDecision>): Promise<void> {
    this.#known.set(key, await result.catch(failedDecision));
  }
}

function failedDecision(thrown: unknown): AuthorizationDecision {
  return { decision: 'noOpinion', reason: '', error: messageOf(thrown) };
}

/** The type of the variable `authorizer`. */
export const AUTHORIZER_TYPE = opaqueOf<CelAuthorizer>('kubernetes.authorization.Authorizer');
export const PATH_CHECK_TYPE = opaqueOf<PathCheck>('kubernetes.authorization.PathCheck');
export const GROUP_CHECK_TYPE = opaqueOf<GroupCheck>('kubernetes.authorization.GroupCheck');
/** The type of a check of access to a resource. */
export const RESOURCE_CHECK_TYPE = opaqueOf<ResourceCheck>('kubernetes.authorization.ResourceCheck');
export const DECISION_TYPE = opaqueOf<CelDecision>('kubernetes.authorization.Decision');

/** The variable `authorizer`: create one per request. */
export class CelAuthorizer extends CelReference {
  readonly #user: AuthorizationUser;
  readonly #decisions: Decisions;

  private constructor(user: AuthorizationUser, decisions: Decisions) {
    super();
    this.#user = user;
    this.#decisions = decisions;
  }

  static of(user: AuthorizationUser, authorizer: Authorizer): CelAuthorizer {
    return new CelAuthorizer(user, new Decisions(authorizer));
  }

  get type(): CelType {
    return AUTHORIZER_TYPE;
  }

  /** Returns an authorizer for a service account. */
  serviceAccount(namespace: string, name: string): CelAuthorizer {
    const user: AuthorizationUser = {
      name: `system:serviceaccount:${namespace}:${name}`,
      uid: '',
      groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`],
      extra: {},
    };
    return new CelAuthorizer(user, this.#decisions);
  }

  /** The variable `authorizer.requestResource`. */
  resourceCheck(resource: RequestResource): ResourceCheck {
    return new ResourceCheck(this, { ...resource, fieldSelector: '', labelSelector: '' });
  }

  decide(request: WithoutUser<PathAttributes> | WithoutUser<ResourceAttributes>): CelDecision {
    return new CelDecision(this.#decisions.decide({ user: this.#user, ...request }));
  }
}

type WithoutUser<T> = Omit<T, 'user'>;

/** The resource of a request. */
export interface RequestResource {
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
}

export class PathCheck extends CelReference {
  readonly #authorizer: CelAuthorizer;
  readonly #path: string;

  constructor(authorizer: CelAuthorizer, path: string) {
    super();
    this.#authorizer = authorizer;
    this.#path = path;
  }

  get type(): CelType {
    return PATH_CHECK_TYPE;
  }

  check(verb: string): CelDecision {
    return this.#authorizer.decide({ verb, path: this.#path });
  }
}

export class GroupCheck extends CelReference {
  readonly #authorizer: CelAuthorizer;
  readonly #group: string;

  constructor(authorizer: CelAuthorizer, group: string) {
    super();
    this.#authorizer = authorizer;
    this.#group = group;
  }

  get type(): CelType {
    return GROUP_CHECK_TYPE;
  }

  resource(resource: string): ResourceCheck {
    return this.#authorizer.resourceCheck({
      group: this.#group,
      resource,
      subresource: '',
      namespace: '',
      name: '',
    });
  }
}

interface ResourceRequest extends RequestResource {
  readonly fieldSelector: string;
  readonly labelSelector: string;
}

class ResourceCheck extends CelReference {
  readonly #authorizer: CelAuthorizer;
  readonly #request: ResourceRequest;

  constructor(authorizer: CelAuthorizer, request: ResourceRequest) {
    super();
    this.#authorizer = authorizer;
    this.#request = request;
  }

  get type(): CelType {
    return RESOURCE_CHECK_TYPE;
  }

  with(changes: Partial<ResourceRequest>): ResourceCheck {
    return new ResourceCheck(this.#authorizer, { ...this.#request, ...changes });
  }

  check(verb: string): CelDecision {
    const { fieldSelector, labelSelector, ...resource } = this.#request;
    return this.#authorizer.decide({
      verb,
      version: '*',
      ...resource,
      ...(fieldSelector && { fieldSelector: read(() => parseFieldSelector(fieldSelector)) }),
      ...(labelSelector && { labelSelector: read(() => parseLabelSelector(labelSelector)) }),
    });
  }
}

function read<R>(parse: () => { readonly requirements: readonly R[] }): ReadSelector<R> {
  try {
    return { requirements: parse().requirements };
  } catch (thrown) {
    if (thrown instanceof SelectorError) return { error: thrown.message };
    throw thrown;
  }
}

class CelDecision extends CelReference {
  readonly decision: AuthorizationDecision;

  constructor(decision: AuthorizationDecision) {
    super();
    this.decision = decision;
  }

  get type(): CelType {
    return DECISION_TYPE;
  }
}
