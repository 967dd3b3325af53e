import { createHash } from 'node:crypto'
import type { PublicContent, PublicPage } from '@bollard/contracts'
import { notFound, scopeOf, type RequestScope } from '@bollard/site-kit/server'
import { redirect, type RouterContextProvider } from 'react-router'
import type { Copy } from './page-store.server.ts'
import { type Asker, findPage } from './status-pages.server.ts'
import { showColours } from '../answer/answer-headers.server.ts'
import { orAway } from '../answer/or-away.server.ts'
import { passOf } from '../answer/pass-cookie.server.ts'
import { type Place, placeOf } from '../answer/address.ts'
import { languageOf } from '../answer/language-of.server.ts'

export interface LoaderArgs {
  readonly request: Request
  readonly context: Readonly<RouterContextProvider>
  readonly params: { readonly page?: string | undefined }
}
export interface LoadedPage extends Place {
  readonly page: PublicPage
  /** When what is shown was so (ISO 8601), where that is too long ago to keep quiet about. */
  readonly staleSince: string | null
  readonly asker: Asker & { readonly scope: RequestScope }
  /** For `cache-control`. */
  readonly mayBeKept: boolean
}

/**
 * The page that a request is for, also while it is locked, in the language that it is shown in. Throws that there is
 * none, or that the service is away.
 */
export async function loadFace({ request, context, params }: LoaderArgs): Promise<LoadedPage> {
  const scope = scopeOf(context, request)
  const address = params.page ?? ''
  const asker = { scope, address, pass: passOf(request, address) }
  // For what is said where there is no page.
  scope.language = languageOf(request)
  const copy = await orAway(scope, findPage(asker))
  if (copy === null) return notFound({ request, context })
  const { answer: page } = copy
  scope.language = languageOf(request, page.languages)
  showColours(context, page)
  return {
    page,
    ...placeOf(address, scope),
    staleSince: staleSince(copy),
    asker,
    mayBeKept: copy.isShared && page.content !== null,
  }
}

/** The same for what is behind the password: a visitor who has not given it is sent to the form. */
export async function loadStatusPage(
  args: LoaderArgs,
): Promise<LoadedPage & { readonly page: PublicPage & { readonly content: PublicContent } }> {
  const loaded = await loadFace(args)
  const { page, here } = loaded
  if (page.content === null)
    throw redirect(`${here}/unlock${new URL(args.request.url).search}`, { headers: { 'cache-control': 'no-store' } })
  return { ...loaded, page: { ...page, content: page.content } }
}

/**
 * How long browsers and caches before us may keep an answer: as long as we do ourselves, or not at all where it is
 * not for everybody.
 */
export const keepingHeaders = ({ mayBeKept }: Pick<LoadedPage, 'mayBeKept'>): Record<string, string> => ({
  'cache-control': mayBeKept ? 'public, max-age=10, stale-if-error=600' : 'private, no-cache',
  vary: 'accept-language, cookie',
})

const staleSince = ({ isStale, answer }: Copy<PublicPage>): string | null => (isStale ? answer.at : null)

/** Where the picture of a page is; another picture has another address. Null without one. */
export function logoOf({ logo }: Pick<PublicPage, 'logo'>, here: string): string | null {
  if (logo === null) return null
  return `${here}/logo?${createHash('sha256').update(logo).digest('base64url').slice(0, 12)}`
}
