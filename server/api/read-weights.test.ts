import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readWeights } from './read-weights.ts'

const folder = await mkdtemp(join(tmpdir(), 'bollard-weights-'))
afterAll(() => rm(folder, { recursive: true }))
async function fileWith(text: string): Promise<string> {
  const path = join(folder, 'weights.json')
  await writeFile(path, text)
  return path
}

test('weights are read by code', async () => {
  expect(readWeights(await fileWith('{"webdriver":4.2,"coalesced-movement":-0.4}'))).toEqual({
    webdriver: 4.2,
    'coalesced-movement': -0.4,
  })
})

test.for(['', '{', '[]', '{"webdriver":"5"}', '{"webdriver":99}', '{"webdriver":null}'])(
  '%s is refused with the path',
  async (text) => {
    const path = await fileWith(text)
    expect(() => readWeights(path)).toThrow(path)
  },
)

test('a file that is not there is refused with the path', () => {
  expect(() => readWeights('/nowhere/weights.json')).toThrow('/nowhere/weights.json')
})
