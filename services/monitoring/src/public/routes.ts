import { monitoringRoutes } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import { type GuardedScope, limitedIp, mountRoute, ProblemError } from '@bollard/http'
import type { FastifyRequest } from 'fastify'
import type { MonitoringContext } from '../monitoring-context.ts'
import type { BuiltPage } from './build-page.ts'
import { findSlugOfHost } from './find-page.ts'
import { readHistory } from './history.ts'
import type { PageStore } from './page-store.ts'
import { isAdmitted, issuePass } from './pass.ts'
import { findReport } from './public-reports.ts'

export interface PublicContext extends Pick<MonitoringContext, 'now' | 'box' | 'limiter'> {
  /** Of nobody: visitors have no solution. */
  readonly db: Database
  readonly pages: PageStore
  readonly clientIp: (request: FastifyRequest) => string
}

/** What visitors of status pages call, without an account. */
export function mountPublicPages(app: GuardedScope, context: PublicContext): void {
  const { db, now, box, limiter, pages, clientIp } = context
  const limited = { onRequest: limiter.hook('statusPages', (request) => limitedIp(clientIp(request))) }
  const readFor = async (slug: string, pass: string | undefined, request: FastifyRequest) => {
    const built = await pages.read(slug)
    return { built, isOpen: isAdmitted(box, built.page, { ip: clientIp(request), pass }, now().getTime()) }
  }
  const readOpen = async (slug: string, pass: string | undefined, request: FastifyRequest): Promise<BuiltPage> => {
    const { built, isOpen } = await readFor(slug, pass, request)
    if (!isOpen) throw new ProblemError('password-required')
    return built
  }
  mountRoute(
    app,
    monitoringRoutes.findStatusPage,
    async ({ query }) => {
      const slug = await findSlugOfHost(db, query.host.toLowerCase())
      if (slug === null) throw new ProblemError('not-found')
      return { slug }
    },
    limited,
  )
  mountRoute(
    app,
    monitoringRoutes.readStatusPage,
    async ({ params, query, request, reply }) => {
      const { built, isOpen } = await readFor(params.slug, query.pass, request)
      const { etag, body } = isOpen ? built.open : built.locked
      reply.headers({ etag, 'cache-control': 'private, no-cache' })
      // The text was made when the page was built, and a test holds it to the contract.
      if (request.headers['if-none-match'] === etag) await reply.code(304).send()
      else await reply.type('application/json; charset=utf-8').send(body)
      return undefined as never
    },
    limited,
  )
  mountRoute(
    app,
    monitoringRoutes.readStatusHistory,
    async ({ params, query, request }) =>
      readHistory(db, await readOpen(params.slug, query.pass, request), query.month),
    limited,
  )
  mountRoute(
    app,
    monitoringRoutes.readStatusReport,
    async ({ params, query, request }) => {
      const { page } = await readOpen(params.slug, query.pass, request)
      const report = await findReport(db, page.id, params.reportId)
      if (report === null) throw new ProblemError('not-found')
      return report
    },
    limited,
  )
  mountRoute(app, monitoringRoutes.openStatusPage, async ({ params, body, request }) => {
    await limiter.take('statusPasswords', limitedIp(clientIp(request)))
    const { built } = await readFor(params.slug, undefined, request)
    return issuePass(box, built.page, body.password, now().getTime())
  })
}
