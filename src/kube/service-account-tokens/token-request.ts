import { randomUUID } from 'node:crypto';
import { systemClock } from '../../apimachinery/clock/index.js';
import {
  formatGroupVersionKind,
  formatTime,
  groupVersionKind,
  type JsonObject,
  metadataOf,
  mutableMetadataOf,
} from '../../apimachinery/meta/index.js';
import { badRequest, conflict, invalid, notFound } from '../../apimachinery/status/index.js';
import { type FieldError, FieldPath, invalidValue } from '../../apimachinery/validation/index.js';
import { type Connect, type ConnectRequest, decodeStored } from '../../server/registry/index.js';
import { listIn, objectIn, textIn } from '../fields.js';
import { accountUserName } from './account-user.js';
import type { BoundResource, FindObject } from './bound-objects.js';
import type { SigningKey } from './token-keys.js';
import { signWebToken } from './web-token.js';

export interface TokenRequestOptions {
  readonly issuer: string;
  readonly key: SigningKey;
  /** --api-audiences: default audiences of a token. */
  readonly apiAudiences: readonly string[];
  /** --service-account-max-token-expiration; 0: no maximum. */
  readonly maxExpirationSeconds: number;
  /** --service-account-extend-token-expiration */
  readonly extendExpiration: boolean;
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
const extendedExpirationSeconds = 365 * 24 * 3600;

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
    let account: JsonObject = {};
    const asked = await request.read(async (sent) => {
      account = await accountOf(request, sent);
      return completed(sent, { metadata: { ...identityOf(account), creationTimestamp: formatTime(now) }, ...options });
    });
    const spec = specOf(objectIn(asked['spec']));
    const errors = validateExpiration(spec.expirationSeconds);
    if (errors.length > 0) throw invalid(kind, '', errors);
    const binding = await bindingOf(request, asked, options.find);
    const seconds = shortened(request, spec.expirationSeconds, options);
    const terms = { issuedAt: Math.floor(now / 1000), lifetime: seconds, audiences: spec.audiences };
    const claims = claimsOf(account, binding, { ...terms, ...options });
    const credential = `JTI=${claims['jti']}`;
    request.context.record?.annotate('authentication.kubernetes.io/issued-credential-id', credential);
    return request.respond(201, {
      ...asked,
      spec: { ...objectIn(asked['spec']), expirationSeconds: seconds },
      status: {
        token: signWebToken(claims, options.key),
        expirationTimestamp: formatTime(now + seconds * 1000),
      },
    });
  };
}

/** Returns the request with its metadata and audiences filled in. */
function completed(
  asked: JsonObject,
  { metadata, apiAudiences }: { metadata: JsonObject } & TokenRequestOptions,
): JsonObject {
  const spec = objectIn(asked['spec']);
  const isForSomebody = listIn(spec['audiences']).length > 0;
  return {
    ...asked,
    metadata: { ...mutableMetadataOf(asked), ...metadata },
    spec: isForSomebody ? spec : { ...spec, audiences: [...apiAudiences] },
  };
}

function identityOf(object: JsonObject): JsonObject {
  const { name = '', namespace = '', uid = '' } = metadataOf(object);
  return { name, namespace, uid };
}

async function accountOf({ context, store }: ConnectRequest, asked: JsonObject): Promise<JsonObject> {
  const { name } = context.info;
  const sent = metadataOf(asked);
  if (sent.name && sent.name !== name) {
    const problem = 'must match the service account name if specified';
    throw invalid(kind, name, [invalidValue(FieldPath.of('metadata', 'name'), sent.name, problem)]);
  }
  const account = decodeStored((await store.get(context.info)).value);
  const { uid } = metadataOf(account);
  if (sent.uid && sent.uid !== uid) {
    const problem = `the UID in the token request (${sent.uid}) does not match the UID of the service account (${uid})`;
    throw conflict({ group: kind.group, resource: kind.kind }, name, problem);
  }
  return account;
}

interface TokenSpec {
  readonly audiences: readonly string[];
  readonly expirationSeconds: number;
}

function specOf({ audiences, expirationSeconds }: JsonObject): TokenSpec {
  return { audiences: listIn(audiences).map(textIn), expirationSeconds: Number(expirationSeconds) };
}

function validateExpiration(seconds: number): FieldError[] {
  const path = FieldPath.of('spec', 'expirationSeconds');
  if (seconds < shortestExpirationSeconds) {
    return [invalidValue(path, seconds, 'may not specify a duration less than 10 minutes')];
  }
  if (seconds > longestExpirationSeconds) {
    return [invalidValue(path, seconds, 'may not specify a duration larger than 2^32 seconds')];
  }
  return [];
}

function shortened({ context }: ConnectRequest, asked: number, { maxExpirationSeconds }: TokenRequestOptions): number {
  if (maxExpirationSeconds === 0 || asked <= maxExpirationSeconds) return asked;
  context.warn(`requested expiration of ${asked} seconds shortened to ${maxExpirationSeconds} seconds`);
  return maxExpirationSeconds;
}

async function bindingOf({ context }: ConnectRequest, asked: JsonObject, find: FindObject): Promise<Binding> {
  const bound = objectIn(asked['spec'])['boundObjectRef'];
  if (!bound) return {};
  const ref = objectIn(bound);
  const [name, uid] = [textIn(ref['name']), textIn(ref['uid'])];
  const bindable = groupVersionKind(textIn(ref['apiVersion']), textIn(ref['kind']));
  const field = bindable.group === '' ? bindableKinds[bindable.kind] : undefined;
  if (!field) throw badRequest(`cannot bind token to object of type ${formatGroupVersionKind(bindable)}`);
  const resource: BoundResource = `${field}s`;
  if (name === '') throw badRequest('Name parameter required.');
  const object = await find(resource, { namespace: field === 'node' ? '' : context.info.namespace, name });
  if (!object) throw notFound({ group: '', resource }, name);
  if (field === 'pod') checkPodAccount(object, context.info.name);
  if (uid !== '' && uid !== metadataOf(object).uid) {
    const problem = `the UID in the bound object reference (${uid}) does not match the UID in record. The object might have been deleted and then recreated`;
    throw conflict({ group: '', resource: bindable.kind }, name, problem);
  }
  return { [field]: object, ...(field === 'pod' && (await nodeOf(object, find))) };
}

const bindableKinds: Readonly<Record<string, 'pod' | 'node' | 'secret' | undefined>> = {
  Pod: 'pod',
  Node: 'node',
  Secret: 'secret',
};

function checkPodAccount(pod: JsonObject, name: string): void {
  if (objectIn(pod['spec'])['serviceAccountName'] === name) return;
  throw badRequest(
    `cannot bind token for serviceaccount ${JSON.stringify(name)} to pod running with different serviceaccount name.`,
  );
}

/** The node claim is set even if the node does not exist. */
async function nodeOf(pod: JsonObject, find: FindObject): Promise<Binding> {
  const name = textIn(objectIn(pod['spec'])['nodeName']);
  if (name === '') return {};
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
  const { issuedAt, lifetime, audiences } = terms;
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
