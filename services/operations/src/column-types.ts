import type { NoticeTexts } from '@bollard/contracts'

/** Columns that hold more than the schema says. */
export interface ColumnTypes {
  'operations.flags.texts': NoticeTexts
  'operations.backups.detail': Readonly<Record<string, string | number | boolean | null>>
}
