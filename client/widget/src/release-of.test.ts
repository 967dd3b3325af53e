import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeTestFolder, type TestFolder } from '@bollard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { releaseOf } from '../release-of.ts'

let folder: TestFolder
beforeAll(async () => (folder = await makeTestFolder()))
afterAll(() => folder.remove())

/** A widget with a script, a language, and one of our packages. */
function widget(name: string, files: Readonly<Record<string, string>> = {}): string {
  const root = join(folder.path, name)
  const all = {
    'client/widget/package.json': '{ "version": "1.2.3", "dependencies": { "@bollard/work": "1.2.3", "other": "1" } }',
    'client/widget/build.ts': 'build()',
    'client/widget/src/widget.ts': 'one()\ntwo()\n',
    'client/widget/i18n/de.json': '{}',
    'packages/work/src/work.ts': 'work()',
    ...files,
  }
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return join(root, 'client/widget')
}

test('the same version and sources are the same release, wherever they lie and however their lines end', () => {
  const one = widget('one')
  const { release, layoutNumber } = releaseOf(one)
  expect(release).toBe(`1.2.3-${layoutNumber.toString(16).padStart(8, '0')}`)
  expect(release).toMatch(/^1\.2\.3-[0-9a-f]{8}$/u)
  cpSync(join(folder.path, 'one'), join(folder.path, 'two'), { recursive: true })
  expect(releaseOf(join(folder.path, 'two/client/widget'))).toEqual({ release, layoutNumber })
  expect(releaseOf(widget('windows', { 'client/widget/src/widget.ts': 'one()\r\ntwo()\r\n' })).release).toBe(release)
  expect(releaseOf(widget('tested', { 'client/widget/src/widget.test.ts': 'test()' })).release).toBe(release)
})

test.for([
  ['client/widget/src/widget.ts', 'one()'],
  ['client/widget/src/more.ts', ''],
  ['client/widget/i18n/de.json', '{ }'],
  ['client/widget/build.ts', 'build(2)'],
  ['packages/work/src/work.ts', 'work(2)'],
] as const)('another %s is another release', ([path, text]) => {
  expect(releaseOf(widget(`changed ${path.replaceAll('/', ' ')}`, { [path]: text })).layoutNumber).not.toBe(
    releaseOf(widget('as it was')).layoutNumber,
  )
})

test('another version is another release', () => {
  const one = widget('versions')
  expect(releaseOf(one, '1.2.4').layoutNumber).not.toBe(releaseOf(one).layoutNumber)
})
