import { readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { expect, test } from 'vitest'
import { examples } from './testing/client-cases/examples.ts'
import { platforms } from './testing/client-cases/platforms.ts'

const clients = new URL('../client/', import.meta.url)
const names = platforms.map(({ name }) => name)
const read = (path: string) => readFileSync(new URL(path, clients), 'utf8')

test.each(names)('the README of %s repeats its examples word for word, and shows no other code', (name) => {
  const blocks = [...read(`${name}/README.md`).matchAll(/^```(\S*) ?(\S*)\n(.*?)^```$/gmsu)]
  expect(blocks.length).toBeGreaterThan(0)
  for (const [, language = '', file = '', code = ''] of blocks) {
    // A command line or a setting is no program.
    if (code.trimEnd().split('\n').length < 3 && file === '') continue
    expect(file, `the ${language} that begins with ${code.slice(0, 40)}`).toMatch(/^examples\//u)
    expect(partsOf(read(`${name}/${file}`))).toContain(code)
  }
})

test.each(names)('every example of %s is short and one that client/test-all runs or checks', (name) => {
  const folder = new URL(`${name}/examples/`, clients)
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name: file }) => `${parentPath}/${file}`.split(`/client/${name}/examples/`)[1] ?? '')
    .map((path) => path.replace(/^\/+/u, ''))
  const known = (examples[name] ?? []).map(({ file }) => file)
  // The program that runs the cases stands among Cargo's examples.
  expect(files.filter((file) => file !== 'run_cases.rs').toSorted()).toEqual(known.toSorted())
  for (const file of files.filter((one) => one !== 'run_cases.rs')) {
    const text = read(`${name}/examples/${file}`)
    expect(text.trimEnd().split('\n').length, file).toBeLessThanOrEqual(25)
    expect(text, file).toContain('#region verify')
    // Spring's, Ktor's and some others read it from their configuration.
    expect(text, file).toMatch(/captcha\.example\.org|host/iu)
    if (/\.m?[jt]s$/u.test(file)) expect(() => stripTypeScriptTypes(text), file).not.toThrow()
  }
})

/** A file as a whole, and each of its regions without the indentation that all of it has. */
function partsOf(text: string): string[] {
  const regions = [...text.matchAll(/^[^\n]*#region verify[^\n]*\n(.*?)^[^\n]*#endregion/gmsu)].map(([, part = '']) => {
    const lines = part.split('\n')
    const indents = lines.filter((line) => line.trim() !== '').map((line) => /^\s*/u.exec(line)?.[0].length ?? 0)
    const indent = Math.min(...indents)
    return lines.map((line) => line.slice(indent)).join('\n')
  })
  return [text, ...regions]
}
