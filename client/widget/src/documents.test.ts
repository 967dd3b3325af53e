import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { attributes } from './attributes.ts'

const root = new URL('../../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const source = globSync('client/widget/src/**/*.{ts,css}', { cwd: root, exclude: (path) => path.endsWith('.test.ts') })
  .map(read)
  .join('\n')

/** The names in the first column of the tables of a chapter, counted from the top. */
function namesIn(document: string, chapter: number): string[] {
  const rows = document.split('\n## ')[chapter]?.matchAll(/^\| (`[^|]*`) \|/gmu) ?? []
  return [...rows].flatMap(([, cell = '']) => [...cell.matchAll(/`([\w-]+)(?:\(\))?`/gu)].map(([, name = '']) => name))
}

for (const language of ['en', 'de']) {
  const document = read(`content/${language}/docs/guides/widget.mdx`)

  test(`every attribute that the widget looks at is described, and none besides, ${language}`, () => {
    const named = namesIn(document, 2)
    expect(attributes.filter((attribute) => !named.includes(attribute))).toEqual([])
    // Those that are not looked at again when they change are read where they are needed, or are for the style sheet alone.
    const isRead = (name: string) => [`'${name}'`, `[${name}]`, `[${name}=`].some((text) => source.includes(text))
    expect(named.filter((name) => !isRead(name))).toEqual([])
  })

  test(`every property and method is described, and none besides, ${language}`, () => {
    const element = read('client/widget/src/element.ts')
    const own = [...element.matchAll(/^ {4}(?:async |get )?(\w+)\([^)]*\): /gmu)]
      .map(([, name = '']) => name)
      .filter((name) => !name.endsWith('Callback'))
    expect(namesIn(document, 3).toSorted()).toEqual([...new Set(own)].toSorted())
  })

  test(`every event is described, and none besides, ${language}`, () => {
    const told = [...new Set([...source.matchAll(/ports\.tell\('(\w+)'/gu)].map(([, name = '']) => `bollard-${name}`))]
    expect(namesIn(document, 4).toSorted()).toEqual(told.toSorted())
  })
}
