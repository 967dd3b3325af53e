import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { generateRows } from './generate-rows.ts'

const root = join(import.meta.dirname, '../..')

test('the row types in the source are those of the migrated schema', { timeout: 120_000 }, async () => {
  const files = await generateRows(root)
  expect(files.size).toBeGreaterThan(5)
  for (const [path, text] of files) {
    const kept = existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : ''
    expect(kept === text, `${path} is not what the schema and the statements say: run \`npm run rows\``).toBe(true)
  }
})
