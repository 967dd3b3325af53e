import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ownNames } from './own-names.ts'

const text = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const withoutComments = (source: string) => source.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gmu, '')

test('no short name stands for a name of the browser', () => {
  const require = createRequire(createRequire(import.meta.url).resolve('typescript/package.json'))
  const platform = readFileSync(
    join(
      dirname(require.resolve(`@typescript/typescript-${process.platform}-${process.arch}/package.json`)),
      'lib/lib.dom.d.ts',
    ),
    'utf8',
  )
  expect(platform).toContain('getCoalescedEvents(')
  // Files, media, printed pages and container queries have these too, and the widget meets none of them.
  const farOff = ['kind', 'stalled', 'waiting', 'page', 'container']
  expect(
    ownNames.filter(
      (name) =>
        !farOff.includes(name) && new RegExp(`^\\s+(?:readonly |get |set )?"?${name}"?[?]?[:(<]`, 'mu').test(platform),
    ),
  ).toEqual([])
})

test('no short name stands for what goes to the service, to the worker, or to the script for owners', () => {
  const borders = [
    'src/api/call-api.ts',
    'src/verification/start-of.ts',
    'src/frame/protocol.ts',
    'src/collector/describe-navigator.ts',
    'i18n/en.json',
    ...globSync('src/owner/*.ts', {
      cwd: new URL('..', import.meta.url),
      exclude: (path) => path.endsWith('.test.ts'),
    }),
  ].map((path) => withoutComments(text(path)))
  const named = ownNames.filter((name) =>
    borders.some((source) => new RegExp(`(?:\\b${name}\\??:|[{,] ${name}\\b|\\.${name}\\b)`, 'u').test(source)),
  )
  // The failure of a call stays in the widget, though it is made where the service is called.
  expect(named.filter((name) => !['problem', 'outage'].includes(name))).toEqual([])
})
