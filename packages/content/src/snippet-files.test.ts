import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { closeHighlighter } from './highlight.ts'
import { readSnippetFile } from './snippet-files.ts'

const root = mkdtempSync(join(tmpdir(), 'snippet-files-'))
afterAll(async () => {
  rmSync(root, { recursive: true })
  await closeHighlighter()
})

test('a file is shown as a whole and by region, without the marks, with classes in place of colours', async () => {
  writeFileSync(join(root, 'form.mjs'), 'const a = 1\n  // #region verify\n  verify("<b>")\n  // #endregion\n')
  const { file, whole, regions } = await readSnippetFile(root, 'form.mjs')
  expect(file).toBe('form.mjs')
  expect(whole.code).toBe('const a = 1\n  verify("<b>")')
  expect(regions['verify']?.code).toBe('verify("<b>")')
  expect(regions['verify']?.html).toMatch(/^<span class="line">.*&lt;b&gt;.*<\/span>$/u)
  expect(regions['verify']?.html).not.toContain('style')
})

test('a region without an end is an error, and so is a file that does not exist', async () => {
  writeFileSync(join(root, 'open.mjs'), '// #region verify\nverify()\n')
  await expect(readSnippetFile(root, 'open.mjs')).rejects.toThrow('no region "verify" with an end')
  await expect(readSnippetFile(root, 'none.mjs')).rejects.toThrow('none.mjs')
})
