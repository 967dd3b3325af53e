import type { IncomingMessage } from 'node:http'
import type { Readable, Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'
import type { ProbeRun } from '../connection/probe-run.ts'
import { CheckFault, faultOf } from '../faults.ts'

export interface Body {
  /** What came, decoded, up to 1 MiB. */
  readonly bytes: Buffer
  /** Whether there was more. */
  readonly isCut: boolean
}

/** Of a body, and of what it is decoded to: a small one may be decoded to a thousand times its size. */
const bodyBytesMax = 1_048_576
/** Of a body as it comes. Hardly anything gets longer by being packed. */
const packedBytesMax = 2 * bodyBytesMax

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
}

/** Reads the body of an answer; what goes beyond the bound is cut off, and the connection with it. Throws a CheckFault. */
export function readBody(run: ProbeRun, response: IncomingMessage): Promise<Body> {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  const create = decoders[encoding]
  // Encodings of encodings are not undone: nobody who means well sends them, and each multiplies the work.
  if (create === undefined) return collect(response, response)
  const decoder = run.hold(create())
  response.on('error', (error) => decoder.destroy(error))
  // Nothing says that it ends: a body may be decoded to nothing at all.
  let raw = 0
  response.on('data', (chunk: Buffer) => {
    raw += chunk.length
    if (raw > packedBytesMax) decoder.destroy(new CheckFault('body-invalid', 'too much of it is decoded to nothing'))
  })
  return collect(response.pipe(decoder), response)
}

function collect(source: Readable, response: IncomingMessage): Promise<Body> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const end = (isCut: boolean) => {
      resolve({ bytes: Buffer.concat(chunks), isCut })
      if (isCut) {
        source.destroy()
        response.destroy()
      }
    }
    source.on('data', (chunk: Buffer) => {
      const room = bodyBytesMax - bytes
      bytes += chunk.length
      chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk)
      if (bytes > bodyBytesMax) end(true)
    })
    source.on('end', () => end(false))
    source.on('error', (error) => reject(bodyFault(error)))
    source.on('close', () => reject(new CheckFault('connection-reset', 'the answer ended early')))
  })
}

function bodyFault(error: Error): CheckFault {
  const code = 'code' in error ? String(error.code) : ''
  return /^(?:Z_|ERR_ZLIB|ERR__ERROR|ERR_BROTLI|ZSTD_|ERR_ZSTD|ERR_PADDING)/u.test(code)
    ? new CheckFault('body-invalid', error.message)
    : faultOf(error)
}
