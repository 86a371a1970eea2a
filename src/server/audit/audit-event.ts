import { decodeJson, jsonText } from '../../apimachinery/codec/index.js';
import {
  formatMicroTime,
  goQuote,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../apimachinery/meta/index.js';
import type { Status } from '../../apimachinery/status/index.js';
import type { RequestContext, RequestRecord, UserInfo } from '../request-context.js';
import { type AuditDecision, type AuditLevel, type AuditStage, auditLevels } from './policy.js';
import { sourceIps } from './source-ips.js';

const maxUserAgentLength = 1024;

type ObjectReference = Partial<
  Record<
    'resource' | 'namespace' | 'name' | 'uid' | 'apiGroup' | 'apiVersion' | 'resourceVersion' | 'subresource',
    string
  >
>;

/** audit.k8s.io/v1 Event: what is written down of one request, growing from stage to stage. */
export class AuditEvent implements RequestRecord {
  readonly decision: AuditDecision;
  readonly #context: RequestContext;
  readonly #sender: UserInfo | undefined;
  readonly #receivedAt: number;
  readonly #annotations: Record<string, string> = {};
  #impersonated: UserInfo | undefined;
  #constraint = '';
  #objectRef: ObjectReference | undefined;
  #responseStatus: Partial<Status> | undefined;
  /** As JSON. */
  #requestObject: string | undefined;
  #responseObject: string | undefined;

  constructor(context: RequestContext, decision: AuditDecision, receivedAt: number) {
    this.decision = decision;
    this.#context = context;
    this.#sender = context.hasUser ? context.user : undefined;
    this.#receivedAt = receivedAt;
    this.#objectRef = objectRefOf(context);
  }

  includes(level: AuditLevel): boolean {
    return auditLevels.indexOf(this.decision.level) >= auditLevels.indexOf(level);
  }

  annotate(key: string, value: string, level: AuditLevel = 'Metadata'): void {
    if (this.includes(level) && !Object.hasOwn(this.#annotations, key)) this.#annotations[key] = value;
  }

  impersonated(user: UserInfo, constraint: string): void {
    this.#impersonated = user;
    this.#constraint = constraint;
  }

  requestObject(object: JsonObject): void {
    const { namespace, name, uid, resourceVersion } = (object['metadata'] ?? {}) as ObjectReference;
    this.#objectRef = { ...withValues({ namespace, name, uid, resourceVersion }), ...this.#objectRef };
    if (this.includes('Request')) this.#requestObject = this.#textOf(object);
  }

  requestPatch(patch: Buffer): void {
    if (!this.includes('Request')) return;
    try {
      this.#requestObject = jsonText(decodeJson(patch));
    } catch {
      // An apply configuration is YAML; what is no JSON at all is refused anyway.
      this.#requestObject = JSON.stringify(patch.toString());
    }
  }

  responded(status: Partial<Status>): void {
    const { status: text, message, reason, details, code } = status;
    this.#responseStatus = withValues({ status: text, message, reason, details, code });
  }

  /** The response, which is JSON. */
  responseObject(bytes: Buffer): void {
    try {
      this.#responseObject = this.#textOf(decodeJson(bytes));
    } catch {
      this.annotate('audit.k8s.io/response', 'not readable');
    }
  }

  /** The event at a stage, as JSON on one line. */
  json(stage: AuditStage, now: number): string {
    const { request, auditId, info } = this.#context;
    const head = JSON.stringify({
      kind: 'Event',
      apiVersion: 'audit.k8s.io/v1',
      level: this.decision.level,
      auditID: auditId,
      stage,
      requestURI: request.target,
      verb: info.verb,
      user: userOf(this.#sender),
      ...(this.#impersonated && { impersonatedUser: userOf(this.#impersonated) }),
      ...(this.#constraint && { authenticationMetadata: { impersonationConstraint: this.#constraint } }),
      sourceIPs: sourceIps(request),
      ...this.#userAgent,
      ...(this.#objectRef && { objectRef: this.#objectRef }),
      ...(this.#responseStatus && { responseStatus: { metadata: {}, ...this.#responseStatus } }),
    });
    const tail = JSON.stringify({
      requestReceivedTimestamp: formatMicroTime(this.#receivedAt),
      stageTimestamp: formatMicroTime(now),
      ...(Object.keys(this.#annotations).length > 0 && { annotations: this.#annotations }),
    });
    const objects = `${member('requestObject', this.#requestObject)}${member('responseObject', this.#responseObject)}`;
    return `${head.slice(0, -1)}${objects},${tail.slice(1)}`;
  }

  /** The same in the format `legacy` of `--audit-log-format`. */
  text(stage: AuditStage): string {
    const { request, auditId, info } = this.#context;
    const quoted = (groups: readonly string[] | undefined) => groups?.map(goQuote).join(',');
    const fields = {
      id: auditId,
      stage,
      ip: sourceIps(request)[0] ?? '<unknown>',
      method: info.verb,
      user: this.#sender?.name || '<none>',
      groups: quoted(this.#sender?.groups) || '<none>',
      as: this.#impersonated?.name ?? '<self>',
      asgroups: quoted(this.#impersonated?.groups) ?? '<lookup>',
      'user-agent': this.#userAgent.userAgent ?? '',
      namespace: this.#objectRef?.namespace ?? '<none>',
      uri: request.target,
      response: String(this.#responseStatus?.code ?? '<deferred>'),
    };
    const text = Object.entries(fields).map(([key, value]) => `${key}=${goQuote(value)}`);
    return `${formatMicroTime(this.#receivedAt)} AUDIT: ${text.join(' ')}`;
  }

  get #userAgent(): { userAgent?: string } {
    const userAgent = this.#context.request.header('user-agent');
    if (!userAgent) return {};
    const isLong = userAgent.length > maxUserAgentLength;
    return { userAgent: isLong ? `${userAgent.slice(0, maxUserAgentLength)}...TRUNCATED` : userAgent };
  }

  #textOf(value: JsonValue): string {
    return jsonText(this.decision.omitManagedFields ? withoutManagedFields(value) : value);
  }
}

function member(name: string, json: string | undefined): string {
  return json === undefined ? '' : `,"${name}":${json}`;
}

function objectRefOf({ info }: RequestContext): ObjectReference | undefined {
  if (!info.isResourceRequest) return undefined;
  const { resource, namespace, name, apiGroup, apiVersion, subresource } = info;
  return withValues({ resource, namespace, name, apiGroup, apiVersion, subresource });
}

function userOf(user: UserInfo | undefined): JsonObject {
  if (!user) return {};
  const { name, uid, groups, extra } = user;
  return {
    username: name,
    ...(uid && { uid }),
    ...(groups.length > 0 && { groups: [...groups] }),
    ...(extra && Object.keys(extra).length > 0 && { extra: extra as unknown as JsonObject }),
  };
}

/** An object, or a list of them, without what the API server notes of who owns which field. */
function withoutManagedFields(value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return value;
  const shown = { ...value };
  const { items, metadata } = value;
  if (isJsonObject(metadata)) {
    const { managedFields: _, ...others } = metadata;
    shown['metadata'] = others;
  }
  if (Array.isArray(items)) shown['items'] = items.map(withoutManagedFields);
  return shown;
}

function withValues<Fields extends object>(fields: Fields): Partial<Fields> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(entries) as Partial<Fields>;
}
