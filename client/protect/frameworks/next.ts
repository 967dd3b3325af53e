import { equal, match, ok } from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import createNext from 'next'
import { buildPackage } from '../build.ts'
import { createProtection, type Protection } from '../src/index.ts'
import type { StartApplication } from '../src/testing/play-visits.ts'
import { allowed, startStandIn } from '../src/testing/start-stand-in.ts'

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const dir = path('next-site')
let server: Server | undefined

/** Next itself, in production, with the package as customers install it; it runs in this process, which gives it the protection of each visit. */
async function startNext(): Promise<Server> {
  const installed = path('next-site/node_modules/@bollard/protect')
  await rm(installed, { recursive: true, force: true })
  await buildPackage(`${installed}/dist`)
  await copyFile(path('../package.json'), `${installed}/package.json`)
  await promisify(execFile)(process.execPath, [path('node_modules/next/dist/bin/next'), 'build', dir], {
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
  })
  const next = createNext({ dev: false, dir, quiet: true })
  await next.prepare()
  const handle = next.getRequestHandler()
  const listening = createServer((request, response) => {
    // As a platform does; what a visitor has sent under this name is gone.
    request.headers['x-address-of-server'] = request.socket.remoteAddress ?? ''
    void handle(request, response)
  })
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  listening.once('close', () => void next.close())
  return listening
}

const portOf = (listening: Server) => (listening.address() as AddressInfo).port
const giveNext = (protection: Protection) => void Object.assign(globalThis, { protectionOfVisit: protection })

/** Route handlers, with the application of `playVisits`. */
export const startRoutes: StartApplication = async (protection) => {
  server ??= await startNext()
  giveNext(protection)
  return { port: portOf(server), stop: async () => {} }
}

/** What `protectAll` does in `proxy.js`, in front of pages that React renders. Answers how many visits there were. */
export async function playPages(): Promise<number> {
  const port = portOf((server ??= await startNext()))
  const service = await startStandIn()
  giveNext(createProtection({ secretKey: 'bsec_1', host: service.host, timeoutMs: 30_000 }))
  const at = (page: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}/pages${page}`, { headers })

  const passed = await at('', { 'x-address-of-server': '192.0.2.1' })
  equal(passed.status, 200)
  equal(passed.headers.get('bollard-decision'), allowed.id)
  equal(passed.headers.get('ratelimit'), '"api";r=4;t=60')
  match(await passed.text(), /<h1>hello<\/h1>/u)
  const asked = service.told.find(({ path }) => path.endsWith('/decisions'))?.body.request
  equal(asked?.path, '/pages')
  equal(asked?.address, '127.0.0.1')

  const skipped = await at('/files/logo')
  equal(skipped.headers.get('bollard-decision'), null)
  match(await skipped.text(), /hello/u)

  service.answer({ ...allowed, conclusion: 'DENY' })
  const denied = await at('')
  equal(denied.status, 403)
  ok(!(await denied.text()).includes('hello'))

  service.answer({ ...allowed, conclusion: 'CHALLENGE', challenge: { siteKey: 'bsk_1', percent: 400, ticket: 'a' } })
  const challenged = await at('', { accept: 'text/html' })
  equal(challenged.status, 403)
  match(await challenged.text(), /widget\.js/u)
  await service.stop()
  return 4
}

export async function stopNext(): Promise<void> {
  server?.close()
  server?.closeAllConnections()
}
