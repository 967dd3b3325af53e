import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { createSolver } from '@bollard/proof-of-work'
import { chromiumHeaders, makeTestFolder } from '@bollard/testing'
import { reloadSignal } from '../supervise/running-record.ts'
import { websiteSite } from './kill-under-load.ts'
import {
  endOf,
  freePorts,
  type Part,
  type Product,
  program,
  programEnvironment,
  sparingWork,
  startProduct,
  stillRunning,
} from './start-product.ts'
import { visit } from './visit.ts'

/** What clients of a product noticed that was reloaded again and again. */
export interface ReloadedProduct {
  readonly requests: number
  /** Of them, those on a connection of their own. */
  readonly connections: number
  readonly visits: number
  /** Requests without an answer, or with another than always: what failed, and how often. */
  readonly failures: Readonly<Record<string, number>>
  /** From the command to its end, in milliseconds. */
  readonly reloadMs: readonly number[]
  /** What the command said to a release that cannot start, and whether all processes stayed. */
  readonly refused: { readonly code: number | string | null; readonly said: string; readonly stayed: boolean }
  /** Whether each reload put other processes in the place of both, and left the database alone. */
  readonly replaced: readonly boolean[]
  readonly said: string
  /** Processes that run on after the stop. */
  readonly leftRunning: readonly number[]
  readonly exitCode: number | string | null
}

const operator = JSON.stringify({
  legalName: 'Example Ltd',
  address: { street: '1 Example Street', postalCode: '10115', city: 'Berlin', countryCode: 'DE' },
  email: 'office@example.org',
  contact: { name: 'Ada', phone: '+49 30 123456', email: 'office@example.org' },
  vatId: 'DE123456789',
  registerNumber: 'HRB 1',
  bank: { accountHolder: 'Example Ltd', iban: 'DE02120300000000202051' },
})
const keptConnections = 6
const freshConnections = 2
/** Between two requests of one connection, and between two visits, where the times of the reloads are nobody's figures. */
const breathMs = 10
/** Longer than what most clients wait between two requests; the connection stays open meanwhile. */
const quietMs = 2_500

interface Kind {
  readonly name: string
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly status: number
}

/**
 * Starts a product and asks it without a pause, over kept connections and new ones, through the express lane, the API and the sites. Meanwhile
 * it is reloaded once with settings that cannot work, and `reloads` times in order; once `requests` are answered, too, it is stopped in the
 * middle of another reload. On the disk all is as in a real installation; in memory visitors are asked for little work and clients take a
 * breath, so that they leave the processors to the processes that start.
 */
export async function reloadUnderLoad({
  requests,
  reloads,
  signal,
  onDisk,
}: {
  requests: number
  reloads: number
  signal: AbortSignal
  onDisk: boolean
}): Promise<ReloadedProduct> {
  const folder = await makeTestFolder({ onDisk })
  const settings = { TRUSTED_PROXIES: '127.0.0.1', OPERATOR_FILE: join(folder.path, 'operator.json') }
  await writeFile(settings.OPERATOR_FILE, operator)
  const ports = await freePorts()
  const environment = { ...ports, ...settings, DATA_DIR: join(folder.path, 'data') }
  const product = await startProduct(ports, environment.DATA_DIR, {
    ...settings,
    ...(onDisk ? {} : { NODE_OPTIONS: sparingWork }),
  })
  try {
    const load = await startLoad(product, onDisk ? 0 : breathMs)
    const reloadMs: number[] = []
    const replaced: boolean[] = []
    const seen = new Set(partsOf(product))
    await writeFile(settings.OPERATOR_FILE, 'broken')
    const refused = { ...(await runReload(environment)), stayed: isDeepStrictEqual(new Set(partsOf(product)), seen) }
    await writeFile(settings.OPERATOR_FILE, operator)
    while (reloadMs.length < reloads) {
      signal.throwIfAborted()
      const [before, begun] = [pidsOf(product), performance.now()]
      const { code, said } = await runReload(environment)
      if (code !== 0) throw new Error(`The reload ended with ${code} and said:\n${said}\n${product.said()}`)
      reloadMs.push(Math.round(performance.now() - begun))
      const after = pidsOf(product)
      for (const pid of partsOf(product)) seen.add(pid)
      replaced.push(after.api !== before.api && after.sites !== before.sites && after.postmaster === before.postmaster)
    }
    while (load.count() < requests) {
      signal.throwIfAborted()
      await pause(100)
    }
    const noticed = await load.stop()
    const before = product.pidsOf('api')
    product.supervisor.kill(reloadSignal)
    while (product.pidsOf('api').every((pid) => before.includes(pid))) {
      signal.throwIfAborted()
      await pause(100)
    }
    for (const pid of partsOf(product)) seen.add(pid)
    product.supervisor.kill('SIGTERM')
    const exitCode = await endOf(product.supervisor)
    return {
      ...noticed,
      reloadMs,
      refused,
      replaced,
      said: product.said(),
      leftRunning: stillRunning([...seen]),
      exitCode,
    }
  } finally {
    product.supervisor.kill('SIGKILL')
    await endOf(product.supervisor)
    await folder.remove()
  }
}

