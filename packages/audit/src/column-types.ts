import type { AuditRow } from './list-audit.ts'
import type { AuditScope } from './record-audit.ts'

/** Columns that hold more than the schema says. */
export interface ColumnTypes {
  'audit.checks.scope': AuditScope
  'audit.entries.before': Record<string, unknown>
  'audit.entries.after': Record<string, unknown>
}

/** Columns of rows, and why they are more than the schema can say. */
export interface ResultTypes {
  'audit-links': {
    /** Built by the statement. */
    links: readonly { number: number; hash: string; previous: string; digest: string }[]
  }
  'audit-list': {
    /** Built by the statement. */
    actor: AuditRow['actor']
    /** Built by the statement. */
    target: AuditRow['target']
  }
  'audit-prepare': {
    /** The function ends by answering it, or fails. */
    digest: Buffer
  }
}
