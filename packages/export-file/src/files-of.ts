import { toCsv, type Row } from './csv.ts'

/** What a service has to give. A value becomes a JSON file, rows a table beside it; bytes and streams are taken as they are. */
export interface ExportPart {
  /** Such as `members.json`; names of folders and files are not translated. */
  readonly path: string
  readonly content: unknown
  /** Packed already, such as a gzip file or a PDF: it is only stored. */
  readonly isPacked?: boolean
}

export interface ZipFile {
  readonly path: string
  readonly content: Uint8Array | AsyncIterable<Uint8Array | string>
  readonly isPacked: boolean
}

/** The files of a part: one, or for rows two with the same name, as JSON and as CSV. */
export function filesOf({ path, content, isPacked = false }: ExportPart): ZipFile[] {
  if (content instanceof Uint8Array || isStream(content)) return [{ path, content, isPacked }]
  const json = { path, content: Buffer.from(`${JSON.stringify(content, null, 2)}\n`), isPacked }
  if (!path.endsWith('.json') || !isRows(content)) return [json]
  return [json, { path: path.replace(/\.json$/u, '.csv'), content: Buffer.from(toCsv(content)), isPacked }]
}

function isStream(content: unknown): content is AsyncIterable<Uint8Array | string> {
  return typeof content === 'object' && content !== null && Symbol.asyncIterator in content
}

function isRows(content: unknown): content is Row[] {
  return (
    Array.isArray(content) &&
    content.length > 0 &&
    content.every((row) => typeof row === 'object' && row !== null && !Array.isArray(row))
  )
}
