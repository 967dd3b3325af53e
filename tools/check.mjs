/**
 * `npm run check`: everything that needs no database and no browser: format, lint, types, arrows, copies and what
 * nothing uses. `npm run format` repairs the first. Ends with 1 when anything is wrong.
 */
import { existsSync, readdirSync, readFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { begin, capture, install, isMain, projectNode, root, runSteps } from './prepare.mjs'

/**
 * Begins what takes longest, and answers all checks to be run in turn: most of them use one core. Projects of types side by side cost
 * half of what several checkers of one project do, each of which works out for itself the types that the others did; each remembers
 * what it has seen, so that the next pass reads only what changed.
 */
export function beginChecks() {
  const routes = begin(() => Promise.all(readdirSync(join(root, 'sites')).map(typeRoutes)))
  const types = begin(() =>
    routes().then(() =>
      capture('tsc', ['--build', 'tsconfig.json', '--checkers', '1', '--builders', '3'], { env: collectorOfGo() }),
    ),
  )
  return [
    ['Format', () => capture('oxfmt', ['--check'])],
    // Without types: rules that ask for them cost more than all else here. The nightly run has one (0131).
    ['Lint', () => capture('oxlint', ['--quiet'])],
    ['Arrows', () => capture(projectNode(), ['tools/check-arrows.mjs'])],
    ['Repetition', () => capture(projectNode(), ['tools/check-repetition.mjs'])],
    ['Unused', () => capture('knip', ['--config', 'tools/knip.js', '--no-config-hints'])],
    ['Types', types],
  ]
}

/**
 * The compiler is a program in Go, and a fifth of its work is collecting garbage; collecting less often takes 6.4 GB instead of 5 (0142). So
 * only where there is room for it and for the builds beside it, also for a container with a limit, and where nobody has set it.
 */
function collectorOfGo() {
  const memory = Math.min(totalmem(), process.constrainedMemory?.() || Infinity)
  return process.env.GOGC === undefined && memory >= 12 * 2 ** 30 ? { GOGC: '400' } : {}
}

/** Writes the types of a site's routes (`./+types/…`), which follow from the table of its routes alone. */
async function typeRoutes(site) {
  const cwd = join(root, 'sites', site)
  const table = join(cwd, 'app/routes.ts')
  if (!existsSync(table)) return
  const stamp = join(root, '.build', `routes-of-${site}.hash`)
  const wanted = createHash('sha256').update(readFileSync(table)).digest('hex')
  const types = join(cwd, '.react-router/types')
  if (existsSync(types) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  await capture(projectNode(), [join(root, 'node_modules/.bin/react-router'), 'typegen'], { cwd })
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
}

if (isMain(import.meta.url)) {
  await install()
  process.exit((await runSteps(beginChecks())) === 0 ? 0 : 1)
}
