import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Sends a ZIP file while it is being made. Whoever reads slowly slows its making down; what fails on the way breaks the answer off. */
export function sendExport(reply: FastifyReply, content: AsyncIterable<Buffer>, name: string): void {
  void reply.headers({
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="bollard-${name}.zip"`,
    'cache-control': 'private, no-store',
  })
  void reply.send(Readable.from(content, { objectMode: false }))
}
