import { preferredLanguage, type RequestScope } from '@bollard/site-kit/server'
import { passOf } from '../answer/pass-cookie.server.ts'
import { createRenderedPages } from './rendered-pages.server.ts'
import { peekPage } from './status-pages.server.ts'

const rendered = createRenderedPages(64 * 1024 ** 2)
/** What of a query changes a page; with anything else it is made anew. */
const known = /^(?:\?(?:lang=[a-z]{2}|month=\d{4}-\d{2}))?$/u

/**
 * Answers what was rendered of the same version of a page before, and keeps what is rendered now. Only answers that
 * say that everybody may
 * have them are kept. All of these have an ETag.
 */
export async function answerKept(
  request: Request,
  scope: RequestScope,
  render: () => Promise<Response>,
): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return render()
  const { pathname, search } = new URL(request.url)
  const address = pathname.split('/')[1] ?? ''
  const asker = { scope, address, pass: passOf(request, address) }
  const keyNow = () => {
    const copy = known.test(search) ? peekPage(asker) : null
    if (copy === null) return null
    const language = preferredLanguage(request.headers.get('accept-language'))
    return [
      scope.foreignHost ?? '',
      pathname,
      search,
      language,
      copy.answer.version,
      copy.isStale ? copy.askedAt : '',
    ].join(' ')
  }
  const before = keyNow()
  const page = before === null ? null : rendered.find(before, request)
  if (page !== null) return page
  const response = await render()
  const isPublic = response.headers.get('cache-control')?.startsWith('public') ?? false
  // React Router answers HEAD without the page, which then cannot be confirmed.
  if (response.status !== 200 || response.body === null) return response
  const key = isPublic && request.method === 'GET' ? keyNow() : null
  return key === null ? rendered.confirm(request, response) : rendered.keep(key, request, response)
}
