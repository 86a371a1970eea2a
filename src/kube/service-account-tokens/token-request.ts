// Follows pkg/registry/core/serviceaccount/storage/token.go (v1.36)

import { randomUUID } from 'node:crypto';
import type { TokenRequest, TokenRequestSpec } from '../../api/authentication/v1.js';
import type { Pod, ServiceAccount } from '../../api/core/v1.js';
import { systemClock } from '../../apimachinery/clock/index.js';
import {
  formatGroupVersionKind,
  formatTime,
  groupVersionKind,
  type JsonObject,
  metadataOf,
  mutableMetadataOf,
} from '../../apimachinery/meta/index.js';
import type { MaybePromise } from '../../apimachinery/scheme/index.js';
import { badRequest, conflict, internalError, invalid, messageOf, notFound } from '../../apimachinery/status/index.js';
import { type FieldError, FieldPath } from '../../apimachinery/validation/index.js';
import { type Connect, type ConnectRequest, decodeStored } from '../../server/registry/index.js';
import { accountUserName } from './account-user.js';
import type { BoundResource, FindObject } from './bound-objects.js';

export interface TokenRequestOptions {
  readonly issuer: string;
  /** Signs the claims of a token. */
  readonly sign: (claims: JsonObject) => MaybePromise<string>;
  /** --api-audiences: default audiences of a token. */
  readonly apiAudiences: readonly string[];
  /** --service-account-max-token-expiration; 0: no maximum. */
  readonly maxExpirationSeconds: number;
  /** --service-account-extend-token-expiration */
  readonly extendExpiration: boolean;
  /** The lifetime to which tokens are extended. Unset: a year. */
  readonly extendedExpirationSeconds?: number | undefined;
  readonly find: FindObject;
  readonly now?: () => number;
}

const kind = { group: 'authentication.k8s.io', version: 'v1', kind: 'TokenRequest' };
const shortestExpirationSeconds = 600;
const longestExpirationSeconds = 2 ** 32;
/**
 * Lifetime that kubelets request for projected tokens. Such tokens are extended to a year, for clients that do not
 * reload them.
 */
const projectedExpirationSeconds = 3607;
const oneYearSeconds = 365 * 24 * 3600;

/** Objects that a token is bound to, by claim name. */
interface Binding {
  readonly pod?: JsonObject;
  readonly secret?: JsonObject;
  readonly node?: JsonObject;
}

/** Handles TokenRequests for service accounts. */
export function tokenRequests(options: TokenRequestOptions): Connect {
  return async (request) => {
    const now = (options.now ?? systemClock.now)();
    let account = {} as ServiceAccount;
    const requested = (await request.read(async (sent) => {
      account = await accountOf(request, sent);
      const { uid } = metadataOf(sent);
      const metadata = { ...identityOf(account), ...(uid && { uid }), creationTimestamp: formatTime(now) };
      return completed(sent as TokenRequest, { metadata, ...options });
    })) as TokenRequest;
    const spec = specOf(requested.spec);
    const errors = validateExpiration(spec.expirationSeconds);
    if (errors.length > 0) throw invalid(kind, '', errors);
    const binding = await bindingOf(request, requested, options.find);
    const seconds = shortened(request, spec.expirationSeconds, options);
    const terms = { issuedAt: Math.floor(now / 1000), lifetime: seconds, audiences: spec.audiences };
    const claims = claimsOf(account, binding, { ...terms, ...options });
    const credential = `JTI=${claims['jti']}`;
    request.context.record?.annotate('authentication.kubernetes.io/issued-credential-id', credential);
    return request.respond(201, {
      ...requested,
      spec: { ...requested.spec, expirationSeconds: seconds },
      status: {
        token: await signed(claims, options),
        expirationTimestamp: formatTime(now + seconds * 1000),
      },
    });
  };
}

async function signed(claims: JsonObject, { sign }: TokenRequestOptions): Promise<string> {
  try {
    return await sign(claims);
  } catch (error) {
    const problem = messageOf(error);
    throw internalError(`failed to generate token: ${problem}`);
  }
}

/** Returns the request with its metadata and audiences filled in. */
function completed(
  requested: TokenRequest,
  { metadata, apiAudiences }: { metadata: JsonObject } & TokenRequestOptions,
): TokenRequest {
  const { spec } = requested;
  const hasAudience = (spec.audiences?.length ?? 0) > 0;
  return {
    ...requested,
    metadata: { ...mutableMetadataOf(requested), ...metadata },
    spec: hasAudience ? spec : { ...spec, audiences: [...apiAudiences] },
  };
}

function identityOf(object: JsonObject): JsonObject {
  const { name = '', namespace = '', uid = '' } = metadataOf(object);
  return { name, namespace, uid };
}

async function accountOf({ context, store }: ConnectRequest, requested: JsonObject): Promise<ServiceAccount> {
  const { name } = context.info;
  const sent = metadataOf(requested);
  if (sent.name && sent.name !== name) {
    const problem = 'must match the service account name if specified';
    throw invalid(kind, name, [FieldPath.of('metadata', 'name').invalid(sent.name, problem)]);
  }
  const account = decodeStored((await store.get(context.info)).value) as ServiceAccount;
  const { uid } = metadataOf(account);
  if (sent.uid && sent.uid !== uid) {
    const problem = `the UID in the token request (${sent.uid}) does not match the UID of the service account (${uid})`;
    if (store.features.isEnabled('TokenRequestServiceAccountUIDValidation')) {
      throw conflict({ group: kind.group, resource: kind.kind }, name, problem);
    }
    context.record?.annotate('authentication.k8s.io/token-request-uid-mismatch', problem);
    const later = 'In the future, this will return a conflict error';
    context.warn(`${problem} but TokenRequestServiceAccountUIDValidation is not enabled. ${later}`);
  }
  return account;
}

