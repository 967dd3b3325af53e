import { cookieValue } from '../site/cookie-value.ts'
import { keptHeader } from '../site/kept-header.ts'
import { staticFile, type StaticFile } from './static-files.ts'

/** What decides which page somebody gets, beside its address. */
export interface Asking {
  /** Path and query, as asked for. */
  readonly address: string
  readonly cookie: string | null
  /** Global Privacy Control. */
  readonly gpc: string | null
  /** Do Not Track. */
  readonly dnt: string | null
}
export interface KeptPages {
  /** Null where no such page is kept. */
  find(asking: Asking): StaticFile | null
  /** Keeps an answer that says it may be; answers what is to be sent. */
  keep(asking: Asking, response: Response): Promise<Response>
}

/**
 * Pages that are the same for everybody who has answered alike about cookies, as they were sent, at most `bytesMax` of them (uncompressed):
 * those that were asked for last. Rendering one takes as long as sending two hundred.
 */
export function createKeptPages(bytesMax = 64 * 1024 ** 2): KeptPages {
  const kept = new Map<string, StaticFile>()
  let bytes = 0
  return {
    find(asking) {
      const key = keyOf(asking)
      const page = key === null ? undefined : kept.get(key)
      if (key === null || page === undefined) return null
      // The last to be asked for stands at the end.
      kept.delete(key)
      kept.set(key, page)
      return page
    },
    async keep(asking, response) {
      if (!response.headers.has(keptHeader)) return response
      const { [keptHeader]: _told, 'x-request-id': _own, ...headers } = Object.fromEntries(response.headers)
      response.headers.delete(keptHeader)
      const key = keyOf(asking)
      if (key === null || response.body === null) return response
      const plain = Buffer.from(await response.arrayBuffer())
      const page = { ...staticFile(plain, headers['content-type'] ?? '', headers['cache-control'] ?? ''), headers }
      bytes += plain.length - (kept.get(key)?.plain.length ?? 0)
      kept.delete(key)
      kept.set(key, page)
      for (const [oldest, { plain: old }] of kept) {
        if (bytes <= bytesMax) break
        kept.delete(oldest)
        bytes -= old.length
      }
      return new Response(new Uint8Array(plain), { status: response.status, headers: response.headers })
    },
  }
}

/** Null for an address that is nobody's own spelling of a page. */
function keyOf({ address, cookie, gpc, dnt }: Asking): string | null {
  if (!/^\/[\w./-]*[\w-]$/u.test(address)) return null
  const answer = cookieValue(cookie, 'cookie_consent')
  const asked = [gpc === '1' ? 'gpc' : '', dnt === '1' ? 'dnt' : '']
  return [address, answer === 'accepted' || answer === 'rejected' ? answer : '', ...asked].join(' ')
}
