import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seededRandom } from '@bollard/testing'
import { expect, test } from 'vitest'
import { unifiedDiff } from './unified-diff.ts'

/** What a diff makes of a text, line by line as its numbers say. */
function applied(diff: string, before: string): string {
  const old = before.match(/[^\n]*\n|[^\n]+$/gu) ?? []
  const result: string[] = []
  let at = 0
  const lines = diff.split('\n').slice(2, -1)
  for (const [index, line] of lines.entries()) {
    const [, start = '', count = ''] = /^@@ -(\d+),(\d+) /u.exec(line) ?? []
    if (start !== '') {
      const from = Number(start) - (count === '0' ? 0 : 1)
      result.push(...old.slice(at, from))
      at = from
    } else if (!line.startsWith('\\')) {
      const text = line.slice(1) + (lines[index + 1]?.startsWith('\\') ? '' : '\n')
      if (line.startsWith('+')) result.push(text)
      else {
        expect(old[at]).toBe(text)
        if (line.startsWith(' ')) result.push(text)
        at++
      }
    }
  }
  return [...result, ...old.slice(at)].join('')
}

test('a diff says what becomes of the text, for any two texts', () => {
  const random = seededRandom('unified diff')
  const text = () => {
    const lines = Array.from({ length: Math.floor(random() * 12) }, () => 'abc'[Math.floor(random() * 3)] ?? '')
    return lines.join('\n') + (lines.length > 0 && random() < 0.7 ? '\n' : '')
  }
  for (let round = 0; round < 500; round++) {
    const [before, after] = [text(), text()]
    const diff = unifiedDiff('a', before, after)
    expect(diff === '').toBe(before === after)
    if (diff !== '') expect(applied(diff, before)).toBe(after)
  }
})

test('git takes it as a patch, of changed and of new files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bollard-diff-'))
  const before = Array.from({ length: 40 }, (_, line) => `line ${line}\n`).join('')
  const after = before.replace('line 3\n', 'three\n').replace('line 20\n', '').replace('line 35\n', 'line 35\nmore\n')
  writeFileSync(join(folder, 'a.txt'), before)
  const patch = unifiedDiff('a.txt', before, after) + unifiedDiff('new.txt', null, 'one\ntwo')
  execFileSync('git', ['apply', '-'], { cwd: folder, input: patch })
  expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe(after)
  expect(readFileSync(join(folder, 'new.txt'), 'utf8')).toBe('one\ntwo')
  expect(patch.match(/^@@/gmu)).toHaveLength(4)
  rmSync(folder, { recursive: true })
})

test('texts that have nothing in common are replaced as a whole, without much ado', () => {
  const lines = (letter: string) => Array.from({ length: 5_000 }, (_, line) => `${letter}${line}\n`).join('')
  expect(applied(unifiedDiff('a', lines('a'), lines('b')), lines('a'))).toBe(lines('b'))
})
