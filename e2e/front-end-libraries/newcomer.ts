import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { tarballOf } from './pack.ts'
import { readFolder } from './read-folder.ts'
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
  readonly files: ReadonlyMap<string, Buffer>
  /** Lines added to what `npm create vite` made. */
  readonly added: number
  readonly createVite: string
}

/**
 * Walks a newcomer's way: `npm create vite` with React's template in an empty folder, the packages as they would be published, as few lines as
 * are needed, `npm run build`.
 */
export async function walkAsNewcomer(host: string, siteKey: string): Promise<Newcomer> {
  const folder = mkdtempSync(join(tmpdir(), 'newcomer-'))
  const project = join(folder, 'app')
  const creator = `${here}node_modules/create-vite`
  await runProgram(folder, ['node', `${creator}/index.js`, 'app', '--template', 'react', '--no-interactive'])
  await runProgram(project, [
    'npm',
    'install',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    ...['javascript', 'react'].map(tarballOf),
  ])
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
  const { version } = JSON.parse(readFileSync(`${creator}/package.json`, 'utf8'))
  return { files: readFolder(join(project, 'dist')), added: after.length - before.length, createVite: version }
}
