import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

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

/**
 * Serves `/widget.js` and `/widget/…` to any page of any origin. The folder is read once, so no address
 * can leave it, and each file is compressed once.
 */
export function serveWidget(app: FastifyInstance, directory: string): void {
  const files = readFiles(directory)
  app.get('/widget.js', (request, reply) => sendFile(files.get('widget.js'), request, reply))
  app.get<{ Params: { '*': string } }>('/widget/*', (request, reply) =>
    sendFile(files.get(`widget/${request.params['*']}`), request, reply),
  )
}

/** Sends a file to a page of any origin; without one the address is not found. */
export async function sendFile(
  file: WidgetFile | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
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
    'cache-control': file.cacheControl,
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
    files.set(relative(directory, path).split(sep).join('/'), readWidgetFile(path, entry.name, type))
  }
  return files
}

function readWidgetFile(path: string, name: string, type: string): WidgetFile {
  const identity = readFileSync(path)
  const hashed = /[.-][\w-]{8,}\.\w+$/u.test(name)
  return {
    type,
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    // A name with a hash never changes its content. The others are asked about again after a while, so that repairs reach pages the same day.
    cacheControl: hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=600, stale-while-revalidate=86400',
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
