import { z } from 'zod'

/** What a restored database is compared with. Counted before and after the point that a restore test ends at. */
const facts = z.object({
  /** Rows by table. */
  counts: z.record(z.string(), z.int().nonnegative()),
  /** Sums of the roll-ups, as whole numbers in text. */
  rollups: z.record(z.string(), z.string().regex(/^\d+$/u)),
  /** Number and hash of the newest entry of each chain of the audit log: scope, id, number, hash. */
  heads: z.array(z.tuple([z.string(), z.string(), z.string().regex(/^\d+$/u), z.string().regex(/^[0-9a-f]*$/u)])),
})
export type Facts = z.infer<typeof facts>

const sha256 = z.string().regex(/^[0-9a-f]{64}$/u)
const moment = z.iso.datetime().transform((text) => new Date(text))

export const formatVersion = 1

/** Describes a backup. It is stored last, so a backup without one isn't whole. */
const described = z.object({
  format: z.literal(formatVersion),
  id: z.string().regex(/^\d{8}T\d{6}Z$/u),
  release: z.string(),
  postgres: z.object({ version: z.string(), major: z.string(), systemIdentifier: z.string().regex(/^\d+$/u) }),
  timeline: z.int().positive(),
  start: z.object({ lsn: z.string(), at: moment }),
  stop: z.object({ lsn: z.string(), at: moment }),
  /** The earliest moment that can be restored, and its name in the log. */
  point: z.object({ lsn: z.string(), at: moment, name: z.string() }),
  /** The archive in parts, in order: sealed, so that each can be verified without the key. */
  parts: z.array(z.object({ path: z.string(), bytes: z.int().positive(), sha256 })).min(1),
  files: z.array(z.object({ path: z.string(), bytes: z.int().nonnegative(), sha256 })).min(1),
  /** At the point: nothing less before it, nothing more after. */
  facts: z.object({ before: facts, after: facts }),
})
// Names come out of a file that somebody may have made, and are read and written by it.
export const manifestSchema = described
  .refine(({ id, parts }) => parts.every(({ path }, index) => path === partPath(id, index)), { path: ['parts'] })
  .refine(({ files }) => files.every(({ path }) => isInside(path)), { path: ['files'] })
export type Manifest = z.infer<typeof manifestSchema>

/** Of one part of a backup; an object store takes it in one call. */
export const partBytesMax = 32 * 1024 ** 2

/** Whether a name of an archive stays below the folder that it is unpacked into. */
export function isInside(path: string): boolean {
  return path !== '' && !path.startsWith('/') && !/[\\\0]/u.test(path) && !path.split('/').includes('..')
}

export function partPath(id: string, index: number): string {
  return `base/${id}/data-${String(index).padStart(5, '0')}`
}

export function manifestPath(id: string): string {
  return `base/${id}/manifest.zst.age`
}

/** Sortable, and what people read as a moment: `20260314T020000Z`. */
export function idOf(at: Date): string {
  return `${at.toISOString().slice(0, 19).replaceAll(/[-:]/gu, '')}Z`
}
