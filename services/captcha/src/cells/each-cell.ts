import { isDatabaseAway } from '@bollard/http'
import type { Cell } from './create-cell.ts'
import type { RepeatJob } from '../upkeep/background.ts'
import type { JoinedCells } from './join-cells.ts'

/** What concerns several cells. No statement does: each is asked by itself, and the answers are put together here. */
export interface EachCell {
  /** Asks all at once; rejects when one does not answer, since a part would be taken for the whole. */
  ask<Answer>(question: (cell: Cell) => Promise<Answer>): Promise<Answer[]>
  /** Asks all at once, for figures that others watch: that a cell is away, they are told elsewhere. Rejects where none answers. */
  askAnswering<Answer>(question: (cell: Cell) => Promise<Answer>): Promise<Answer[]>
  /** Asks those cells that some solutions are in, each for its own. Rejects likewise: usage that is missing would not be billed. */
  ofSolutions<Answer>(
    joined: Pick<JoinedCells, 'ofSolution'>,
    solutionIds: readonly string[],
    question: (cell: Cell, solutionIds: readonly string[]) => Promise<Answer>,
  ): Promise<Answer[]>
  /** Asks one cell; answers `otherwise` while it is away. Rejects for cell 0, without which nothing else could be told. */
  unlessAway<Answer>(cell: Cell, question: () => Promise<Answer>, otherwise: Answer): Promise<Answer>
  /** Does a job in all; what fails in one keeps it from no other. Rejects in the end where it failed in all, or in the only one. */
  run(job: (cell: Cell) => Promise<unknown>): Promise<void>
}

export function eachCell(cells: readonly Cell[], onError: (error: unknown) => void): EachCell {
  return {
    ask: (question) => Promise.all(cells.map((cell) => question(cell))),
    async askAnswering(question) {
      const asked = await Promise.allSettled(cells.map((cell) => question(cell)))
      const faults = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
      if (faults.length === cells.length) throw faults[0]
      for (const fault of faults) onError(fault)
      return asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    },
    async ofSolutions(joined, solutionIds, question) {
      const [only] = cells
      if (cells.length === 1 && only !== undefined) return [await question(only, solutionIds)]
      const parts = new Map<Cell, string[]>()
      const found = await Promise.all(solutionIds.map((id) => joined.ofSolution(id)))
      for (const [index, cell] of found.entries()) {
        const id = solutionIds[index] ?? ''
        const part = parts.get(cell)
        if (part === undefined) parts.set(cell, [id])
        else part.push(id)
      }
      return Promise.all([...parts].map(([cell, ids]) => question(cell, ids)))
    },
    async unlessAway(cell, question, otherwise) {
      try {
        return await question()
      } catch (error) {
        if (cell.number === 0 || !isDatabaseAway(error)) throw error
        onError(error)
        return otherwise
      }
    },
    async run(job) {
      const done = await Promise.allSettled(cells.map((cell) => job(cell)))
      const faults = done.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
      if (faults.length === cells.length) throw faults[0]
      for (const fault of faults) onError(fault)
    },
  }
}

/**
 * Has each job that operators watch and ask for done in every cell that registers it: one job for all of them. What fails in one keeps it from no other, and
 * the run fails where it failed in any, so that operators see it.
 */
export function repeatInEachCell(repeatJob: RepeatJob): RepeatJob {
  const runs = new Map<string, (() => Promise<unknown>)[]>()
  return ({ name, everyMs, run }) => {
    const known = runs.get(name)
    // A cell that was away at the start registers its own later.
    if (known !== undefined) return void known.push(run)
    const all = [run]
    runs.set(name, all)
    repeatJob({
      name,
      everyMs,
      async run() {
        const done = await Promise.allSettled(all.map((one) => one()))
        for (const one of done) if (one.status === 'rejected') throw one.reason
      },
    })
  }
}
