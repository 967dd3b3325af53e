import { seededBytes } from '@bollard/testing/seed'
import { gunzipSync, gzipSync } from 'node:zlib'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { type ExportPart, filesOf, toCsv, zipFiles } from './index.ts'

async function* files(parts: readonly ExportPart[]) {
  for (const part of parts) yield* filesOf(part)
}
const at = new Date('2026-03-01T10:20:30Z')
async function bytesOf(parts: readonly ExportPart[]): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of zipFiles(files(parts), at)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
async function zip(parts: readonly ExportPart[]): Promise<Record<string, Uint8Array>> {
  return unzipSync(await bytesOf(parts))
}
async function* stream(pieces: readonly (string | Uint8Array)[]) {
  yield* pieces
}

test('values, rows, bytes and streams come out of the file as they went in', async () => {
  const large = seededBytes('a file that does not compress')(700_000)
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

test('every file carries the time of the export, in front of it and in the list at the end', async () => {
  const bytes = await bytesOf([
    { path: 'a.json', content: {} },
    { path: 'b.gz', content: stream([gzipSync('b')]), isPacked: true },
  ])
  expect(timesIn(bytes, 'PK\u0003\u0004', 10)).toEqual([at, at])
  expect(timesIn(bytes, 'PK\u0001\u0002', 12)).toEqual([at, at])
})

/** The times behind each such mark: year, month, day, hour, minute and two seconds of local time (APPNOTE.TXT, 4.4.6). */
function timesIn(bytes: Buffer, mark: string, offset: number): Date[] {
  const times: Date[] = []
  for (let from = bytes.indexOf(mark); from >= 0; from = bytes.indexOf(mark, from + 1)) {
    const [time, date] = [bytes.readUInt16LE(from + offset), bytes.readUInt16LE(from + offset + 2)]
    const day = [1980 + (date >> 9), ((date >> 5) & 15) - 1, date & 31] as const
    times.push(new Date(...day, time >> 11, (time >> 5) & 63, (time & 31) * 2))
  }
  return times
}

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
