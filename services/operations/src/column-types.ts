import type { NoticeTexts } from '@bollard/contracts'

/** Columns that hold more than the schema says. */
export interface ColumnTypes {
  'operations.flags.texts': NoticeTexts
  'operations.backups.detail': Readonly<Record<string, string | number | boolean | null>>
}

/** Columns of rows, and why they are more than the schema can say. */
export interface ResultTypes {
  'operations-migrations': {
    /** The function tells of rows of tables in which none of them is null. */
    schema: string
    name: string
    appliedAt: Date
  }
}
