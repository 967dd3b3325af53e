import { z } from 'zod'
import { type Result, summarise } from './report.ts'
import { readJson, updateJson } from './update-json.ts'

/** What is said of a run beside its results. */
export interface AboutRun {
  readonly measuredAt: string
  readonly seed: string
  readonly machine: {
    readonly cpu: string
    readonly cores: number
    readonly chromium: number | null
    readonly node: string
  }
  readonly stepUpFrom: number
}

export interface Run {
  /** Whether this visitor's result is there already; one that broke itself has none. */
  has(id: string): boolean
  /** Of its detail the first line; what follows are stacks with the paths of one machine. */
  add(result: Result): Promise<void>
  /** All results, also those of other processes that write into the same file. */
  results(): readonly Result[]
}

interface RunOptions {
  /** Go on with the run that lies in the file, instead of beginning anew. */
  readonly resume: boolean
  readonly about: AboutRun
}

const stored = z.object({ seed: z.string(), results: z.array(z.custom<Result>()) })

/**
 * Keeps the results of a run, and writes them after each visit into a file (null: into none), so that a run that was cut
 * short goes on where it stood, and several processes share one run.
 */
export async function createRun(path: string | null, { resume, about }: RunOptions): Promise<Run> {
  let results: readonly Result[] = resume && path !== null ? resultsOf(await readJson(path), about) : []
  const reportOf = () => ({
    ...about,
    summary: summarise(results, about.stepUpFrom),
    results: results.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  })
  if (path !== null && !resume) await updateJson(path, reportOf)
  return {
    has: (id) => results.some((result) => result.id === id && result.decision !== 'BROKEN'),
    add: async (visit) => {
      const result = { ...visit, detail: visit.detail?.split('\n', 1)[0] ?? null }
      const withIt = (others: readonly Result[]) => [...others.filter(({ id }) => id !== result.id), result]
      if (path === null) results = withIt(results)
      else
        await updateJson(path, (before) => {
          results = withIt(resultsOf(before, about))
          return reportOf()
        })
    },
    results: () => results,
  }
}

/** The results in a file of the same run. Throws for those of another seed, whose visitors were drawn otherwise. */
function resultsOf(file: unknown, { seed }: AboutRun): readonly Result[] {
  if (file === null) return []
  const before = stored.parse(file)
  if (before.results.length > 0 && before.seed !== seed)
    throw new Error(`The results there are of seed ${before.seed}: name it, or begin anew without --resume`)
  return before.results
}
