import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contrastOf, designFaults, ownColours } from './widget-design-faults.ts'

test('contrast is what WCAG says it is', () => {
  expect(contrastOf('#000000', '#FFFFFF')).toBeCloseTo(21, 5)
  expect(contrastOf('#ffffff', '#000000')).toBeCloseTo(21, 5)
  expect(contrastOf('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

test('what the widget has by itself can be read', () => {
  expect(designFaults({})).toEqual([])
  expect(designFaults({ radius: 0, borderWidth: 4, light: {}, dark: {} })).toEqual([])
})

test('text that cannot be read on its ground is named, in the theme where it is', () => {
  const unreadable = [{ pointer: '/light/text', code: 'contrast-too-low' }]
  expect(designFaults({ light: { text: '#999999' } })).toEqual(unreadable)
  expect(designFaults({ light: { background: '#ffeecc', text: '#ffddaa' }, dark: { text: '#ffddaa' } })).toEqual(
    unreadable,
  )
  expect(designFaults({ light: { text: '#767676' } })).toEqual([])
})

test('a ground on which the own text cannot be read is named', () => {
  expect(designFaults({ light: { background: '#333333' }, dark: { background: '#dddddd' } })).toEqual([
    { pointer: '/light/background', code: 'contrast-too-low' },
    { pointer: '/dark/background', code: 'contrast-too-low' },
  ])
})

test('a box that nobody would see is named', () => {
  expect(designFaults({ dark: { boxBorder: '#222426' } })).toEqual([
    { pointer: '/dark/boxBorder', code: 'contrast-too-low' },
  ])
  expect(designFaults({ dark: { boxBorder: '#9a9b9f' } })).toEqual([])
})

test("the colours it compares with are those of the widget's own style sheet", () => {
  const sheet = readFileSync(new URL('../../../client/widget/src/view/widget.css', import.meta.url), 'utf8')
  const [light = '', dark = ''] = [/:host \{([^}]*)\}/u, /\.widget\.dark \{([^}]*)\}/u].map(
    (rule) => rule.exec(sheet)?.[1],
  )
  const longOf = (colour: string) => (colour.length === 4 ? colour.replaceAll(/[\da-f]/gu, '$&$&') : colour)
  for (const [theme, rule] of [
    ['light', light],
    ['dark', dark],
  ] as const) {
    const colourOf = (name: string) => longOf(new RegExp(`--${name}: (#[\\da-f]+);`, 'u').exec(rule)?.[1] ?? '')
    expect({ background: colourOf('surface'), text: colourOf('ink'), boxBorder: colourOf('ink-3') }).toEqual(
      ownColours[theme],
    )
  }
})
