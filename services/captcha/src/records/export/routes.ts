import { randomUUIDv7 } from 'node:crypto'
import type { LogFilter } from '@bollard/contracts'
import { captchaRoutes } from '@bollard/contracts'
import { mountRoute, ProblemError, rateLimitHook } from '@bollard/http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { pageById, readIdCursor } from '../store/id-cursor.ts'
import { type Actor, type Caller, requireSite } from '../../access/require-site.ts'
import { recordChange } from '../audit/record-change.ts'
import { type EditorPorts, requireEditor } from '../../access/require-editor.ts'
import { deleteExport, describeExport, findExport, insertExport, listExports } from './exports.ts'
import { fileFormats, type FileFormat } from './file-format.ts'
import type { LogPosition } from '../log/log-cursor.ts'
import { storeFilter } from '../log/stored-filter.ts'
import { createReadLog, type ReadLog } from './read-log.ts'
import { closeFiles, type OpenFiles, sendExport, sendFile } from './send-file.ts'

const mostDirectRows = 5_000
const pageRows = 250

export interface ExportPorts extends EditorPorts {
  readonly now: () => number
  readonly groupOf: (code: string) => string
  readonly nameOfNetwork: (asn: number) => string | null
}

/** The calls that make and hand out files of the log. */
export function mountExports(
  app: FastifyInstance,
  ports: ExportPorts,
  actorOf: (request: FastifyRequest) => Actor | Caller,
): void {
  const { db, now } = ports
  const readLog = createReadLog(ports)
  const open: OpenFiles = new Set()
  // A file of all visitors is what a thief of a session would come for. Whoever is locked can still take their data along.
  const taking = () => ({ evenReadOnly: true, provenBefore: new Date(now()) })
  app.addHook('preClose', async () => closeFiles(open))

  mountRoute(app, captchaRoutes.createExport, async ({ params, body, request }) => {
    const editor = await requireEditor(ports, request, actorOf(request), params.solutionId, 'MEMBER', taking())
    const { site, userId: createdBy } = editor
    // Refuses filters that name what the site never had.
    await storeFilter(db, site.id, body.filters)
    const id = randomUUIDv7()
    const createdAt = new Date(now())
    return db.transaction(async (tx) => {
      const made = await insertExport(tx, { ...body, id, siteId: site.id, createdBy, createdAt })
      if (made === undefined) throw new ProblemError('quota-exceeded')
      await recordChange(tx, editor, createdAt, {
        action: 'export.created',
        target: { kind: 'export', id },
        after: body,
      })
      return editor.keepAnswer(tx, describeExport(made))
    })
  })

  mountRoute(app, captchaRoutes.listExports, async ({ params, query, request }) => {
    const site = await requireSite(ports, actorOf(request), params.solutionId, 'VIEWER')
    return pageById(
      await listExports(db, { siteId: site.id, after: readIdCursor(query.cursor), limit: query.limit + 1 }),
      query.limit,
      describeExport,
    )
  })

  mountRoute(app, captchaRoutes.getExport, async ({ params, request }) => {
    const site = await requireSite(ports, actorOf(request), params.solutionId, 'VIEWER')
    return describeExport(found(await findExport(db, { siteId: site.id, id: params.exportId })))
  })

  mountRoute(app, captchaRoutes.downloadExport, async ({ params, request, reply }) => {
    const site = await requireSite(ports, actorOf(request), params.solutionId, 'MEMBER', taking())
    sendExport(
      db,
      found(await findExport(db, { siteId: site.id, id: params.exportId })),
      { open, now: now() },
      request,
      reply,
    )
  })

  mountRoute(app, captchaRoutes.deleteExport, async ({ params, request }) => {
    const editor = await requireEditor(ports, request, actorOf(request), params.solutionId, 'MEMBER', {
      evenReadOnly: true,
    })
    await db.transaction(async (tx) => {
      const format = found(await deleteExport(tx, { siteId: editor.site.id, id: params.exportId }))
      const target = { kind: 'export', id: params.exportId.toLowerCase() }
      await recordChange(tx, editor, new Date(now()), { action: 'export.deleted', target, before: { format } })
    })
  })

  mountRoute(
    app,
    captchaRoutes.exportDirectly,
    async ({ params, query, request, reply }) => {
      const site = await requireSite(ports, actorOf(request), params.solutionId, 'MEMBER', taking())
      const { format: name, ...filter } = query
      const at = new Date(now())
      const file = directFile(
        readLog,
        { siteId: site.id, solutionId: site.solutionId, filter: { ...filter, to: filter.to ?? at.toISOString() } },
        fileFormats[name],
      )
      // The first piece is read before the answer begins, so that a database that is away is told as such.
      const first = await file.next()
      sendFile(prepend(first, file), { format: fileFormats[name], at, open }, request, reply)
    },
    { onRequest: rateLimitHook({ key: (request) => actorOf(request).userId, max: 10, windowSeconds: 60, now }) },
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
    for (const verification of page.items.slice(0, mostDirectRows - rows)) {
      text += format.row(verification, rows === 0)
      rows += 1
    }
    after = page.next
    // Also when there is nothing to tell: only here can whoever reads have gone away.
    yield text
    text = ''
  } while (after !== null && rows < mostDirectRows)
  if (format.tail !== '') yield format.tail
}

async function* prepend(first: IteratorResult<string, void>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (first.done !== true) yield first.value
  yield* rest
}
