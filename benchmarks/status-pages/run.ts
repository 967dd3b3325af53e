/**
 * What a public status page costs with 10, 100 and 1,000 components and 90 days of posts: CPU of the site's process
 * for a page that is rendered anew, as each version is once in each language, and for one from memory, both
 * compressed, and what a first visit carries. Exits with 1 where a page of 100 components from memory takes more than
 * 5 ms of CPU, or more than 60 kB with everything that it loads. The sites must be built.
 * Run: node_modules/.bin/node benchmarks/status-pages/run.ts
 */
import { fork } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'

const counts = [10, 100, 1_000] as const
const rounds = { warm: 20, anew: 20, kept: 400 }
const limits = { components: 100, cpuMs: 5, bytes: 60_000 }

const child = fork(fileURLToPath(new URL('serve.ts', import.meta.url)), counts.map(String), {
  env: { ...process.env, NODE_ENV: 'production' },
})
const hear = <Said>() =>
  new Promise<Said>((resolve, reject) => {
    child.once('message', (said) => resolve(said as Said))
    child.once('exit', (code) => reject(new Error(`The site ended (${code})`)))
  })
const { url } = await hear<{ url: string }>()

const pages = []
for (const components of counts) {
  const path = `/shop-${components}`
  // A query that changes nothing is never kept.
  await ask(`${path}?anew`, rounds.warm)
  const anewMs = await cpuMsOf(`${path}?anew`, rounds.anew)
  const keptMs = await cpuMsOf(path, rounds.kept)
  const { bytes, text } = await read(path)
  const files = new Set([...text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/gu)].map(([, file = '']) => file))
  const others = await Promise.all([...files].map(async (file) => (await read(file)).bytes))
  const total = others.reduce((sum, one) => sum + one, bytes)
  pages.push({ components, anewMs: round(anewMs), keptMs: round(keptMs), pageBytes: bytes, firstVisitBytes: total })
}
child.disconnect()

const machine = { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, node: process.version }
const result = { measuredAt: new Date().toISOString(), machine, days: 90, rounds, pages }
const folder = new URL('../results/', import.meta.url)
mkdirSync(folder, { recursive: true })
writeFileSync(new URL('status-pages.json', folder), `${JSON.stringify(result, null, 2)}\n`)
console.log(JSON.stringify(result, null, 2))
const judged = pages.find(({ components }) => components === limits.components)
if (!judged || judged.keptMs > limits.cpuMs || judged.firstVisitBytes > limits.bytes) process.exitCode = 1

/** CPU of the site's process for one page, in milliseconds: the mean of so many. */
async function cpuMsOf(path: string, count: number): Promise<number> {
  const before = await usage()
  await ask(path, count)
  return ((await usage()) - before) / 1_000 / count
}

/** Microseconds of CPU that the process has used. */
async function usage(): Promise<number> {
  const said = hear<{ cpuMicroseconds: number }>()
  child.send('usage')
  return (await said).cpuMicroseconds
}

async function ask(path: string, count: number): Promise<void> {
  for (let done = 0; done < count; done += 1) await receive(path, 'br')
}

/** Bytes on the wire, and what they say. */
async function read(path: string): Promise<{ bytes: number; text: string }> {
  return { bytes: (await receive(path, 'br')).length, text: String(await receive(path, 'identity')) }
}

function receive(path: string, encoding: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    get(url + path, { headers: { 'accept-encoding': encoding } }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => void parts.push(part))
      response.once('end', () => resolve(Buffer.concat(parts)))
    }).once('error', reject)
  })
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000
}
