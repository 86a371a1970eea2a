// Follows staging/src/k8s.io/apiserver/pkg/apis/audit/v1/types.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/audit/request.go (v1.36)

import { formatMicroTime, goQuote } from '../../apimachinery/meta/index.js';
import type { Status } from '../../apimachinery/status/index.js';
import type { UserInfo } from '../request-context.js';
import { type AuditLevel, type AuditStage, auditLevels } from './policy.js';

export type ObjectReference = Partial<
  Record<
    'resource' | 'namespace' | 'name' | 'uid' | 'apiGroup' | 'apiVersion' | 'resourceVersion' | 'subresource',
    string
  >
>;

/** The fields that are the same at all stages of a request. */
export interface RequestFacts {
  readonly level: AuditLevel;
  readonly auditID: string;
  readonly requestURI: string;
  readonly verb: string;
  readonly sender: UserInfo | undefined;
  readonly sourceIPs: readonly string[];
  readonly userAgent: string;
  readonly receivedAt: number;
}

/** The fields of one stage. */
export interface StageFacts {
  readonly stage: AuditStage;
  readonly at: number;
  readonly impersonated: UserInfo | undefined;
  readonly constraint: string;
  readonly objectRef: ObjectReference | undefined;
  readonly responseStatus: Partial<Status> | undefined;
  /** As JSON. */
  readonly requestObject: string | undefined;
  readonly responseObject: string | undefined;
  readonly annotations: Readonly<Record<string, string>>;
}

const truncatedAnnotation = 'audit.k8s.io/truncated';

/** An audit.k8s.io/v1 Event: a request at one stage. Immutable; encoded once, for all backends. */
export class AuditRecord {
  readonly #request: RequestFacts;
  readonly #stage: StageFacts;
  #json: string | undefined;

  constructor(request: RequestFacts, stage: StageFacts) {
    this.#request = request;
    this.#stage = stage;
  }

  /** On one line. */
  get json(): string {
    this.#json ??= this.#encode();
    return this.#json;
  }

  /** Whether it may contain request and response objects. */
  get hasObjects(): boolean {
    return auditLevels.indexOf(this.#request.level) >= auditLevels.indexOf('Request');
  }

  /** A copy without request and response objects. */
  truncated(): AuditRecord {
    const annotations = { ...this.#stage.annotations, [truncatedAnnotation]: 'true' };
    return new AuditRecord(this.#request, {
      ...this.#stage,
      requestObject: undefined,
      responseObject: undefined,
      annotations,
    });
  }

  /** In the format `legacy` of `--audit-log-format`, on one line. */
  get text(): string {
    const { auditID, requestURI, verb, sender, sourceIPs, userAgent, receivedAt } = this.#request;
    const { stage, impersonated, objectRef, responseStatus } = this.#stage;
    const quoted = (groups: readonly string[] | undefined) => groups?.map(goQuote).join(',');
    const fields = {
      id: auditID,
      stage,
      ip: sourceIPs[0] ?? '<unknown>',
      method: verb,
      user: sender?.name || '<none>',
      groups: quoted(sender?.groups) || '<none>',
      as: impersonated?.name ?? '<self>',
      asgroups: quoted(impersonated?.groups) ?? '<lookup>',
      'user-agent': userAgent,
      namespace: objectRef?.namespace ?? '<none>',
      uri: requestURI,
      response: String(responseStatus?.code ?? '<deferred>'),
    };
    const text = Object.entries(fields).map(([key, value]) => `${key}=${goQuote(value)}`);
    return `${formatMicroTime(receivedAt)} AUDIT: ${text.join(' ')}`;
  }

  /** Concatenates JSON fragments, which is faster than JSON.stringify: every request is encoded several times. */
  #encode(): string {
    const { beginning, sender, origin, receivedAt } = fragmentsOf(this.#request);
    const { stage, at, impersonated, constraint, objectRef, responseStatus, annotations } = this.#stage;
    const status = responseStatus && { metadata: {}, ...responseStatus };
    const hasAnnotations = Object.keys(annotations).length > 0;
    const asWho = impersonated && `,"impersonatedUser":${userJson(impersonated)}`;
    const constrained =
      constraint && `,"authenticationMetadata":${JSON.stringify({ impersonationConstraint: constraint })}`;
    const objects = `${member('requestObject', this.#stage.requestObject)}${member('responseObject', this.#stage.responseObject)}`;
    const reference = member('objectRef', objectRef && JSON.stringify(objectRef));
    const result = member('responseStatus', status && JSON.stringify(status));
    const time = stage === 'RequestReceived' ? receivedAt : formatMicroTime(at);
    const notes = member('annotations', hasAnnotations ? JSON.stringify(annotations) : undefined);
    return (
      `${beginning}${stage}${sender}${asWho ?? ''}${constrained}${origin}${reference}${result}${objects}` +
      `,"requestReceivedTimestamp":"${receivedAt}","stageTimestamp":"${time}"${notes}}`
    );
  }
}

/** The JSON fragments that all records of a request share. */
interface Fragments {
  /** Up to the stage. */
  readonly beginning: string;
  /** From the stage to the user. */
  readonly sender: string;
  readonly origin: string;
  readonly receivedAt: string;
}

const fragments = new WeakMap<RequestFacts, Fragments>();

function fragmentsOf(request: RequestFacts): Fragments {
  let known = fragments.get(request);
  if (known === undefined) {
    const { level, auditID, requestURI, verb, sender, sourceIPs, userAgent, receivedAt } = request;
    const begins = `"level":"${level}","auditID":${JSON.stringify(auditID)}`;
    const subject = `"requestURI":${JSON.stringify(requestURI)},"verb":${JSON.stringify(verb)}`;
    known = {
      beginning: `{"kind":"Event","apiVersion":"audit.k8s.io/v1",${begins},"stage":"`,
      sender: `",${subject},"user":${userJson(sender)}`,
      origin: `,"sourceIPs":${JSON.stringify(sourceIPs)}${userAgent && `,"userAgent":${JSON.stringify(userAgent)}`}`,
      receivedAt: formatMicroTime(receivedAt),
    };
    fragments.set(request, known);
  }
  return known;
}

function member(name: string, json: string | undefined): string {
  return json === undefined ? '' : `,"${name}":${json}`;
}

const users = new WeakMap<UserInfo, string>();

/** Cached: users send many requests. */
function userJson(user: UserInfo | undefined): string {
  if (!user) return '{}';
  let known = users.get(user);
  if (known === undefined) {
    known = JSON.stringify(userObject(user));
    users.set(user, known);
  }
  return known;
}

function userObject({ name, uid, groups, extra }: UserInfo): object {
  return {
    username: name,
    ...(uid && { uid }),
    ...(groups.length > 0 && { groups }),
    ...(extra && Object.keys(extra).length > 0 && { extra }),
  };
}
