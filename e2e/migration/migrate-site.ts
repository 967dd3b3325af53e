import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Change } from './read-diffs.ts'

/** Stands in the guides for the address of the reader's own Bollard. */
const placeholder = 'https://captcha.example.org'

/**
 * Copies a site of before into a folder and makes the changes there, with the address of our API in place of the one in the
 * guide. Refuses a change whose line is not there, or there twice. Returns the lines of the result that were not there before.
 */
export async function migrateSite(
  name: string,
  changes: readonly Change[],
  { folder, api }: { folder: string; api: string },
): Promise<string[]> {
  const before = fileURLToPath(new URL(`./before/${name}/`, import.meta.url))
  await cp(before, folder, { recursive: true })
  for (const { file, before: old, after } of changes) {
    const lines = await linesOf(folder, file)
    const places = lines.flatMap((line, index) => (line === old ? [index] : []))
    const [place] = places
    if (place === undefined || places.length > 1)
      throw new Error(`${name}/${file} has ${places.length} times the line: ${old}`)
    await writeFile(
      join(folder, file),
      lines.toSpliced(place, 1, ...after.map((line) => line.replace(placeholder, api))).join('\n'),
    )
  }
  const both = await Promise.all(
    ['index.html', 'server.mjs'].map(async (file) =>
      newLines(await linesOf(before, file), await linesOf(folder, file)),
    ),
  )
  return both.flat()
}

const linesOf = async (folder: string, file: string) => (await readFile(join(folder, file), 'utf8')).split('\n')

function newLines(before: readonly string[], after: readonly string[]): string[] {
  const left = [...before]
  return after.filter((line) => {
    const place = left.indexOf(line)
    if (place >= 0) left.splice(place, 1)
    return place < 0
  })
}
