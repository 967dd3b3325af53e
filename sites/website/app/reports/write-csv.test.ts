import { expect, test } from 'vitest'
import { writeCsv } from './write-csv.ts'

test('a row is a line, numbers are as they are, and nothing is an empty cell', () => {
  expect(writeCsv([{ what: 'a bot', score: 0.5, half: null }])).toBe('what,score,half\r\na bot,0.5,\r\n')
})

test('commas, quotes and line breaks stay inside their cell', () => {
  expect(writeCsv([{ text: 'says "yes", twice\nand goes' }])).toBe('text\r\n"says ""yes"", twice\nand goes"\r\n')
})

test('a text never becomes a formula', () => {
  expect(writeCsv([{ text: '=1+1' }, { text: '@sum' }])).toBe("text\r\n'=1+1\r\n'@sum\r\n")
})
