import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { colours } from './colours.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const tokens = read('../../../../packages/ui/src/tokens.css')
const token = (name: string) => new RegExp(`--${name}: (.*);`, 'u').exec(tokens)?.[1]
const endings = ['on-light', 'on-dark', 'one-colour']

/** Where the posts stand and how large they are, in any order. */
const posts = (drawing: string) =>
  [...drawing.matchAll(/<rect[^>]*? x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)" rx="(\d+)"/gu)]
    .map((match) => match.slice(1).join(' '))
    .toSorted()

test('the colours to take away are those of the pages', () => {
  const [amber, asphalt, paper, night] = colours.map(({ hex }) => hex)
  expect(token('amber')).toBe(amber)
  expect(token('ink')).toContain(`light-dark(${asphalt},`)
  expect(token('paper')).toBe(`light-dark(${paper}, ${night})`)
})

test('the files to take away have the posts of the logo in the header and of the icon', () => {
  const drawn = posts(read('../../../../packages/ui/src/logo.tsx'))
  expect(drawn).toHaveLength(3)
  expect(posts(read('../../../../packages/ui/src/favicon.svg'))).toEqual(drawn)
  for (const ending of endings)
    for (const shape of ['mark', 'logo'])
      expect(posts(read(`./files/bollard-${shape}-${ending}.svg`)), `${shape} ${ending}`).toEqual(drawn)
})

test('every drawing has a picture of the same proportions', () => {
  for (const ending of endings)
    for (const shape of ['mark', 'logo']) {
      const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/u.exec(read(`./files/bollard-${shape}-${ending}.svg`)) ?? []
      const picture = readFileSync(new URL(`./files/bollard-${shape}-${ending}.png`, import.meta.url))
      const ratio = picture.readUInt32BE(16) / picture.readUInt32BE(20)
      expect(ratio).toBeCloseTo(Number(width) / Number(height), 2)
    }
})