interface TokenSpec {
  readonly audiences: readonly string[];
  readonly expirationSeconds: number;
}

function specOf({ audiences, expirationSeconds }: TokenRequestSpec): TokenSpec {
  return { audiences: audiences ?? [], expirationSeconds: Number(expirationSeconds) };
}

function validateExpiration(seconds: number): FieldError[] {
  const path = FieldPath.of('spec', 'expirationSeconds');
  if (seconds < shortestExpirationSeconds) {
    return [path.invalid(seconds, 'may not specify a duration less than 10 minutes')];
  }
  if (seconds > longestExpirationSeconds) {
    return [path.invalid(seconds, 'may not specify a duration larger than 2^32 seconds')];
  }
  return [];
}

function shortened(
  { context }: ConnectRequest,
  requested: number,
  { maxExpirationSeconds }: TokenRequestOptions,
): number {
  if (maxExpirationSeconds === 0 || requested <= maxExpirationSeconds) return requested;
  context.warn(`requested expiration of ${requested} seconds shortened to ${maxExpirationSeconds} seconds`);
  return maxExpirationSeconds;
}

async function bindingOf({ context }: ConnectRequest, requested: TokenRequest, find: FindObject): Promise<Binding> {
  const { boundObjectRef } = requested.spec;
  if (!boundObjectRef) return {};
  const { apiVersion = '', kind: boundKind = '', name = '', uid = '' } = boundObjectRef;
  const bindable = groupVersionKind(apiVersion, boundKind);
  const field = bindable.group === '' ? bindableKinds[bindable.kind] : undefined;
  if (!field) throw badRequest(`cannot bind token to object of type ${formatGroupVersionKind(bindable)}`);
  const resource: BoundResource = `${field}s`;
  if (name === '') throw badRequest('Name parameter required.');
  const object = await find(resource, { namespace: field === 'node' ? '' : context.info.namespace, name });
  if (!object) throw notFound({ group: '', resource }, name);
  if (field === 'pod') checkPodAccount(object as Pod, context.info.name);
  if (uid !== '' && uid !== metadataOf(object).uid) {
    const problem = `the UID in the bound object reference (${uid}) does not match the UID in record. The object might have been deleted and then recreated`;
    throw conflict({ group: '', resource: bindable.kind }, name, problem);
  }
  return { [field]: object, ...(field === 'pod' && (await nodeOf(object as Pod, find))) };
}

const bindableKinds: Readonly<Record<string, 'pod' | 'node' | 'secret' | undefined>> = {
  Pod: 'pod',
  Node: 'node',
  Secret: 'secret',
};

function checkPodAccount({ spec }: Pod, name: string): void {
  if (spec.serviceAccountName === name) return;
  throw badRequest(
    `cannot bind token for serviceaccount ${JSON.stringify(name)} to pod running with different serviceaccount name.`,
  );
}

/** The node claim is set even if the node does not exist. */
async function nodeOf({ spec: { nodeName: name } }: Pod, find: FindObject): Promise<Binding> {
  if (!name) return {};
  return { node: (await find('nodes', { namespace: '', name })) ?? { metadata: { name } } };
}

interface TokenTerms {
  readonly audiences: readonly string[];
  /** In seconds, like all times in tokens. */
  readonly issuedAt: number;
  readonly lifetime: number;
}

function claimsOf(account: JsonObject, binding: Binding, terms: TokenTerms & TokenRequestOptions): JsonObject {
  const { namespace = '', name = '' } = metadataOf(account);
  const { issuedAt, lifetime, audiences, extendedExpirationSeconds = oneYearSeconds } = terms;
  const isExtended = mayOutlive(binding, terms);
  const bound = Object.entries(binding).map(([field, object]) => [field, refOf(object)] as const);
  return {
    aud: [...audiences],
    exp: issuedAt + (isExtended ? extendedExpirationSeconds : lifetime),
    iat: issuedAt,
    iss: terms.issuer,
    jti: randomUUID(),
    'kubernetes.io': {
      namespace,
      ...Object.fromEntries(bound),
      serviceaccount: refOf(account),
      ...(isExtended && { warnafter: issuedAt + lifetime }),
    },
    nbf: issuedAt,
    sub: accountUserName(namespace, name),
  };
}

function mayOutlive(
  { pod }: Binding,
  { lifetime, audiences, apiAudiences, extendExpiration }: TokenTerms & TokenRequestOptions,
) {
  const isForUs = audiences.every((audience) => apiAudiences.includes(audience));
  return extendExpiration && pod !== undefined && lifetime === projectedExpirationSeconds && isForUs;
}

function refOf(object: JsonObject): JsonObject {
  const { name = '', uid } = metadataOf(object);
  return { name, ...(uid && { uid }) };
}
