/**
 * Whether people can sign in while sixty parallel sign-ins flood the service: per flood twenty sign-ins of browsers that are known
 * to their account and twenty of others with a captcha, one every half second, at the cost that hashes have in use, over a
 * socket. Fewer than 19 of 20 within two seconds fail the run. The captcha is a stand-in that takes any token: what is measured is
 * the way from the submitted form to its answer. Attackers run in a process of their own, on the same machine.
 * Run on a machine that does nothing else: node_modules/.bin/node benchmarks/sign-in/flood.ts
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '@bollard/database'
import { startTestDatabase } from '@bollard/testing'
import { startFloodedService } from './start-flooded-service.ts'

const [people, allowedMs, needed] = [20, 2000, 19]
const floods = [
  { name: 'one /48', networks: 'SITE', captchaToken: null },
  { name: 'sixty operators', networks: 'ALL', captchaToken: null },
  { name: 'one /48, each with a captcha', networks: 'SITE', captchaToken: 'solved' },
] as const

const loadBefore = round(loadavg()[0] ?? Number.NaN)
const server = await startTestDatabase({ alone: true })
const results = []
let failed = false
try {
  for (const flood of [null, ...floods]) {
    const db = openDatabase({ connectionString: await server.createDatabase() })
    const service = await startFloodedService(db, people)
    const delay = monitorEventLoopDelay({ resolution: 5 })
    const attacker = flood && fork(new URL('attack.ts', import.meta.url), attackerArguments(service.url, flood))
    const told = attacker && once(attacker, 'message')
    // Until the attack is under way.
    await pause(attacker ? 3000 : 0)
    delay.enable()
    const known = []
    const unknown = []
    for (let index = 0; index < people; index += 1) {
      known.push(service.signIn(index, { isKnown: true }))
      await pause(500)
      unknown.push(service.signIn(index, { isKnown: false }))
      await pause(500)
    }
    const [ofKnown, ofUnknown] = [await Promise.all(known), await Promise.all(unknown)]
    delay.disable()
    attacker?.send('over')
    const result = {
      flood: flood?.name ?? 'none',
      known: figuresOf(ofKnown),
      unknown: figuresOf(ofUnknown),
      eventLoopP99Ms: round(delay.percentile(99) / 1e6),
      attackersGot: told ? ((await told)[0] as Record<string, number>) : {},
    }
    if (Math.min(result.known.inTime, result.unknown.inTime) < needed) failed = true
    console.dir(result, { depth: null })
    results.push(result)
    await service.stop()
    await db.close()
  }
} finally {
  await server.stop()
}
const folder = new URL('../results/', import.meta.url)
mkdirSync(folder, { recursive: true })
const machine = { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, node: process.version, loadBefore }
const result = { measuredAt: new Date().toISOString(), machine, people, allowedMs, needed, results }
writeFileSync(new URL('sign-in-flood.json', folder), `${JSON.stringify(result, null, 2)}\n`)
if (failed) process.exitCode = 1

function attackerArguments(url: string, { networks, captchaToken }: (typeof floods)[number]): string[] {
  return [url, networks, ...(captchaToken === null ? [] : [captchaToken])]
}

function figuresOf(answers: readonly { ms: number; status: number }[]) {
  const times = answers.map(({ ms }) => ms).toSorted((a, b) => a - b)
  return {
    inTime: answers.filter(({ ms, status }) => status === 201 && ms <= allowedMs).length,
    medianMs: round(times[Math.floor(times.length / 2)] ?? Number.NaN),
    slowestMs: round(times.at(-1) ?? Number.NaN),
    refused: answers.filter(({ status }) => status !== 201).length,
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
