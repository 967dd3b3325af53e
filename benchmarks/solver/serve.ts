import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'

const root = new URL('../../', import.meta.url)
/** An address is a path from the root of the repository, so that imports mean the same in the browser; only these are served. */
const served =
  /^(\/strict)?\/((?:packages\/proof-of-work\/src|benchmarks\/(?:solver|equix)\/page|node_modules\/altcha\/dist\/workers|node_modules\/@cap\.js\/wasm\/browser)\/[\w/-]+\.(js|ts|wasm))$/u

/**
 * Serves the solvers on a free port of 127.0.0.1, TypeScript with its types taken out. What lies
 * under `/strict` comes with the policy `script-src 'self'`. An empty page answers everything else.
 */
export async function startSolverServer(): Promise<{ origin: string; stop(): Promise<void> }> {
  const server = createServer(async ({ url = '/' }, response) => {
    const [, strict, path, extension] = served.exec(url) ?? []
    if (strict) response.setHeader('content-security-policy', "script-src 'self'")
    if (!path) return void response.setHeader('content-type', 'text/html').end('<!doctype html><title>Solver</title>')
    const file = await readFile(new URL(path, root))
    response.setHeader('content-type', extension === 'wasm' ? 'application/wasm' : 'text/javascript')
    response.end(extension === 'ts' ? stripTypeScriptTypes(file.toString()) : file)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    origin: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
