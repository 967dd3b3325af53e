import { gunzipSync } from 'node:zlib'
import { seededBytes } from '@bollard/testing/seed'
import { expect, test } from 'vitest'
import { checksum, gzipFile, gzipFrameBytes, packPart, unpackPart } from './gzip-parts.ts'

async function* each<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values
}

test.for([
  [[]],
  [['a']],
  [['x'.repeat(100_000), '', 'y'.repeat(3), seededBytes('an export')(70_000).toString('base64')]],
] as const)('parts that were packed apart are one gzip file, and each can be read alone', async ([texts]) => {
  const whole = Buffer.from(texts.join(''))
  const parts = await Promise.all(texts.map((text) => packPart(Buffer.from(text))))
  let crc = 0
  for (const text of texts) crc = checksum(Buffer.from(text), crc)
  const file: Buffer[] = []
  for await (const piece of gzipFile(each(parts), { crc, bytes: whole.length })) file.push(piece)
  expect(Buffer.concat(file).length).toBe(parts.reduce((sum, part) => sum + part.length, gzipFrameBytes))
  expect(gunzipSync(Buffer.concat(file)).equals(whole)).toBe(true)
  for (const [index, part] of parts.entries()) expect((await unpackPart(part)).toString()).toBe(texts[index])
})
