import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { endOf, freePorts, startProduct } from './testing/start-product.ts'

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bollard-run-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  return join(folder, 'data')
}

const status = async (url: string) => (await fetch(url)).status

function stillRunning(pids: (number | undefined)[]): number[] {
  return pids.filter((pid) => pid !== undefined).filter((pid) => spawnSync('kill', ['-0', String(pid)]).status === 0)
}

test(
  'it starts, serves, refuses a second start, and ends without leaving anything running',
  { timeout: 120_000 },
  async () => {
    const dataDirectory = await temporaryFolder()
    const ports = await freePorts()
    const product = await startProduct(ports, dataDirectory)
    onTestFinished(() => void product.supervisor.kill('SIGKILL'))

    expect(await status(`${product.metricsUrl}/livez`)).toBe(200)
    expect(await status(`${product.metricsUrl}/readyz`)).toBe(200)
    expect(await (await fetch(`${product.metricsUrl}/metrics`)).text()).toContain(
      'process_cpu_seconds_total{process="sites"}',
    )
    expect(await (await fetch(`${product.apiUrl}/openapi.json`)).json()).toMatchObject({ openapi: '3.1.1' })
    expect(await status(`${product.apiUrl}/widget.js`)).toBe(200)
    expect(await status(`${product.apiUrl}/nothing`)).toBe(404)
    for (const port of [ports.WEBSITE_PORT, ports.IDENTITY_PORT, ports.DASHBOARD_PORT])
      expect(await status(`http://127.0.0.1:${port}/healthz`)).toBe(200)
    expect(product.said()).toMatch(/\/en\/first-admin\?token=\S{20,}/u)

    await expect(startProduct(await freePorts(), dataDirectory)).rejects.toThrow('Bollard already runs')
    expect(await status(`${product.metricsUrl}/readyz`)).toBe(200)

    const api = product.pidOf('api') ?? 0
    process.kill(api, 'SIGSTOP')
    const stuck = await fetch(`${product.metricsUrl}/readyz`)
    process.kill(api, 'SIGCONT')
    expect([stuck.status, await stuck.text()]).toEqual([503, 'api is not ready\n'])
    await expect.poll(() => status(`${product.metricsUrl}/readyz`)).toBe(200)

    const pids = [api, product.pidOf('postmaster')]
    product.supervisor.kill('SIGTERM')
    expect(await endOf(product.supervisor)).toBe(0)
    expect(stillRunning(pids)).toEqual([])
  },
)

test('killing the process that started it ends all of it', { timeout: 120_000 }, async () => {
  const dataDirectory = await temporaryFolder()
  const starter = `import { spawn } from 'node:child_process'
    spawn(process.execPath, [${JSON.stringify(fileURLToPath(new URL('main.ts', import.meta.url)))}], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', starter], {
    env: { PATH: process.env.PATH ?? '', HOST: '127.0.0.1', DATA_DIR: dataDirectory, ...(await freePorts()) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output: string[] = []
  await new Promise<void>((resolve) =>
    parent.stdout.on(
      'data',
      (data) => (output.push(String(data)), output.join('').includes('Bollard runs.') && resolve()),
    ),
  )
  parent.kill('SIGKILL')
  // The pipe to its output closes when the last process that inherited it has ended.
  await new Promise((resolve) => parent.once('close', resolve))
  expect(output.join('')).toContain('Bollard stops.')
})
