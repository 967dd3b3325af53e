import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'

export interface Speed {
  readonly path: string
  readonly pagesPerSecond: number
  /** CPU of the process that serves the pages. */
  readonly cpuMsPerPage: number
  readonly p99Ms: number
  /** CPU of a page that nobody has asked for before, so that it is rendered. */
  readonly renderCpuMs: number
}

const seconds = 3
const connections = 32
const renderings = 40

/** Asks for a page as fast as it comes, compressed; `pid` is the process that serves it. Rejects where an answer is anything but the page. */
export async function measureSpeed(origin: string, path: string, pid: number): Promise<Speed> {
  const address = `${origin}${path}`
  const beforeRendering = cpuMs(pid)
  // A page with a query is never kept.
  for (let index = 0; index < renderings; index += 1) await (await fetch(`${address}?once=${index}`)).text()
  const renderCpuMs = (cpuMs(pid) - beforeRendering) / renderings
  await (await fetch(address)).text()
  const before = cpuMs(pid)
  const run = await autocannon({
    url: address,
    connections,
    duration: seconds,
    headers: { 'accept-encoding': 'gzip, deflate, br' },
  })
  const used = cpuMs(pid) - before
  if (run.non2xx > 0 || run.errors > 0)
    throw new Error(`${address}: ${run.non2xx} answers and ${run.errors} errors were no page`)
  return {
    path,
    pagesPerSecond: Math.round(run.requests.average),
    cpuMsPerPage: round(used / run.requests.total),
    p99Ms: run.latency.p99,
    renderCpuMs: round(renderCpuMs),
  }
}

/** CPU time of a process with all its threads, in steps of 10 ms. Throws where there is no /proc. */
function cpuMs(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name in brackets may hold spaces; what follows it does not.
  const [user = 0, system = 0] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return (user + system) * 10
}

const round = (value: number): number => Math.round(value * 1000) / 1000
