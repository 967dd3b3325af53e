import { createServer, type IncomingMessage } from 'node:http'
import { portOf } from './detour.ts'

type Libraries = Readonly<Record<string, (token: string, secret: string) => Promise<unknown>>>

/**
 * Takes a token under `/{library}` and answers with what the library makes of it, with `secretKey` or the one of the address. Tells the
 * process that has forked this one its port.
 */
export function serveLibraries(secretKey: string, libraries: Libraries): void {
  const server = createServer((request, response) => {
    void (async () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
      const answer = await libraries[pathname.slice(1)]?.(
        await bodyOf(request),
        searchParams.get('secret') ?? secretKey,
      ).catch((error: unknown) => ({
        threw: String(error),
      }))
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(answer ?? { threw: `${pathname} is no library` }))
    })()
  })
  server.listen(0, '127.0.0.1', () => process.send?.(portOf(server)))
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const part of request) body += String(part)
  return body
}
