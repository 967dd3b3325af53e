/**
 * What offline knowledge about addresses costs: time to load, memory, time per lookup of addresses that were never asked before.
 * Absolute figures; the packages that could be compared either lack the kind of network or have a licence that forbids shipping them.
 * Run: node_modules/.bin/node --expose-gc benchmarks/network-data/run.ts
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { openNetworkData } from '@bollard/network-data'

const addressesPerRound = 500_000
const rounds = 7

const before = await keptMemory()
const started = performance.now()
const data = openNetworkData()
const loadMilliseconds = performance.now() - started
const memoryBytes = (await keptMemory()) - before

const byte = () => Math.floor(Math.random() * 256)
const group = () => Math.floor(Math.random() * 0x1_0000).toString(16)
const workloads = {
  IPv4: () => `${1 + (byte() % 223)}.${byte()}.${byte()}.${byte()}`,
  // The first groups of most assigned prefixes, so that the search ends among real ranges.
  IPv6: () => `${(0x2a00 + (byte() & 0x0f)).toString(16)}:${group()}:${group()}:${group()}::${group()}`,
  'IPv4-mapped': () => `::ffff:${byte()}.${byte()}.${byte()}.${byte()}`,
}

const result = {
  measuredOn: new Date().toISOString(),
  asOf: data.asOf,
  loadMilliseconds: Math.round(loadMilliseconds),
  memoryBytes,
  nanosecondsPerLookup: Object.fromEntries(Object.entries(workloads).map(([name, next]) => [name, measure(next)])),
}
const folder = new URL('../results/', import.meta.url)
mkdirSync(folder, { recursive: true })
writeFileSync(new URL('network-data.json', folder), `${JSON.stringify(result, null, 2)}\n`)
console.log(`load ${result.loadMilliseconds} ms, memory ${(memoryBytes / 1e6).toFixed(1)} MB`)
for (const [name, nanoseconds] of Object.entries(result.nanosecondsPerLookup))
  console.log(`${name}: ${nanoseconds} ns per lookup`)

/** Median over rounds, each with new addresses made outside the measured time. */
function measure(next: () => string): number {
  const times: number[] = []
  let known = 0
  for (let round = 0; round < rounds; round += 1) {
    // Through bytes, because joined strings are only made flat when they are first read.
    const addresses = Array.from({ length: addressesPerRound }, () => Buffer.from(next()).toString('latin1'))
    const start = performance.now()
    for (const address of addresses) if (data.lookup(address).asn !== 0) known += 1
    times.push(((performance.now() - start) * 1e6) / addressesPerRound)
  }
  if (known === 0) throw new Error('No address was known: nothing was measured')
  return Math.round(times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0)
}

/** What the process keeps after collections: heap, and typed arrays beside it, which are freed a moment after they are found unused. */
async function keptMemory(): Promise<number> {
  if (globalThis.gc === undefined) throw new Error('Run with --expose-gc')
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc()
    await setTimeout(100)
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
