import { relative } from 'node:path'
import type { Reporter, TestModule, Vitest } from 'vitest/node'

const root = new URL('..', import.meta.url).pathname

/** For `reporters` of vitest.config.ts: names at the end what could not be tried here, since a test that was skipped has shown nothing. */
export class SkippedTests implements Reporter {
  #isPart = false

  onInit({ config }: Vitest): void {
    // With `-t` all others are skipped.
    this.#isPart = config.testNamePattern !== undefined
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (this.#isPart) return
    const lines = modules.flatMap((module) =>
      [...module.children.allTests('skipped')].map((test) => {
        const result = test.result()
        const why = result.state === 'skipped' && result.note !== undefined ? ` (${result.note})` : ''
        return `  ${relative(root, module.moduleId)}: ${test.fullName}${why}`
      }),
    )
    if (lines.length > 0) console.log(`\nNot tried on this machine, and so not known to work:\n${lines.join('\n')}`)
  }
}
