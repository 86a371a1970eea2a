// Follows staging/src/k8s.io/apiserver/pkg/audit/request.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/audit/context.go (v1.36)

import { decodeJson, jsonText } from '../../apimachinery/codec/index.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../apimachinery/meta/index.js';
import type { Status } from '../../apimachinery/status/index.js';
import type { RequestContext, RequestRecord, UserInfo } from '../request-context.js';
import { AuditRecord, type ObjectReference, type RequestFacts } from './audit-record.js';
import { type AuditDecision, type AuditLevel, type AuditStage, auditLevels } from './policy.js';
import { sourceIps } from './source-ips.js';

const maxUserAgentLength = 1024;

/** The audit event of one request; collects data from stage to stage. */
export class AuditEvent implements RequestRecord {
  readonly decision: AuditDecision;
  readonly #request: RequestFacts;
  readonly #annotations: Record<string, string> = {};
  #impersonated: UserInfo | undefined;
  #constraint = '';
  #objectRef: ObjectReference | undefined;
  #responseStatus: Partial<Status> | undefined;
  /** As JSON. */
  #requestObject: string | undefined;
  #responseObject: string | undefined;

  constructor(context: RequestContext, decision: AuditDecision, receivedAt: number) {
    const { request, auditId, info } = context;
    this.decision = decision;
    this.#request = {
      level: decision.level,
      auditID: auditId,
      requestURI: request.target,
      verb: info.verb,
      sender: context.hasUser ? context.user : undefined,
      sourceIPs: sourceIps(request),
      userAgent: shortened(request.header('user-agent') ?? ''),
      receivedAt,
    };
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
      // An apply configuration is YAML; a body that is neither is rejected anyway.
      this.#requestObject = JSON.stringify(patch.toString());
    }
  }

  responded(status: Partial<Status>): void {
    const { status: text, message, reason, details, code } = status;
    this.#responseStatus = withValues({ status: text, message, reason, details, code });
  }

  /** `bytes`: the JSON response. */
  responseObject(bytes: Buffer): void {
    try {
      this.#responseObject = this.#textOf(decodeJson(bytes));
    } catch {
      this.annotate('audit.k8s.io/response', 'not readable');
    }
  }

  /** Returns the record of a stage. */
  at(stage: AuditStage, now: number): AuditRecord {
    return new AuditRecord(this.#request, {
      stage,
      at: stage === 'RequestReceived' ? this.#request.receivedAt : now,
      impersonated: this.#impersonated,
      constraint: this.#constraint,
      objectRef: this.#objectRef,
      responseStatus: this.#responseStatus,
      requestObject: this.#requestObject,
      responseObject: this.#responseObject,
      annotations: { ...this.#annotations },
    });
  }

  #textOf(value: JsonValue): string {
    return jsonText(this.decision.omitManagedFields ? withoutManagedFields(value) : value);
  }
}

function shortened(userAgent: string): string {
  const isLong = userAgent.length > maxUserAgentLength;
  return isLong ? `${userAgent.slice(0, maxUserAgentLength)}...TRUNCATED` : userAgent;
}

function objectRefOf({ info }: RequestContext): ObjectReference | undefined {
  if (!info.isResourceRequest) return undefined;
  const { resource, namespace, name, apiGroup, apiVersion, subresource } = info;
  return withValues({ resource, namespace, name, apiGroup, apiVersion, subresource });
}

/** An object or list, without managedFields. */
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
