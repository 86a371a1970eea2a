export type { AuditBackend } from './audit-backend.js';
export { AuditEvent } from './audit-event.js';
export type { AuditRecord } from './audit-record.js';
export { Auditor, type AuditorOptions } from './auditor.js';
export { decodeAuditPolicy } from './decode-policy.js';
export type { LineTarget } from './log-backend.js';
export {
  type AuditMode,
  type LogOptions,
  type OpenAuditorOptions,
  openAuditor,
  readPolicy,
  type WebhookOptions,
} from './open-auditor.js';
export type { AuditDecision, AuditLevel, AuditPolicy, AuditRule, AuditStage } from './policy.js';
