import { randomUUIDv7 } from 'node:crypto'
import { captchaRoutes, type LogFilter } from '@bollard/contracts'
import type { Database, Reads } from '@bollard/database'
import { type CallLimiterOptions, callerOf, createCallLimiter, mountRoute, ProblemError } from '@bollard/http'
import { rateLimits } from '../../rate-limits.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { LogPosition } from '../log/log-cursor.ts'
import { storeFilter } from '../log/stored-filter.ts'
import type { SiteScope } from '../sites/site-scope.ts'
import { pageById, readIdCursor } from '../store/id-cursor.ts'
import { deleteExport, describeExport, findExport, insertExport, listExports } from './exports.ts'
import { type FileFormat, fileFormats } from './file-format.ts'
import { createReadLog, type ReadLog } from './read-log.ts'
import { closeFiles, type OpenFiles, sendExport, sendFile } from './send-file.ts'

const directRowsMax = 5_000
const pageRows = 250

export interface ExportContext extends CallLimiterOptions {
  readonly db: Database
  /** Where the log is read from. */
  readonly reads: Reads
  readonly groupOf: (code: string) => string
  readonly nameOfNetwork: (asn: number) => string | null
}

/** The calls that make and hand out files of the log. */
export function mountExports(app: SiteScope, context: ExportContext): void {
  const { db, now } = context
  const readLog = createReadLog(context)
  const open: OpenFiles = new Set()
  app.addHook('preClose', async () => closeFiles(open))

  mountRoute(app, captchaRoutes.createExport, async ({ actor, standing: { site }, body, call }) => {
    const createdBy = actor.userId
    // Refuses filters that name what the site never had.
    await storeFilter(db, site.id, body.filters)
    const id = randomUUIDv7()
    const createdAt = now()
    return db.transaction(async (tx) => {
      const made = await insertExport(tx, { ...body, id, siteId: site.id, createdBy, createdAt })
      if (made === undefined) throw new ProblemError('quota-exceeded')
      await recordAudit(tx, actor, call, createdAt, {
        site,
        action: 'export.created',
        target: { kind: 'export', id },
        after: body,
      })
      return call.keepAnswer(tx, describeExport(made))
    })
  })

  mountRoute(app, captchaRoutes.listExports, async ({ standing: { site }, query }) =>
    pageById(
      await listExports(db, { siteId: site.id, after: readIdCursor(query.cursor), limit: query.limit + 1 }),
      query.limit,
      describeExport,
    ),
  )

  mountRoute(app, captchaRoutes.getExport, async ({ standing: { site }, params }) =>
    describeExport(found(await findExport(db, { siteId: site.id, id: params.exportId }))),
  )

  mountRoute(app, captchaRoutes.downloadExport, async ({ standing: { site }, params, request, reply }) => {
    sendExport(
      db,
      found(await findExport(db, { siteId: site.id, id: params.exportId })),
      { open, now: now().getTime() },
      request,
      reply,
    )
  })

  mountRoute(app, captchaRoutes.deleteExport, async ({ actor, standing: { site }, params, call }) => {
    await db.transaction(async (tx) => {
      const format = found(await deleteExport(tx, { siteId: site.id, id: params.exportId }))
      const target = { kind: 'export', id: params.exportId.toLowerCase() }
      await recordAudit(tx, actor, call, now(), { site, action: 'export.deleted', target, before: { format } })
    })
  })

  mountRoute(
    app,
    captchaRoutes.exportDirectly,
    async ({ standing: { site }, query, request, reply }) => {
      const { format: name, ...filter } = query
      const at = now()
      const file = directFile(
        readLog,
        { siteId: site.id, solutionId: site.solutionId, filter: { ...filter, to: filter.to ?? at.toISOString() } },
        fileFormats[name],
      )
      // The first piece is read before the answer begins, so that the caller learns when the database is away.
      const first = await file.next()
      sendFile(prepend(first, file), { format: fileFormats[name], at, open }, request, reply)
    },
    {
      onRequest: createCallLimiter('captcha', rateLimits, context).hook(
        'exportDirectly',
        (request) => callerOf(request).userId,
      ),
    },
  )
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new ProblemError('not-found')
  return value
}

/** The newest verifications that fit, as the pieces of a file. */
async function* directFile(
  readLog: ReadLog,
  query: { siteId: number; solutionId: string; filter: LogFilter },
  format: FileFormat,
): AsyncGenerator<string> {
  let rows = 0
  let after: LogPosition | null = null
  let text = format.head
  do {
    const page = await readLog({ ...query, after, limit: pageRows })
    for (const verification of page.items.slice(0, directRowsMax - rows)) {
      text += format.row(verification, rows === 0)
      rows += 1
    }
    after = page.next
    // Also when there is nothing to tell: only here can whoever reads have gone away.
    yield text
    text = ''
  } while (after !== null && rows < directRowsMax)
  if (format.tail !== '') yield format.tail
}

async function* prepend(first: IteratorResult<string, void>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (first.done !== true) yield first.value
  yield* rest
}
