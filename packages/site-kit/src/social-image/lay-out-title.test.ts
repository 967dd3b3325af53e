import { expect, test } from 'vitest'
import { layOutTitle } from './lay-out-title.ts'

/** Every letter is half as wide as the text is high. */
const widthOf = (text: string, size: number) => ([...text].length * size) / 2
const room = { width: 500, height: 200, leading: 1, sizes: [100, 80, 50, 40] }

test('a short title is as large as possible', () => {
  expect(layOutTitle('Wiki', widthOf, room)).toEqual({ size: 100, lines: ['Wiki'] })
})

test('a longer one becomes smaller until it fits, in lines of about the same length, and keeps what a protected blank joins', () => {
  expect(layOutTitle('one two three four five six', widthOf, room)).toEqual({
    size: 50,
    lines: ['one two three', 'four five six'],
  })
  expect(layOutTitle('It costs about 5\u00A0€', widthOf, room).lines).toEqual(['It costs', 'about 5\u00A0€'])
})

test('a word that fits at no size is cut, and a text that fits at no size ends with an ellipsis', () => {
  const { size, lines } = layOutTitle('Kundenzufriedenheitsumfragenformular', widthOf, room)
  expect({ size, lines }).toEqual({ size: 40, lines: ['Kundenzufriedenheitsumfr-', 'agenformular'] })
  const long = layOutTitle('word '.repeat(60), widthOf, room)
  expect(long.lines).toHaveLength(5)
  expect(long.lines.at(-1)).toMatch(/word…$/u)
  for (const line of long.lines) expect(widthOf(line, long.size)).toBeLessThanOrEqual(room.width)
})

test('a title without words is no lines', () => {
  expect(layOutTitle(' ', widthOf, room).lines).toEqual([])
})