/** Runs the command that reloads the product with these settings. */
export async function runReload(
  environment: Record<string, string>,
): Promise<{ code: number | string | null; said: string }> {
  const command = spawn(process.execPath, [program, 'reload'], {
    env: { ...programEnvironment, HOST: '127.0.0.1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: string[] = []
  for (const stream of [command.stdout, command.stderr]) stream.on('data', (data) => output.push(String(data)))
  return { code: await endOf(command), said: output.join('') }
}

/** The newest process of each part: one that it replaced may still drain. */
function pidsOf(product: Product): Partial<Record<Part, number>> {
  const parts = ['api', 'sites', 'postmaster'] as const
  return Object.fromEntries(parts.map((part) => [part, product.pidsOf(part).at(-1)]))
}

function partsOf(product: Product): number[] {
  return (['api', 'sites', 'postmaster'] as const).flatMap((part) => product.pidsOf(part))
}

async function startLoad(product: Product, waitMs: number) {
  const { siteKey, secretKey } = await websiteSite(product)
  const { apiUrl, websiteUrl } = product
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const kinds: Kind[] = [
    {
      name: 'start (express lane)',
      url: `${apiUrl}/captcha/v1/verifications`,
      method: 'POST',
      headers: { ...chromiumHeaders, origin: websiteUrl },
      body: JSON.stringify({ siteKey }),
      status: 201,
    },
    {
      name: 'siteverify',
      url: `${apiUrl}/captcha/v1/siteverify`,
      method: 'POST',
      headers: form,
      body: `secret=${secretKey}&response=none`,
      status: 200,
    },
    { name: 'unknown address', url: `${apiUrl}/nothing`, method: 'GET', headers: {}, status: 404 },
    { name: 'site', url: `${websiteUrl}/healthz`, method: 'GET', headers: {}, status: 200 },
  ]
  const failures: Record<string, number> = {}
  let [count, fresh, visits] = [0, 0, 0]
  let stopped = false
  const fail = (what: string) => (failures[what] = (failures[what] ?? 0) + 1)

  async function keepAsking(first: number, agent: Agent | false, waits: number): Promise<void> {
    for (let turn = first; !stopped; turn += 1) {
      const kind = kinds[turn % kinds.length]
      if (!kind) continue
      count += 1
      if (agent === false) fresh += 1
      const outcome = await ask(kind, agent, `198.18.${turn % 250}.${(turn >> 8) % 250}`)
      if (outcome !== String(kind.status)) fail(`${kind.name}: ${outcome}`)
      if (waits > 0) await pause(waits)
    }
    if (agent !== false) agent.destroy()
  }

  async function keepVisiting(): Promise<void> {
    const solver = await createSolver({ wasm: true })
    const visitor = { apiUrl, origin: websiteUrl, siteKey, secretKey, solver, mayAnswer: async () => {} }
    while (!stopped) {
      visits += 1
      const done = await visit({ ...visitor, address: `198.19.${visits % 250}.1` })
      if (!done || (done.token !== null && !done.redeemed)) fail('visit')
      await pause(waitMs)
    }
  }

  const keeping = () => new Agent({ keepAlive: true, maxSockets: 1 })
  const running = Promise.all([
    ...Array.from({ length: keptConnections }, (_, index) => keepAsking(index, keeping(), waitMs)),
    ...Array.from({ length: freshConnections }, (_, index) => keepAsking(index, false, waitMs)),
    ...kinds.map((_, index) => keepAsking(index, keeping(), quietMs)),
    keepVisiting(),
  ])
  return {
    count: () => count,
    async stop() {
      stopped = true
      await running
      return { requests: count, connections: fresh, visits, failures }
    },
  }
}

/** The status of the answer once all of it is there, or the code of the fault. */
function ask(kind: Kind, agent: Agent | false, address: string): Promise<string> {
  return new Promise((resolve) => {
    const asking = request(
      kind.url,
      { method: kind.method, agent, headers: { ...kind.headers, 'x-forwarded-for': address } },
      (response) => {
        response.on('end', () => resolve(String(response.statusCode)))
        response.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
        response.resume()
      },
    )
    asking.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    asking.end(kind.body)
  })
}
