import { createHash } from 'node:crypto'
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { outsideScript } from '../bots/outside-script.ts'
import type { Result } from '../report.ts'
import { readJson, updateJson } from '../update-json.ts'
import { botClasses, type Visitor } from '../visitor.ts'

const sealSchema = z.object({
  class: z.enum(botClasses),
  /** Unseen until somebody mends a check after its miss. */
  half: z.enum(['unseen', 'seen']),
  describe: z.string(),
  sha256: z.string(),
  addedAt: z.string(),
  /** What the service decided when it ran for the first time; never replaced. */
  firstRun: z
    .object({
      at: z.string(),
      decision: z.enum(['PASSED', 'FLAGGED', 'REFUSED', 'NONE']),
      score: z.number().nullable(),
    })
    .nullable(),
})
const sealsSchema = z.record(z.string(), sealSchema)
export type Seal = z.infer<typeof sealSchema>
type Seals = z.infer<typeof sealsSchema>

const ownFolder = fileURLToPath(new URL('.', import.meta.url))

interface NewBot {
  /** Where the script lies. */
  readonly path: string
  readonly id: string
  readonly class: string
  readonly describe: string
}

/**
 * Takes a script into the lab: copies it here and writes down its hash. One that has not run yet may be replaced; one that
 * has run may not. Throws for a name or a class that cannot be.
 */
export async function seal({ path, id, class: botClass, describe }: NewBot, folder = ownFolder): Promise<void> {
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/u.test(id))
    throw new Error(`"${id}" is no name: lower case letters, digits, hyphens`)
  const known = botClasses.find((name) => name === botClass)
  if (known === undefined) throw new Error(`There is no class "${botClass}"; there are ${botClasses.join(', ')}`)
  const place = scriptOf(folder, id)
  const sha256 = hashOf(await readFile(path))
  const earlier = (await readSeals(folder))[id]
  if (earlier?.firstRun && earlier.sha256 !== sha256)
    throw new Error(`${id} has run and is sealed: give the new one a new name`)
  if (resolve(path) !== place) await copyFile(path, place)
  await changeSeals(folder, (seals) => ({
    ...seals,
    [id]:
      earlier?.sha256 === sha256
        ? earlier
        : {
            class: known,
            half: 'unseen',
            describe,
            sha256,
            addedAt: new Date().toISOString(),
            firstRun: null,
          },
  }))
}

/** The scripts of this folder as visitors. Throws when one is not what was sealed. */
export async function sealedBots(folder = ownFolder): Promise<Visitor[]> {
  const seals = await readSeals(folder)
  return Promise.all(
    Object.entries(seals).map(async ([id, { class: botClass, half, describe, sha256 }]) => {
      const path = scriptOf(folder, id)
      if (hashOf(await readFile(path)) !== sha256) throw new Error(`${basename(path)} was changed after it was sealed`)
      return outsideScript({ id, class: botClass, half, describe, path })
    }),
  )
}

/** Writes down how a sealed bot fared, if this was its first run and it came to its end. */
export async function noteFirstRun(
  { id, decision, score }: Pick<Result, 'id' | 'decision' | 'score'>,
  at: string,
  folder = ownFolder,
): Promise<void> {
  if (decision === 'BROKEN') return
  const { [id]: sealed } = await readSeals(folder)
  if (sealed === undefined || sealed.firstRun !== null) return
  await changeSeals(folder, (seals) => ({ ...seals, [id]: { ...sealed, firstRun: { at, decision, score } } }))
}

export async function readSeals(folder = ownFolder): Promise<Seals> {
  return sealsSchema.parse((await readJson(sealsOf(folder))) ?? {})
}

/** Replaces the seals, and the table of them that people read. */
async function changeSeals(folder: string, change: (seals: Seals) => Seals): Promise<void> {
  await updateJson(sealsOf(folder), (before) => change(sealsSchema.parse(before ?? {})))
  await writeFile(resolve(folder, 'README.md'), tableOf(await readSeals(folder)))
}

/** Who was sealed, and what became of each when it ran for the first time. */
export function tableOf(seals: Seals): string {
  const rows = Object.entries(seals)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, { class: botClass, half, describe, sha256, addedAt, firstRun }]) => {
      const fared = firstRun === null ? 'not run yet' : firstRun.decision
      const score = firstRun?.score?.toFixed(2) ?? ''
      return `| ${id} | ${botClass} | ${half} | ${describe.replaceAll('|', '\\|')} | ${addedAt.slice(0, 10)} | ${fared} | ${score} | \`${sha256.slice(0, 12)}\` |`
    })
  return [
    '# Bots written without sight of the checks',
    '',
    'Their authors had the address of the form and the documentation of their libraries. Each was sealed by its hash when it was',
    'added, and its first run stays recorded here, whatever came later. The lab refuses to run a changed script.',
    'This table is written by `run.ts`; [the README of the lab](../README.md) says how to add a bot.',
    '',
    '| id | class | half | what it is | added | first run | score | SHA-256 |',
    '| --- | --- | --- | --- | --- | --- | --: | --- |',
    ...rows,
    '',
  ].join('\n')
}

function sealsOf(folder: string): string {
  return resolve(folder, 'seals.json')
}

function scriptOf(folder: string, id: string): string {
  return resolve(folder, `${id}.mjs`)
}

function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
