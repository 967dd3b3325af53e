import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { unpack } from './widget-release.ts'

export interface WidgetFile {
  readonly type: string
  readonly etag: string
  readonly cacheControl: string
  /** Of documents. */
  readonly policy: string | undefined
  /** Compressed when it is first asked for. */
  body(encoding: 'br' | 'gzip' | 'identity'): Buffer | Promise<Buffer>
}

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
}

/** Documents of the widget run only their own scripts and what lies beside them, and ask only us; WebAssembly is what the solver needs. */
function documentPolicy(document: string): string {
  const own = [...document.matchAll(/<script>(.*?)<\/script>/gsu)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  const scripts = ["'self'", ...own, "'wasm-unsafe-eval'"].join(' ')
  return `default-src 'none'; script-src ${scripts}; worker-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *`
}

/** Where the files of other releases are found, which this installation has served before or begins to. */
export interface OtherReleases {
  /** Name of the release in the folder, for example `0.1.0-1a2b3c4d`. */
  readonly own: string
  /** The packed files of another release; null where it was never served here. */
  readonly filesOf: (release: string) => Promise<Buffer | null>
  /** Milliseconds that only grow; default: those of this process. */
  readonly elapsed?: () => number
}

const named = /^\d+\.\d+\.\d+[\w.-]{0,40}-[0-9a-f]{8}$/u
const forever = 'public, max-age=31536000, immutable'
const forNow = 'public, max-age=600, stale-while-revalidate=86400'

/**
 * Serves `/widget.js` and `/widget/…` to any page of any origin. The folder is read once, so no address
 * can leave it, and each file is compressed once.
 *
 * `/widget/0.1.0-1a2b3c4d/widget.js` is the script of one release, always the same, and `?0.1.0-1a2b3c4d` behind the address of a file asks for
 * that of this release. Where nobody has the release any more, the file of the present one is better than none.
 */
export function serveWidget(app: FastifyInstance, directory: string, others?: OtherReleases): void {
  const files = readFiles(directory)
  const filesOf = others && rememberReleases(others)
  const send = async (request: FastifyRequest, reply: FastifyReply, path: string, release: string | undefined) => {
    if (release === undefined || !named.test(release)) return sendFile(files.get(path), request, reply)
    if (release === others?.own) return sendFile(files.get(path), request, reply, forever)
    // While the database is away the file of the present release has to do.
    const theirs = (await filesOf?.(release).catch(() => null))?.get(path)
    return theirs ? sendFile(theirs, request, reply, forever) : sendFile(files.get(path), request, reply, forNow)
  }
  app.get('/widget.js', (request, reply) => send(request, reply, 'widget.js', queryOf(request)))
  app.get<{ Params: { '*': string } }>('/widget/*', (request, reply) => {
    const path = request.params['*']
    const [release = '', ...rest] = path.split('/')
    if (!named.test(release)) return send(request, reply, `widget/${path}`, queryOf(request))
    const file = rest.join('/')
    return send(request, reply, file === 'widget.js' ? file : `widget/${file}`, release)
  })
}

function queryOf({ url }: FastifyRequest): string | undefined {
  const at = url.indexOf('?')
  return at < 0 ? undefined : url.slice(at + 1)
}

/** So many other releases are in memory, each with a megabyte at most. */
const releasesMax = 8
/** As often the service hears that a release is still asked for. */
const heardMs = 3_600_000

type Files = ReadonlyMap<string, WidgetFile>

/** The files of other releases, unpacked when they are first asked for. A release that is not there costs no memory and drives none out. */
function rememberReleases({ filesOf, elapsed = () => performance.now() }: OtherReleases) {
  const known = new Map<string, { readonly files: Files; readonly at: number }>()
  const loading = new Map<string, Promise<Files | null>>()
  return (release: string): Promise<Files | null> => {
    const kept = known.get(release)
    if (kept && elapsed() - kept.at < heardMs) return Promise.resolve(kept.files)
    const underWay = loading.get(release)
    if (underWay) return underWay
    const begun = load(release).finally(() => loading.delete(release))
    loading.set(release, begun)
    return begun.then((files) => {
      const [oldest] = known.keys()
      known.delete(release)
      if (files && known.size >= releasesMax && oldest !== undefined) known.delete(oldest)
      if (files) known.set(release, { files, at: elapsed() })
      return files
    })
  }

  async function load(release: string): Promise<Files | null> {
    const packed = await filesOf(release)
    if (packed === null) return null
    return new Map(
      [...(await unpack(packed))].flatMap(([path, content]): [string, WidgetFile][] => {
        const type = types[extname(path)]
        return type ? [[path, widgetFile(content, path, type)]] : []
      }),
    )
  }
}

/** Sends a file to a page of any origin; without one the address is not found. */
export async function sendFile(
  file: WidgetFile | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
  cacheControl = file?.cacheControl,
): Promise<FastifyReply> {
  if (!file) {
    reply.callNotFound()
    return reply
  }
  void reply.headers({
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    // Pages that are cut off from other origins show only frames that are so too, and such frames start only such workers.
    'cross-origin-embedder-policy': 'require-corp',
    'x-content-type-options': 'nosniff',
    'cache-control': cacheControl,
    etag: file.etag,
    vary: 'accept-encoding',
  })
  if (file.policy !== undefined)
    void reply.headers({ 'content-security-policy': file.policy, 'x-robots-tag': 'noindex' })
  if (request.headers['if-none-match']?.includes(file.etag)) return reply.code(304).send()
  const encoding = encodingFor(request.headers['accept-encoding'] ?? '')
  if (encoding !== 'identity') void reply.header('content-encoding', encoding)
  return reply.type(file.type).send(await file.body(encoding))
}

function encodingFor(accepted: string): 'br' | 'gzip' | 'identity' {
  if (/\bbr\b/u.test(accepted)) return 'br'
  return /\bgzip\b/u.test(accepted) ? 'gzip' : 'identity'
}

/** All files of a folder that a page may load, by their paths in it. */
export function readFiles(directory: string): Map<string, WidgetFile> {
  if (!existsSync(directory)) throw new Error('The widget is not built; "npm start" builds it.')
  const files = new Map<string, WidgetFile>()
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const type = types[extname(entry.name)]
    if (!entry.isFile() || !type) continue
    const path = join(entry.parentPath, entry.name)
    files.set(relative(directory, path).split(sep).join('/'), widgetFile(readFileSync(path), entry.name, type))
  }
  return files
}

function widgetFile(identity: Buffer, name: string, type: string): WidgetFile {
  const hashed = /[.-][\w-]{8,}\.\w+$/u.test(name)
  return {
    type,
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    // A name with a hash never changes its content. The others are asked about again after a while, so that repairs reach pages the same day.
    cacheControl: hashed ? forever : forNow,
    policy: type.startsWith('text/html') ? documentPolicy(identity.toString('utf8')) : undefined,
    body: bodiesOf(identity),
  }
}

/** All of them are compressed as well as can be, which takes a third of a second: nobody waits for it at the start, and no other request while it is done. */
function bodiesOf(identity: Buffer): WidgetFile['body'] {
  const made = new Map<string, Promise<Buffer>>()
  const compress = {
    gzip: () => promisify(gzip)(identity, { level: 9 }),
    br: () =>
      promisify(brotliCompress)(identity, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
      }),
  }
  return (encoding) => {
    if (encoding === 'identity') return identity
    const body = made.get(encoding) ?? compress[encoding]()
    made.set(encoding, body)
    return body
  }
}
