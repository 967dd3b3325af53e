import { expect, test } from 'vitest'
import { parseTask } from './parse-task.ts'
import { RefitFault } from './refit-fault.ts'

test('the ways to call it', () => {
  expect(parseTask(['--input', 'l.jsonl', '--out', 'w.json'])).toEqual({
    name: 'fit',
    source: { kind: 'file', path: 'l.jsonl' },
    out: 'w.json',
    folds: 5,
    spread: 1,
  })
  expect(parseTask(['--database', 'postgres://x', '--out', 'w.json', '--folds', '10', '--spread', '0.5'])).toEqual({
    name: 'fit',
    source: { kind: 'database', url: 'postgres://x' },
    out: 'w.json',
    folds: 10,
    spread: 0.5,
  })
  expect(parseTask(['--database', 'postgres://x', '--export', 'l.jsonl'])).toEqual({
    name: 'export',
    url: 'postgres://x',
    out: 'l.jsonl',
  })
  expect(parseTask(['--database', 'postgres://x', '--compare', '--days', '3'])).toEqual({
    name: 'compare',
    url: 'postgres://x',
    days: 3,
  })
  expect(parseTask(['--help'])).toBe('help')
})

test.for([
  [[], /--database or --input/u],
  [['--out', 'w.json'], /--database or --input/u],
  [['--database', 'x', '--input', 'y', '--out', 'w.json'], /--database or --input/u],
  [['--input', 'y'], /--out/u],
  [['--compare'], /--database URL/u],
  [['--export', 'l.jsonl'], /--database URL/u],
  [['--input', 'y', '--out', 'w', '--folds', '1'], /--folds/u],
  [['--input', 'y', '--out', 'w', '--folds', '2.5'], /--folds/u],
  [['--input', 'y', '--out', 'w', '--spread', '0'], /--spread/u],
  [['--input', 'y', '--out', 'w', '--spread', 'wide'], /--spread/u],
  [['--database', 'x', '--compare', '--days', '0'], /--days/u],
  [['--weights', 'x'], /--weights/u],
  [['stray'], /stray/u],
] as const)('%j is refused with a word about it', ([args, message]) => {
  expect(() => parseTask(args)).toThrow(RefitFault)
  expect(() => parseTask(args)).toThrow(message)
})
