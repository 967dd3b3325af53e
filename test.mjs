import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { build, install, projectNode, root, run } from './server/prepare.mjs'

/** In this order: what fails fast comes first. */
const sites = ['website', 'identity', 'dashboard']
const browserTests = 'e2e/playwright.config.ts'

const steps = [
  ['Types', () => run('tsc', ['-p', 'tsconfig.json'])],
  ...sites
    .filter((site) => existsSync(join(root, 'sites', site, 'tsconfig.json')))
    .map((site) => [`Types of the ${site} site`, () => checkSite(site)]),
  ['Lint', () => run('oxlint', ['--quiet'])],
  ['Arrows', () => run(projectNode(), ['check-arrows.mjs'])],
  ['Tests', () => run('vitest', ['run'])],
  ...(existsSync(join(root, browserTests))
    ? [['Browser tests', () => run('playwright', ['test', '-c', browserTests])]]
    : []),
]

await install()
await build()
let failed = 0
for (const [title, step] of steps) {
  console.log(`\n── ${title}`)
  await step().catch((error) => {
    console.error(error.message)
    failed += 1
  })
}
console.log(`\n${steps.length - failed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

async function checkSite(site) {
  const cwd = join(root, 'sites', site)
  await run(projectNode(), [join(root, 'node_modules/.bin/react-router'), 'typegen'], { cwd })
  await run('tsc', ['--noEmit'], { cwd })
}
