import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { chosenEncoding } from '@bollard/site-kit/server'

type Encoding = 'br' | 'gzip'

interface Rendered {
  readonly plain: Buffer
  readonly headers: Headers
  readonly etag: string
  /** Filled when first asked for. */
  readonly encoded: Map<Encoding, Promise<Buffer>>
}
export interface RenderedPages {
  /** Null where no such page is kept. */
  find(key: string, request: Request): Promise<Response> | null
  /** Keeps what was rendered, and answers it. */
  keep(key: string, request: Request, response: Response): Promise<Response>
  /** The same for a page that must not be kept, so that it is confirmed to visitors who have it. */
  confirm(request: Request, response: Response): Promise<Response>
}

const compress = {
  br: (plain: Buffer) =>
    promisify(brotliCompress)(plain, {
      params: {
        // A step more saves a tenth of the bytes, and takes twice the time.
        [constants.BROTLI_PARAM_QUALITY]: 4,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    }),
  gzip: (plain: Buffer) => promisify(gzip)(plain),
} satisfies Record<Encoding, (plain: Buffer) => Promise<Buffer>>

/** Answers as they were sent, at most `bytesMax` of them uncompressed; those that were asked for last stay. */
export function createRenderedPages(bytesMax: number): RenderedPages {
  const kept = new Map<string, Rendered>()
  let bytes = 0

  function remove(key: string): void {
    bytes -= sizeOf(kept.get(key))
    kept.delete(key)
  }
  return {
    find(key, request) {
      const page = kept.get(key)
      if (page === undefined) return null
      kept.delete(key)
      kept.set(key, page)
      return answerWith(page, request)
    },
    async keep(key, request, response) {
      const page = await read(response)
      remove(key)
      kept.set(key, page)
      bytes += sizeOf(page)
      for (const [oldest] of kept) {
        if (bytes <= bytesMax) break
        remove(oldest)
      }
      return answerWith(page, request)
    },
    confirm: async (request, response) => answerWith(await read(response), request),
  }
}

/** Twice the text: compressed forms come beside it, and they are smaller. */
const sizeOf = (page: Rendered | undefined): number => (page === undefined ? 0 : page.plain.length * 2)

async function read(response: Response): Promise<Rendered> {
  const plain = Buffer.from(await response.arrayBuffer())
  const headers = new Headers(response.headers)
  headers.delete('x-request-id')
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { plain, headers, etag, encoded: new Map() }
}

async function answerWith(page: Rendered, request: Request): Promise<Response> {
  const headers = new Headers(page.headers)
  headers.set('etag', page.etag)
  headers.append('vary', 'accept-encoding')
  if (knows(request, page.etag)) return new Response(null, { status: 304, headers })
  if (request.method === 'HEAD') return new Response(null, { headers })
  const accepted = request.headers.get('accept-encoding') ?? undefined
  const encoding = chosenEncoding(accepted, headers.get('content-type'))
  if (encoding === null) return new Response(new Uint8Array(page.plain), { headers })
  const known = page.encoded.get(encoding) ?? compress[encoding](page.plain)
  page.encoded.set(encoding, known)
  headers.set('content-encoding', encoding)
  return new Response(new Uint8Array(await known), { headers })
}

/** Weak comparison, since a proxy may have compressed the page anew. */
function knows(request: Request, etag: string): boolean {
  const known = request.headers.get('if-none-match')
  return known !== null && known.split(',').some((one) => one.trim() === '*' || one.trim() === etag)
}
