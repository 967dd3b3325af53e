import type { PublicContent, PublicPage } from '@bollard/contracts'
import { publicOrigin, textsFor } from '@bollard/site-kit/server'
import { keepingHeaders, type LoaderArgs, loadStatusPage } from '../kept/load-status-page.server.ts'
import { homeOf } from '../answer/address.ts'

/** What every feed needs: the page, its addresses, and the words of its language. */
export async function loadFeed(args: LoaderArgs) {
  const loaded = await loadStatusPage(args)
  const { scope } = loaded.asker
  const origin = publicOrigin(scope.site)
  return {
    page: loaded.page,
    at: (path: string) => `${origin}${loaded.base}${path}`,
    home: `${origin}${homeOf(loaded.base)}`,
    language: scope.language,
    t: textsFor('status', scope.language).t,
    answer: (text: string, type: string) =>
      new Response(text, {
        headers: {
          'content-type': `${type}; charset=utf-8`,
          ...keepingHeaders(loaded),
          // Badges and figures stand in pages of others; what is behind a password does not.
          ...(loaded.mayBeKept
            ? { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }
            : {}),
        },
      }),
  }
}
export type Feed = Awaited<ReturnType<typeof loadFeed>>

/** One entry for each update of a report on the page, the newest first. */
export function entriesOf({ page, at, t }: Feed) {
  return page.content.reports
    .flatMap((report) =>
      report.updates.map((update) => ({
        // No two updates of a report are of the same moment, which a correction leaves as it is.
        id: `${at(`/reports/${report.id}`)}#${update.at}`,
        address: at(`/reports/${report.id}`),
        title: `${t(($) => $.report.stages[update.stage])}: ${report.title}`,
        publishedAt: update.at,
        updatedAt: update.correctedAt ?? update.at,
        text: update.text,
      })),
    )
    .toSorted((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1))
}

/** When a feed last changed: with its newest entry, or the last correction. ISO 8601. */
export const changedAt = (entries: readonly { readonly updatedAt: string }[], page: Pick<PublicPage, 'at'>): string =>
  entries
    .map(({ updatedAt }) => updatedAt)
    .toSorted()
    .at(-1) ?? `${page.at.slice(0, 7)}-01T00:00:00Z`

/** Names of components by their ids, as a line. */
export const componentsLine = ({ groups }: PublicContent, ids: readonly string[]): string =>
  groups
    .flatMap(({ components }) => components)
    .filter(({ id }) => ids.includes(id))
    .map(({ name }) => name)
    .join(', ')
