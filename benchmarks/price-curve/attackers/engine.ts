import { existsSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { browserLaunchOptions } from '@bollard/testing'
import { chromium } from '@playwright/test'
import { cpuOfTree } from './bare-chromium.ts'

/** Where a challenge names its programs: see `packages/proof-of-work/src/challenge.ts`. */
const at = { grammar: 107, first: 114, second: 118 } as const
const interpreter = new URL('../../../packages/engine-proof/src/interpret.ts', import.meta.url)

/** A browser engine that answers programs and does nothing else. */
export interface Engine {
  /** The answers to a challenge's programs; undefined where it asks for none. */
  answer(challenge: string): Promise<readonly number[] | undefined>
  /** The answers to programs of one's own choice. */
  compute(programs: readonly number[]): Promise<readonly number[]>
  /** Seconds of processor time of all its processes for each program so far. */
  cpuSecondsPerProgram(): Promise<number>
  stop(): Promise<void>
}

/**
 * One headless Chromium with a blank page and the interpreter that ships: twenty lines, which anybody who attacks can write too. Null
 * where the product asks for no programs.
 */
export async function startEngine(): Promise<Engine | null> {
  if (!existsSync(interpreter)) return null
  const server = await chromium.launchServer(await browserLaunchOptions())
  const { pid } = server.process()
  const browser = await chromium.connect(server.wsEndpoint())
  const page = await browser.newPage()
  const source = stripTypeScriptTypes(readFileSync(interpreter, 'utf8'))
  await page.addScriptTag({ content: `${source}; Object.assign(globalThis, { openStage, interpret })`, type: 'module' })
  await page.evaluate(`(async () => { globalThis.stage = await openStage(document.documentElement) })()`)
  const known = new Map<number, number>()
  const begun = pid === undefined ? 0 : await cpuOfTree(pid)
  let computed = 0
  async function compute(programs: readonly number[]): Promise<readonly number[]> {
    const wanted = programs.filter((program) => !known.has(program))
    if (wanted.length > 0) {
      const answers: number[] = await page.evaluate(
        `${JSON.stringify(wanted)}.map((program) => interpret(stage.contentWindow, program))`,
      )
      computed += wanted.length
      wanted.forEach((program, index) => known.set(program, answers[index] ?? 0))
    }
    return programs.map((program) => known.get(program) ?? 0)
  }
  return {
    compute,
    async answer(challenge) {
      const bytes = Buffer.from(challenge, 'base64url')
      if (bytes[at.grammar] === 0) return undefined
      return compute([bytes.readUInt32BE(at.first), bytes.readUInt32BE(at.second)])
    },
    async cpuSecondsPerProgram() {
      if (pid === undefined || computed === 0) return 0
      return ((await cpuOfTree(pid)) - begun) / computed
    },
    async stop() {
      await browser.close()
      await server.close()
    },
  }
}
