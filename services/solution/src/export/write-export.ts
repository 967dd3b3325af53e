import { listAudit, listAuditOver } from '@bollard/audit'
import type { AuditEntry } from '@bollard/contracts'
import { csvHead, csvLine, type ExportPart, filesOf, type ZipFile, zipFiles } from '@bollard/export-file'
import type { FastifyReply } from 'fastify'
import { Readable } from 'node:stream'
import { nameActors } from '../people/names.ts'
import type { SolutionContext } from '../solution-context.ts'

/** What a reader needs to tell one kind of export, and one shape of it, from another; see content/en/docs/reference/exports.mdx. */
export interface ExportHead {
  readonly format: 'bollard-solution' | 'bollard-organization'
  /** Grows when a file gets another shape or goes; new files and fields leave it. */
  readonly version: 1
  readonly id: string
}

/** The bytes of a ZIP file of all parts, with `export.json` last, which names every file. */
export async function* writeExport(
  parts: AsyncIterable<ExportPart>,
  head: ExportHead,
  at: Date,
): AsyncGenerator<Buffer> {
  async function* files(): AsyncGenerator<ZipFile> {
    const paths: string[] = []
    for await (const part of parts) {
      for (const file of filesOf(part)) {
        paths.push(file.path)
        yield file
      }
    }
    yield* filesOf({ path: 'export.json', content: { ...head, exportedAt: at.toISOString(), files: paths } })
  }
  yield* zipFiles(files(), at)
}

type AuditContext = Pick<SolutionContext, 'db' | 'identity' | 'captcha'>
type Scope = 'SOLUTION' | 'ORGANIZATION'

/** The whole audit log of a scope, the newest entries first, as JSON and as CSV. It may be long, so it is read page by page. */
export function auditParts(context: AuditContext, scope: Scope, id: string): ExportPart[] {
  return [
    { path: 'audit-log.json', content: auditJson(auditOf(context, scope, id)) },
    { path: 'audit-log.csv', content: auditCsv(auditOf(context, scope, id)) },
  ]
}

const auditColumns = [
  'id',
  'at',
  'actor',
  'action',
  'target',
  'before',
  'after',
  'network',
  'userAgent',
  'requestId',
] as const

async function* auditJson(entries: AsyncIterable<AuditEntry>): AsyncGenerator<string> {
  let separator = '[\n'
  for await (const entry of entries) {
    yield separator + JSON.stringify(entry)
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}

async function* auditCsv(entries: AsyncIterable<AuditEntry>): AsyncGenerator<string> {
  yield csvHead(auditColumns)
  for await (const entry of entries) yield csvLine(auditColumns, { ...entry })
}

async function* auditOf({ db, identity, captcha }: AuditContext, scope: Scope, id: string): AsyncGenerator<AuditEntry> {
  const beside = scope === 'SOLUTION' ? await captcha.auditBeside?.(id) : null
  for (let cursor: string | null | undefined; cursor !== null;) {
    const query = { limit: 1000, cursor }
    const page = beside ? await listAuditOver([db, beside], scope, id, query) : await listAudit(db, scope, id, query)
    yield* await nameActors({ identity }, page.items)
    cursor = page.nextCursor
  }
}

/** Sends a ZIP file while it is being made. Whoever reads slowly slows its making down; what fails on the way breaks the answer off. */
export function sendExport(reply: FastifyReply, content: AsyncIterable<Buffer>, name: string): void {
  void reply.headers({
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="bollard-${name}.zip"`,
    'cache-control': 'private, no-store',
  })
  void reply.send(Readable.from(content, { objectMode: false }))
}
