import { readFileSync } from 'node:fs'

/** A line that a guide wants changed, and what comes in its place. */
export interface Change {
  readonly file: string
  readonly before: string
  readonly after: readonly string[]
}

const fence = /^```diff (\S+)\n(.*?)^```$/gmsu

/**
 * The diffs of a migration guide, by the name behind ` ```diff `: per file, every line that goes with those that come in its place.
 */
export function readDiffs(guide: URL): ReadonlyMap<string, readonly Change[]> {
  return new Map(
    [...readFileSync(guide, 'utf8').matchAll(fence)].map(([, name = '', diff = '']) => [
      name,
      changesOf(name, diff.trimEnd().split('\n')),
    ]),
  )
}

function changesOf(name: string, lines: readonly string[]): Change[] {
  const changes: (Change & { after: string[] })[] = []
  let file = ''
  for (const line of lines) {
    const last = changes.at(-1)
    if (line.startsWith('--- ') || line.startsWith('+++ ')) file = line.slice(4)
    else if (line.startsWith('-') && file !== '') changes.push({ file, before: line.slice(1), after: [] })
    else if (line.startsWith('+') && last?.file === file) last.after.push(line.slice(1))
    else throw new Error(`The diff "${name}" has a line that takes the place of none: ${line}`)
  }
  return changes
}
