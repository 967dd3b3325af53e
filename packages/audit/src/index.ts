export { type OtherKey, useAuditKey } from './audit-key.ts'
export { changesOf } from './changes-of.ts'
export { findNetworks } from './find-networks.ts'
export { findBrokenLink } from './find-broken-link.ts'
export { type Act, listActs } from './list-acts.ts'
export { type AuditQuery, type AuditRow, latestHash, listAudit } from './list-audit.ts'
export { maskEmail, maskEmails } from './mask-email.ts'
export { listAuditOver } from './list-audit-over.ts'
export { sealChains } from './seal-chains.ts'
export { vouchForEnds, type Vouched } from './vouch-for-ends.ts'
export { type BrokenChain, countChains, verifyChains } from './verify-chains.ts'
export {
  type AuditEntry,
  auditMigrations,
  type AuditOrigin,
  type AuditScope,
  networkOf,
  recordAudit,
} from './record-audit.ts'
export { type AuditActor, type AuditEvent, recordEvent } from './record-event.ts'
