/**
 * `npm run check`: everything that needs no database and no browser, in under a minute: format, lint, types, arrows, copies and what
 * nothing uses. `npm run format` repairs the first. Ends with 1 when anything is wrong.
 */
import { existsSync, readdirSync, readFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { capture, install, isMain, projectNode, root, runSteps } from './prepare.mjs'

export const checks = [
  ['Format', () => capture('oxfmt', ['--check'])],
  ['Lint', () => capture('oxlint', ['--quiet'])],
  ['Types', checkTypes],
  ['Arrows', () => capture(projectNode(), ['tools/check-arrows.mjs'])],
  ['Repetition', () => capture(projectNode(), ['tools/check-repetition.mjs'])],
  ['Unused', () => capture('knip', ['--config', 'tools/knip.js', '--no-config-hints'])],
]

/**
 * One pass over all projects; each remembers what it has seen, so that the next pass reads only what changed. Projects side by side
 * cost half of what several checkers of one project do, each of which works out for itself the types that the others did.
 */
async function checkTypes() {
  await Promise.all(readdirSync(join(root, 'sites')).map(typeRoutes))
  return capture('tsc', ['--build', 'tsconfig.json', '--checkers', '1', '--builders', '3'])
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
  process.exit((await runSteps(checks)) === 0 ? 0 : 1)
}
