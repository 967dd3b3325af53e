import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Packed } from './pack.ts'
import { runProgram } from './run-program.ts'

const here = fileURLToPath(new URL('.', import.meta.url))

/** What a newcomer adds, after the import: a form with a captcha. */
const addedLines = (host: string, siteKey: string) => [
  '<form method="post" action="/contact">',
  '  <label>E-mail <input name="email" /></label>',
  `  <BollardCaptcha host="${host}" siteKey="${siteKey}" />`,
  '  <button>Send</button>',
  '</form>',
]

export interface Newcomer {
  /** The built site: contents by path. */
  readonly files: ReadonlyMap<string, string>
  /** Lines added to what `npm create vite` made. */
  readonly added: number
  readonly createVite: string
}

/**
 * Walks a newcomer's way: `npm create vite` with React's template in an empty folder, the packages as they would be published, as few lines as
 * are needed, `npm run build`.
 */
export async function walkAsNewcomer(packed: readonly Packed[], host: string, siteKey: string): Promise<Newcomer> {
  const folder = mkdtempSync(join(tmpdir(), 'newcomer-'))
  const project = join(folder, 'app')
  const creator = `${here}node_modules/create-vite`
  await runProgram(folder, ['node', `${creator}/index.js`, 'app', '--template', 'react', '--no-interactive'])
  const tarballs = packed.filter(({ name }) => /\/(?:javascript|react)$/u.test(name)).map(({ tarball }) => tarball)
  await runProgram(project, ['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', ...tarballs])
  const before = readFileSync(join(project, 'src/App.jsx'), 'utf8').split('\n')
  const at = before.findIndex((line) => /^\s*<>\s*$/u.test(line))
  if (at < 0) throw new Error(`The template has no place for a form:\n${before.join('\n')}`)
  const lines = addedLines(host, siteKey)
  const after = [
    "import { BollardCaptcha } from '@bollard/react'",
    ...before.slice(0, at + 1),
    ...lines,
    ...before.slice(at + 1),
  ]
  writeFileSync(join(project, 'src/App.jsx'), after.join('\n'))
  await runProgram(project, ['npm', 'run', 'build'])
  const dist = join(project, 'dist')
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:html|js|css)$/u.test(entry.name))
    .map((entry): [string, string] => {
      const path = join(entry.parentPath, entry.name)
      return [path.slice(dist.length + 1), readFileSync(path, 'utf8')]
    })
  const { version } = JSON.parse(readFileSync(`${creator}/package.json`, 'utf8'))
  return { files: new Map(files), added: after.length - before.length, createVite: version }
}
