import type { ApiClient } from '@bollard/api-client'
import type { PublicReport } from '@bollard/contracts'
import { createPageStore, type PageStore } from './page-store.server.ts'
import { type Asker, orNull, publicApi, slugOf, storeTimes } from './status-pages.server.ts'

export type History = Awaited<ReturnType<ApiClient['readStatusHistory']>>

const bytesMax = 16 * 1024 ** 2
const months = createPageStore<History>({ ...storeTimes, freshMs: 10_000, bytesMax })
const reports = createPageStore<PublicReport>({ ...storeTimes, freshMs: 10_000, bytesMax })

/**
 * Reports and maintenance of a month, such as `2026-11`. `isShared`: whether everybody may see the page. Null where
 * there is none.
 */
export function findMonth(asker: Asker, month: string, isShared: boolean): Promise<History | null> {
  return find(months, asker, month, isShared, (api, page) => api.readStatusHistory({ ...page, month }))
}

/** One report; null where the page has none of this id. */
export function findReport(asker: Asker, reportId: string, isShared: boolean): Promise<PublicReport | null> {
  return find(reports, asker, reportId, isShared, (api, page) => api.readStatusReport({ ...page, reportId }))
}

async function find<Answer>(
  store: PageStore<Answer>,
  asker: Asker,
  name: string,
  isShared: boolean,
  call: (api: ApiClient, page: { slug: string; pass?: string }) => Promise<Answer>,
): Promise<Answer | null> {
  const { scope, pass } = asker
  const slug = await slugOf(asker)
  if (slug === null) return null
  const shared = `${slug} ${name}`
  const keys = { shared, own: isShared ? shared : `${shared} ${scope.clientIp} ${pass ?? ''}` }
  const page = { slug, ...(pass === null ? {} : { pass }) }
  const copy = await store.find(keys, () => orNull(call(publicApi(scope), page), (answer) => ({ answer, isShared })))
  return copy?.answer ?? null
}
