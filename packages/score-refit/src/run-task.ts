import { writeFile } from 'node:fs/promises'
import { compareDecisions } from './compare-decisions.ts'
import { crossValidate } from './cross-validate.ts'
import { fitWeights } from './fit-weights.ts'
import { gatherPatterns, type Labelled } from './labelled.ts'
import { readLabelled, writeLabelled } from './labelled-file.ts'
import { measure } from './measure.ts'
import type { Source, Task } from './parse-task.ts'
import { readLabelledFrom, readScored } from './read-database.ts'
import { RefitFault } from './refit-fault.ts'
import { describeComparison, describeFit } from './report.ts'

/** With fewer of either kind the rates at the bars would be guesses: 0 wrong among 200 still allows 1.9 %. */
export const labelledMin = 200

/** Does what was asked for and says what came out. Throws a RefitFault when it cannot. */
export async function runTask(task: Task, say: (text: string) => void): Promise<void> {
  switch (task.name) {
    case 'export': {
      const labelled = await readLabelledFrom(task.url)
      await write(task.out, () => writeLabelled(task.out, labelled))
      return say(`${labelled.reduce((sum, { n }) => sum + n, 0)} labelled verifications are in ${task.out}.`)
    }
    case 'compare':
      return say(describeComparison(compareDecisions(await readScored(task.url, task.days)), task.days))
    case 'fit':
      return fit(task, say)
    default:
      return task satisfies never
  }
}

async function fit(
  { source, out, folds, spread }: Extract<Task, { name: 'fit' }>,
  say: (text: string) => void,
): Promise<void> {
  const { patterns, people, bots, outdated } = gatherPatterns(await readFrom(source))
  if (people < labelledMin || bots < labelledMin)
    throw new RefitFault(
      `${people} people and ${bots} bots are labelled; at least ${labelledMin} of each are needed. Nothing was fitted, today's weights stay.`,
    )
  const { weights } = fitWeights(patterns, { spread })
  const judged = crossValidate(patterns, { folds, spread })
  const [today, fitted] = [measure(judged.today), measure(judged.fitted)]
  say(describeFit({ people, bots, patterns: patterns.length, outdated, folds, today, fitted, weights }))
  if (fitted.logLoss >= today.logLoss)
    throw new RefitFault(
      "On verifications that they were not fitted to, the new weights are no better than today's. Nothing was written.",
    )
  const rounded = Object.fromEntries(
    Object.entries(weights).map(([code, weight]) => [code, Math.round(weight * 1000) / 1000]),
  )
  await write(out, () => writeFile(out, `${JSON.stringify(rounded, null, 2)}\n`))
  say(`\nThe new weights are in ${out}. Let them run beside today's first: SHADOW_WEIGHTS=${out}`)
}

function readFrom(source: Source): Promise<Labelled[]> {
  return source.kind === 'file' ? readLabelled(source.path) : readLabelledFrom(source.url)
}

async function write(path: string, work: () => Promise<void>): Promise<void> {
  await work().catch((error: Error) => {
    throw new RefitFault(`${path} cannot be written: ${error.message}`)
  })
}
