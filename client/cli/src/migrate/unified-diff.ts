type Step = { readonly kind: ' ' | '-' | '+'; readonly line: string }

const contextLines = 3
/** Beyond so many differing lines the middle is shown as replaced, which is right as well. */
const editsMax = 400

/** The difference of two texts as `diff -u` shows it; '' for none. */
export function unifiedDiff(path: string, before: string | null, after: string, context = contextLines): string {
  const steps = stepsOf(before === null ? [] : linesOf(before), linesOf(after))
  const changed = steps.flatMap(({ kind }, index) => (kind === ' ' ? [] : [index]))
  if (changed.length === 0) return ''
  const hunks: [number, number][] = []
  for (const index of changed) {
    const last = hunks.at(-1)
    const [from, to] = [Math.max(0, index - context), Math.min(steps.length, index + context + 1)]
    if (last && from <= last[1]) last[1] = to
    else hunks.push([from, to])
  }
  const head = `--- ${before === null ? '/dev/null' : `a/${path}`}\n+++ b/${path}\n`
  return head + hunks.map(([from, to]) => hunkOf(steps, from, to)).join('')
}

function hunkOf(steps: readonly Step[], from: number, to: number): string {
  const count = (kinds: string, list: readonly Step[]) => list.filter(({ kind }) => kinds.includes(kind)).length
  const earlier = steps.slice(0, from)
  const inside = steps.slice(from, to)
  const [olds, news] = [count(' -', inside), count(' +', inside)]
  const start = (kinds: string, length: number) => count(kinds, earlier) + (length === 0 ? 0 : 1)
  const head = `@@ -${start(' -', olds)},${olds} +${start(' +', news)},${news} @@\n`
  return (
    head +
    inside
      .map(
        ({ kind, line }) =>
          `${kind}${line}`.replace(/\r?\n?$/u, '\n') + (line.endsWith('\n') ? '' : '\\ No newline at end of file\n'),
      )
      .join('')
  )
}

/** With their ends, so that a file without a last newline differs from one with. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/gu) ?? []
}

function stepsOf(a: readonly string[], b: readonly string[]): Step[] {
  let head = 0
  while (head < a.length && head < b.length && a[head] === b[head]) head++
  let tail = 0
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++
  const same = (lines: readonly string[]): Step[] => lines.map((line) => ({ kind: ' ', line }))
  const middle = compare(a.slice(head, a.length - tail), b.slice(head, b.length - tail))
  return [...same(a.slice(0, head)), ...middle, ...same(a.slice(a.length - tail))]
}

/** The shortest way from one list to the other, by the furthest points that each number of edits reaches. */
function compare(a: readonly string[], b: readonly string[]): Step[] {
  const most = Math.min(a.length + b.length, editsMax)
  let reached = new Map<number, number>([[1, 0]])
  const history: Map<number, number>[] = []
  for (let edits = 0; edits <= most; edits++) {
    const next = new Map(reached)
    history.push(reached)
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const down = isDown(reached, diagonal, edits)
      let x = down ? (reached.get(diagonal + 1) ?? 0) : (reached.get(diagonal - 1) ?? 0) + 1
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x++
      next.set(diagonal, x)
      if (x >= a.length && x - diagonal >= b.length) return trace(a, b, history)
    }
    reached = next
  }
  return [...a.map((line): Step => ({ kind: '-', line })), ...b.map((line): Step => ({ kind: '+', line }))]
}

function isDown(reached: ReadonlyMap<number, number>, diagonal: number, edits: number): boolean {
  return (
    diagonal === -edits || (diagonal !== edits && (reached.get(diagonal - 1) ?? -1) < (reached.get(diagonal + 1) ?? -1))
  )
}

function trace(a: readonly string[], b: readonly string[], history: readonly ReadonlyMap<number, number>[]): Step[] {
  const steps: Step[] = []
  let [x, y] = [a.length, b.length]
  for (let edits = history.length - 1; edits >= 0; edits--) {
    const reached = history[edits] ?? new Map<number, number>()
    const diagonal = x - y
    const down = isDown(reached, diagonal, edits)
    const fromDiagonal = down ? diagonal + 1 : diagonal - 1
    const fromX = edits === 0 ? 0 : (reached.get(fromDiagonal) ?? 0)
    const fromY = edits === 0 ? 0 : fromX - fromDiagonal
    while (x > fromX && y > fromY && !(edits > 0 && x === fromX + (down ? 0 : 1) && y === fromY + (down ? 1 : 0))) {
      steps.push({ kind: ' ', line: a[--x] ?? '' })
      y--
    }
    if (edits === 0) break
    if (down) steps.push({ kind: '+', line: b[--y] ?? '' })
    else steps.push({ kind: '-', line: a[--x] ?? '' })
  }
  return steps.toReversed()
}
