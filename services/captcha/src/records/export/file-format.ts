import type { ExportFormat, Verification } from '@bollard/contracts'
import { csvHead, csvLine } from './csv.ts'

/** How a file is put together: its beginning, each verification, its end. */
export interface FileFormat {
  readonly contentType: string
  readonly extension: string
  readonly head: string
  readonly row: (verification: Verification, isFirst: boolean) => string
  readonly tail: string
}

export const fileFormats: Record<ExportFormat, FileFormat> = {
  CSV: {
    contentType: 'text/csv; charset=utf-8; header=present',
    extension: 'csv',
    head: csvHead,
    row: csvLine,
    tail: '',
  },
  JSON: {
    contentType: 'application/json; charset=utf-8',
    extension: 'json',
    head: '[',
    row: (verification, isFirst) => `${isFirst ? '\n' : ',\n'}${JSON.stringify(verification)}`,
    tail: '\n]\n',
  },
}
