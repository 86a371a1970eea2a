export { AuditEvent } from './audit-event.js';
export { type AuditBackend, Auditor, type AuditorOptions } from './auditor.js';
export { decodeAuditPolicy } from './decode-policy.js';
export { AuditLog, type AuditLogOptions } from './log-backend.js';
export { type OpenAuditorOptions, openAuditor } from './open-auditor.js';
export type { AuditDecision, AuditLevel, AuditPolicy, AuditRule, AuditStage } from './policy.js';
export { AuditWebhook, type AuditWebhookOptions } from './webhook-backend.js';
