import { dueLocks } from './lock/due-locks.ts'
import { type DueContext, dueDeletions } from './solution/due-deletions.ts'
import { dueEnds } from './solution/due-ends.ts'
import { dueExports, type ExportContext } from './solution/due-exports.ts'

/**
 * Does what time brings: ends what was cancelled, makes the exports that were asked for with a deletion, opens locks, erases what was
 * deleted 30 days ago. Answers how many things it did. It may run in several processes at once and be killed anywhere: each thing is done once, and what is half done goes on
 * with the next run. What fails keeps nothing else from being done, and is thrown at the end.
 */
export async function runDue(
  context: DueContext & ExportContext & Parameters<typeof dueLocks>[0],
  now: Date,
): Promise<number> {
  const errors: unknown[] = []
  let done = 0
  for (const find of [dueEnds, dueExports, dueLocks, dueDeletions]) {
    const works = await find(context, now).catch((error: unknown) => {
      errors.push(error)
      return []
    })
    for (const work of works) {
      try {
        done += await work()
      } catch (error) {
        errors.push(error)
      }
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} things that were due failed`)
  return done
}
