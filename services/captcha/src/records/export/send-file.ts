import { Readable } from 'node:stream'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readPart, type StoredExport } from './exports.ts'
import { type FileFormat, fileFormats } from './file-format.ts'
import { gzipFile, gzipFrameBytes, unpackPart } from './gzip-parts.ts'

/** The files that are on their way. */
export type OpenFiles = Set<Readable>

/** Sends a finished export as an attachment: as it is stored to those who accept gzip, else unpacked on the way. */
export function sendExport(
  db: Queries,
  job: StoredExport,
  { open, now }: { readonly open: OpenFiles; readonly now: number },
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  // Upkeep notes it up to an hour later.
  if (job.status === 'EXPIRED' || job.expiresAt.getTime() <= now) throw new ProblemError('export-expired')
  if (job.status !== 'DONE') throw new ProblemError('export-not-ready')
  const asGzip = acceptsGzip(request.headers['accept-encoding'])
  void reply
    .header('vary', 'accept-encoding')
    .header('content-length', asGzip ? job.compressedBytes + gzipFrameBytes : job.bytes)
  if (asGzip) void reply.header('content-encoding', 'gzip')
  const parts = partsOf(db, job)
  sendFile(
    asGzip ? gzipFile(parts, job) : unpacked(parts),
    { format: fileFormats[job.format], at: job.createdAt, open },
    request,
    reply,
  )
}

/** Sends a file as an attachment while it is being made. Whoever reads slowly slows its making down. */
export function sendFile(
  content: AsyncIterable<Buffer | string>,
  { format, at, open }: { format: FileFormat; at: Date; open: OpenFiles },
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  void reply.headers({
    'content-type': format.contentType,
    'content-disposition': `attachment; filename="bollard-verifications-${at.toISOString().slice(0, 10)}.${format.extension}"`,
  })
  const file = Readable.from(request.method === 'HEAD' ? [] : content, { objectMode: false })
  open.add(file)
  file.once('close', () => open.delete(file))
  void reply.send(file)
}

/** Breaks off what is on its way, so that a server that closes need not wait for slow readers. */
export function closeFiles(open: OpenFiles): void {
  for (const file of open) file.destroy(new Error('The service ends'))
}

async function* partsOf(db: Queries, { id, parts }: StoredExport): AsyncGenerator<Buffer> {
  for (let number = 0; number < parts; number += 1) {
    const part = await readPart(db, id, number)
    // Deleted meanwhile: a reader notices a file that breaks off, but not one that is too short.
    if (part === undefined) throw new Error(`part ${number} of the export is gone`)
    yield part
  }
}

async function* unpacked(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const part of parts) yield await unpackPart(part)
}

function acceptsGzip(header: string | string[] | undefined): boolean {
  return String(header ?? '')
    .split(',')
    .some((one) => /^\s*(?:gzip|x-gzip|\*)\s*(?:;|$)/iu.test(one) && !/;\s*q=0(?:\.0*)?\s*$/iu.test(one))
}
