import type { drawSocialImage } from './draw-social-image.ts'
import { pageOfSocialImage } from './social-image-address.ts'

interface SocialImageOptions {
  /** The page of a path, as somebody sees it who isn't signed in. */
  readonly readPage: (path: string) => Promise<Response>
  readonly draw?: typeof drawSocialImage
  /** Told of each picture that could not be drawn. */
  readonly onFault: (error: unknown) => void
  /** How much is kept, and how many pictures may wait to be drawn. */
  readonly bytesMax?: number
  readonly waitingMax?: number
}

export interface SocialImages {
  /** The answer to a request for a picture; null for the path of anything else. */
  answer(pathname: string): Promise<Response> | null
}

/**
 * Pictures of pages, each drawn when somebody first asks for it, one at a time, and then kept. A page names its picture itself: what no
 * page names is a 404, so nobody can have anything drawn that isn't there, and an address of before leads to the one of now.
 */
export function createSocialImages({
  readPage,
  draw = drawLater,
  onFault,
  bytesMax = 32 * 1024 ** 2,
  waitingMax = 32,
}: SocialImageOptions): SocialImages {
  /** By address, those used last at the end. */
  const kept = new Map<string, Buffer>()
  const underWay = new Map<string, Promise<Buffer>>()
  let bytes = 0
  let lastDrawn: Promise<unknown> = Promise.resolve()

  async function answer(address: string, page: string): Promise<Response> {
    const known = kept.get(address) ?? underWay.get(address)
    if (known !== undefined) return send(address, await known)
    if (underWay.size >= waitingMax) return refuse(503, { 'retry-after': '5' })
    const head = await headOf(await readPage(page))
    if (head === null) return refuse(404)
    if (head.address !== address) return new Response(null, { status: 302, headers: { location: head.address } })
    return send(address, await (underWay.get(address) ?? drawInTurn(address, head)))
  }

  function drawInTurn(address: string, { title, section }: PageFacts): Promise<Buffer> {
    const drawn = lastDrawn.then(() => draw({ title, section }))
    lastDrawn = drawn.catch(() => null)
    underWay.set(address, drawn)
    return drawn.finally(() => underWay.delete(address))
  }

  function send(address: string, png: Buffer): Response {
    if (kept.delete(address)) bytes -= png.length
    kept.set(address, png)
    bytes += png.length
    for (const [oldest, { length }] of kept) {
      if (bytes <= bytesMax) break
      kept.delete(oldest)
      bytes -= length
    }
    return new Response(new Uint8Array(png), {
      headers: {
        'content-type': 'image/png',
        'content-length': String(png.length),
        'cache-control': 'public, max-age=31536000, immutable',
      },
    })
  }

  return {
    answer(pathname) {
      const page = pageOfSocialImage(pathname)
      if (page === null) return null
      return answer(pathname, page).catch((error: unknown) => {
        onFault(error)
        return refuse(500)
      })
    },
  }
}

const refusals = {
  404: 'No page has this picture.\n',
  500: 'This picture could not be drawn.\n',
  503: 'Too many pictures wait to be drawn.\n',
} as const

function refuse(status: keyof typeof refusals, headers: Record<string, string> = {}): Response {
  return new Response(refusals[status], {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
  })
}

interface PageFacts {
  readonly address: string
  readonly title: string
  readonly section: string | null
}

/** What the head of a page says about its picture; null for what is no page, or a page without one. */
async function headOf(response: Response): Promise<PageFacts | null> {
  if (response.status !== 200 || !response.headers.get('content-type')?.startsWith('text/html')) {
    await response.body?.cancel()
    return null
  }
  const html = await response.text()
  const said = (property: string) => {
    const [, text] = new RegExp(`<meta property="${property}" content="([^"]*)"`, 'u').exec(html) ?? []
    return text === undefined ? null : unescapeHtml(text)
  }
  const [image, title] = [said('og:image'), said('og:image:alt')]
  if (image === null || title === null || !URL.canParse(image)) return null
  return { address: new URL(image).pathname, title, section: said('article:section') }
}

/** As React escapes text in attributes. */
function unescapeHtml(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
}

/** What draws is loaded when somebody first asks for a picture. */
const drawLater: typeof drawSocialImage = async (image) =>
  (await import('./draw-social-image.ts')).drawSocialImage(image)
