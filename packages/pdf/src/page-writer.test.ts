import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { runsOf } from './fonts.ts'
import { createPageWriter } from './page-writer.ts'
import { unpackWoff } from './unpack-woff.ts'

test('Greek, Cyrillic, Polish and Czech names are shown, and what no font has is a question mark', () => {
  for (const name of ['Αθήνα Ελλάδα', 'Българска фирма', 'Łódź Příbram Żółć', 'Ångström & Söhne'])
    expect(
      runsOf(name, 'regular')
        .map(({ text }) => text)
        .join(''),
      name,
    ).toBe(name)
  expect(
    runsOf('株式', 'regular')
      .map(({ text }) => text)
      .join(''),
  ).toBe('??')
})

test('lines end at blanks and after hyphens, never between an amount and its currency', () => {
  const doc = new PDFDocument()
  const drawn: string[] = []
  doc.text = (text: string) => {
    drawn.push(text)
    return doc
  }
  const write = createPageWriter(doc)
  write.text('19 % auf 270.000,00\u00a0€', 0, 0, { width: 75 })
  write.text('991-33333TEST-33 und/oder', 0, 0, { width: 80 })
  expect(drawn).toEqual(['19 % auf', '270.000,00 €', '991-33333TEST-', '33 und/oder'])
})

test('only a WOFF file is unpacked', () => {
  expect(() => unpackWoff(Buffer.from('wOF2 is another format'))).toThrow(RangeError)
})
