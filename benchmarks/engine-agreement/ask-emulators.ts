import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { interpret, type StageWindow } from '../../packages/engine-proof/src/interpret.ts'
import type { Result } from './result.ts'

/** Where the packages of the emulators lie: those of the bot lab unless `EMULATORS` names others. */
const folder = process.env['EMULATORS'] ?? new URL('../bot-lab/', import.meta.url).pathname

/**
 * What programs that imitate a browser answer, as they come and with the one thing mended that none of them has: style sheets made by
 * script. Those that are not installed are left out.
 */
export async function askEmulators(reference: readonly number[], count: number): Promise<Result['emulators']> {
  const results: Result['emulators'] = []
  for (const [name, open] of Object.entries(emulators)) {
    const window = await open().catch(() => null)
    if (window === null) continue
    mendSheets(window)
    let right = 0
    for (let n = 0; n < count; n++) {
      try {
        if (interpret(window, Math.imul(n + 1, 0x9e3779b1) >>> 0) === reference[n]) right++
      } catch {
        // No answer is no right answer.
      }
    }
    results.push({ name, programs: count, right })
  }
  return results
}

const emulators: Readonly<Record<string, () => Promise<StageWindow>>> = {
  async jsdom() {
    const { JSDOM } = await load('jsdom')
    return new JSDOM('<!doctype html><body>').window
  },
  async 'happy-dom'() {
    const { Window } = await load('happy-dom')
    return new Window({ width: 800, height: 600 })
  },
}

// oxlint-disable-next-line typescript/no-explicit-any -- packages that this project does not have
async function load(name: string): Promise<any> {
  const path = createRequire(pathToFileURL(`${folder}/`)).resolve(name)
  return import(pathToFileURL(path).href)
}

function mendSheets(window: StageWindow): void {
  const { document } = window
  const element = document.head.appendChild(document.createElement('style'))
  class Sheet {
    replaceSync(text: string): void {
      element.textContent = text
    }
  }
  Reflect.set(window, 'CSSStyleSheet', Sheet)
  Reflect.defineProperty(document, 'adoptedStyleSheets', { value: [], writable: true })
  // A layout that is nowhere: the first box alone is where it must be, so that the rest is asked for.
  const { prototype } = window.HTMLElement
  Reflect.set(prototype, 'getBoundingClientRect', () => ({ left: 0, top: 0, width: 600, height: 20 }))
}
