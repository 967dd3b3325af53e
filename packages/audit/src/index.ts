export { type AuditQuery, type AuditRow, findBrokenLink, latestHash, listAudit } from './list-audit.ts'
export { type AuditEntry, auditMigrations, type AuditOrigin, type AuditScope, networkOf, recordAudit } from './record-audit.ts'
