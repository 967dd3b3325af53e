import type { Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { ServerBuild } from 'react-router'
import { createServer } from 'vite'
import { handlerOf, type PageSource } from './built-pages.ts'

const packages = fileURLToPath(new URL('../../..', import.meta.url))
const dependencies = fileURLToPath(new URL('../../../../node_modules', import.meta.url))

/** Pages made of a site's sources by Vite, which tells open pages of every change through the same port. */
export async function openSourcePages(directory: string, server: Server): Promise<PageSource> {
  const vite = await createServer({
    root: directory,
    appType: 'custom',
    logLevel: 'warn',
    server: {
      middlewareMode: true,
      hmr: { server },
      // Vite's own choice is the whole repository, and with it the folder in which the product keeps its secrets.
      fs: { allow: [directory, packages, dependencies] },
    },
  })
  return {
    async answer(request, facts) {
      try {
        const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild
        return await handlerOf(build, 'development', directory)(request, facts)
      } catch (error) {
        if (error instanceof Error) vite.ssrFixStacktrace(error)
        console.error(error)
        throw error
      }
    },
    answerWithFile: (request, reply) =>
      new Promise<boolean>((resolve) => {
        reply.raw.once('finish', () => {
          reply.hijack()
          resolve(true)
        })
        vite.middlewares(request.raw, reply.raw, () => resolve(false))
      }),
    close: () => vite.close(),
  }
}
