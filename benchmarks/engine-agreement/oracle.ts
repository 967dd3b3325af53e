/**
 * What the engine proof costs somebody who runs a browser beside their script: one headless Chromium that only answers programs, two
 * for each token, by the processor time of its whole process tree. Linux only. The interpreter is the shipped one; that is all it takes.
 *   node benchmarks/engine-agreement/oracle.ts [--tokens 2000]
 */
import { readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { browserLaunchOptions } from '@bollard/testing'

const { values } = parseArgs({ options: { tokens: { type: 'string', default: '2000' } } })
const tokens = Number(values.tokens)
const source = readFileSync(new URL('../../packages/engine-proof/src/interpret.ts', import.meta.url), 'utf8')
const server = await chromium.launchServer(await browserLaunchOptions())
const browser = await chromium.connect(server.wsEndpoint())
const page = await browser.newPage()
await page.addScriptTag({
  type: 'module',
  content: `${stripTypeScriptTypes(source)}\nglobalThis.oracle = { interpret, openStage }`,
})
await page.waitForFunction('globalThis.oracle')
const answerTwo = `(async () => {
  const frame = await oracle.openStage(document.documentElement)
  for (let n = 0; n < COUNT; n++) oracle.interpret(frame.contentWindow, Math.imul(n + 1, 0x9e3779b1) >>> 0)
  frame.remove()
})()`
await page.evaluate(answerTwo.replace('COUNT', '200'))
const before = cpuMs(server.process().pid ?? 0)
await page.evaluate(answerTwo.replace('COUNT', String(2 * tokens)))
const spent = cpuMs(server.process().pid ?? 0) - before
console.log(`${tokens} tokens, ${(spent / tokens).toFixed(2)} ms of processor time each`)
await browser.close()
await server.close()

/** Processor time of a process and all below it, in milliseconds. */
function cpuMs(root: number): number {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/u.test(name) ? (statOf(Number(name)) ?? []) : []))
  const tree = new Set([root])
  for (let size = 0; size < tree.size;) {
    size = tree.size
    for (const { id, parent } of all) if (tree.has(parent)) tree.add(id)
  }
  return all.filter(({ id }) => tree.has(id)).reduce((sum, { ticks }) => sum + ticks * 10, 0)
}

function statOf(id: number): { id: number; parent: number; ticks: number } | null {
  try {
    const text = readFileSync(`/proc/${id}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { id, parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }
  } catch {
    return null
  }
}
