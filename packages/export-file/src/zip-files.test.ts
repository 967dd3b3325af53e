import { randomBytes } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { type ExportPart, filesOf, toCsv, zipFiles } from './index.ts'

async function* files(parts: readonly ExportPart[]) {
  for (const part of parts) yield* filesOf(part)
}
async function zip(parts: readonly ExportPart[]): Promise<Record<string, Uint8Array>> {
  const chunks: Buffer[] = []
  for await (const chunk of zipFiles(files(parts), new Date('2026-03-01T10:00:00Z'))) chunks.push(chunk)
  return unzipSync(Buffer.concat(chunks))
}
async function* stream(pieces: readonly (string | Uint8Array)[]) {
  yield* pieces
}

test('values, rows, bytes and streams come out of the file as they went in', async () => {
  const large = randomBytes(700_000)
  const found = await zip([
    { path: 'one.json', content: { a: 'ü' } },
    { path: 'rows.json', content: [{ a: 1 }, { b: '=2' }] },
    { path: 'none.json', content: [] },
    { path: 'table.csv', content: stream(['a,b\r\n', '1,2\r\n']) },
    { path: 'large.bin', content: large },
    { path: 'log.json.gz', content: stream([gzipSync('[]')]), isPacked: true },
  ])
  expect(Object.keys(found)).toEqual([
    'one.json',
    'rows.json',
    'rows.csv',
    'none.json',
    'table.csv',
    'large.bin',
    'log.json.gz',
  ])
  const text = (path: string) => strFromU8(found[path] ?? new Uint8Array())
  expect([JSON.parse(text('one.json')), text('none.json'), text('rows.csv'), text('table.csv')]).toEqual([
    { a: 'ü' },
    '[]\n',
    "a,b\r\n1,\r\n,'=2\r\n",
    'a,b\r\n1,2\r\n',
  ])
  expect(large.equals(found['large.bin'] ?? new Uint8Array())).toBe(true)
  expect(gunzipSync(found['log.json.gz'] ?? '').toString()).toBe('[]')
})

test('what fails while it is made breaks the file off', async () => {
  async function* failing(): AsyncGenerator<string> {
    yield 'a'
    throw new Error('gone')
  }
  await expect(zip([{ path: 'a.csv', content: failing() }])).rejects.toThrow('gone')
})

test('cells that a spreadsheet would take for a formula, quotes and line breaks do no harm, and numbers stay numbers', () => {
  expect(
    toCsv([
      { a: '=1+1', b: 'say "hi", twice\nor not' },
      { a: '-2', c: null, d: new Date('2026-03-01T00:00:00Z'), e: { x: 1 }, f: -2 },
    ]),
  ).toBe('a,b,c,d,e,f\r\n\'=1+1,"say ""hi"", twice\nor not",,,,\r\n\'-2,,,2026-03-01T00:00:00.000Z,"{""x"":1}",-2\r\n')
})
