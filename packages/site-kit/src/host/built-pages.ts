import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { textDocuments } from '@bollard/i18n/load'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { createRequestHandler, RouterContextProvider, ServerBuild } from 'react-router'
import type { HostFacts, SiteName } from '../site/site.ts'
import { createKeptPages } from './kept-pages.ts'
import { prefixLanguage } from './prefix-language.ts'
import { answerWithFile, openStaticFiles } from './static-files.ts'

/** Where the pages and files of a site come from. */
export interface PageSource {
  answer(request: Request, facts: HostFacts): Promise<Response>
  /** False where no file has this address. */
  answerWithFile(request: FastifyRequest, reply: FastifyReply): Promise<boolean>
  close?(): Promise<void>
}

/** What every site's entry.server.tsx exports beside React Router's own. */
interface SiteEntry {
  createLoadContext: (facts: HostFacts) => RouterContextProvider
  createRequestHandler: typeof createRequestHandler
}
type Handler = (request: Request, facts: HostFacts) => Promise<Response>

/** Pages and files of a folder that `react-router build` wrote, read once. */
export async function openBuiltPages(name: SiteName, directory: string): Promise<PageSource> {
  const build = (await import(pathToFileURL(join(directory, 'server/index.js')).href)) as ServerBuild
  const answer = handlerOf(build, 'production', directory)
  const files = openStaticFiles(join(directory, 'client'), textDocuments(name))
  const kept = createKeptPages()
  return {
    async answer(request, facts) {
      const { pathname, search } = new URL(request.url)
      const { headers } = request
      const asking = {
        address: pathname + search,
        cookie: headers.get('cookie'),
        gpc: headers.get('sec-gpc'),
        dnt: headers.get('dnt'),
      }
      const response = await answer(request, facts)
      return request.method === 'GET' ? kept.keep(asking, response) : response
    },
    async answerWithFile(request, reply) {
      const address = request.raw.url ?? '/'
      const file = files.find(address.split('?', 1)[0] ?? '/')
      const { cookie = null } = request.headers
      const said = (name: string) => (typeof request.headers[name] === 'string' ? request.headers[name] : null)
      const page = file ?? kept.find({ address, cookie, gpc: said('sec-gpc'), dnt: said('dnt') })
      if (file === null && page !== null) void reply.header('x-request-id', request.id)
      if (page !== null) await answerWithFile(page, request, reply)
      return page !== null
    },
  }
}

/**
 * What answers the requests of a build. It all comes out of the build, because the keys of a context and its class belong to the
 * router that the build was bundled with. Throws when the site's entry.server.tsx does not export it.
 */
export function handlerOf(build: ServerBuild, mode: 'production' | 'development', place: string): Handler {
  const { createLoadContext, createRequestHandler } = build.entry.module as unknown as Partial<SiteEntry>
  if (typeof createLoadContext !== 'function' || typeof createRequestHandler !== 'function')
    throw new Error(`${place}: entry.server.tsx must export createLoadContext and createRequestHandler`)
  const handle = createRequestHandler(build, mode)
  const redirect = prefixLanguage(build)
  return async (request, facts) => redirect(request) ?? handle(request, createLoadContext(facts))
}
