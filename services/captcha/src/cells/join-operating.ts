import type { Queries } from '@bollard/database'
import type { Operating } from '../upkeep/operating.ts'
import type { Cell } from './create-cell.ts'
import type { EachCell } from './each-cell.ts'

type Measure = Awaited<ReturnType<Operating['measureRollups']>>
type Deliveries = Operating['webhooks']

/**
 * What operators see and do, over all cells. Figures are of those that answer: DatabaseDown fires for one that does not. Lists on which operators act are of
 * all, or refused.
 */
export function joinOperating(cells: readonly [Cell, ...Cell[]], each: EachCell): Operating {
  if (cells.length === 1) return cells[0].operating
  return {
    async listClusters(by, since, limit) {
      const rows = (await each.ask(({ operating }) => operating.listClusters(by, since, limit))).flat()
      const clusters = new Map<string, (typeof rows)[number]>()
      // A cell's rows begin with the most refused, so the first one with a name has its busiest solution.
      for (const row of rows.toSorted((one, other) => other.refused - one.refused)) {
        const known = clusters.get(row.value)
        clusters.set(
          row.value,
          known === undefined
            ? row
            : {
                ...known,
                solutions: known.solutions + row.solutions,
                verifications: known.verifications + row.verifications,
                refused: known.refused + row.refused,
              },
        )
      }
      return [...clusters.values()]
        .toSorted((one, other) => other.refused - one.refused || other.verifications - one.verifications)
        .slice(0, limit)
    },
    measureRollups: async () => together(await each.askAnswering(({ operating }) => operating.measureRollups())),
    async measureArchive() {
      const states = await each.askAnswering(({ operating }) => operating.measureArchive())
      const ran = states.flatMap(({ ranAt }) => ranAt ?? []).toSorted((one, other) => one.getTime() - other.getTime())
      return {
        // The one that is late is the one to look at.
        ranAt: ran[0] ?? null,
        waitingDays: states.reduce((sum, { waitingDays }) => sum + waitingDays, 0),
        oldestWaiting: states.flatMap(({ oldestWaiting }) => oldestWaiting ?? []).toSorted()[0] ?? null,
      }
    },
    async countFirstVerified(period) {
      const counts = await each.askAnswering(({ operating }) => operating.countFirstVerified(period))
      return Math.min(
        period.max,
        counts.reduce((sum, count) => sum + count, 0),
      )
    },
    alertMails: joinDeliveries(cells, each, ({ operating }) => operating.alertMails),
    webhooks: joinDeliveries(cells, each, ({ operating }) => operating.webhooks),
  }
}

function together(measures: readonly Measure[]): Measure {
  const sum = (field: 'depth' | 'retries' | 'deadLetters') => measures.reduce((total, one) => total + one[field], 0)
  return {
    depth: sum('depth'),
    oldestSeconds: Math.max(0, ...measures.map(({ oldestSeconds }) => oldestSeconds)),
    retries: sum('retries'),
    deadLetters: sum('deadLetters'),
  }
}

function joinDeliveries(cells: readonly [Cell, ...Cell[]], each: EachCell, of: (cell: Cell) => Deliveries): Deliveries {
  /**
   * Cell 0 in the operator's transaction, the others each in a statement of its own before it: no transaction spans two cells. Where the operator's
   * is undone afterwards, what was retried or dropped in another stays so, and the same call can be made again.
   */
  async function change(tx: Queries, act: (deliveries: Deliveries, db: Queries) => Promise<number>): Promise<number> {
    const [first, ...others] = cells
    const counts = await Promise.all(others.map((cell) => act(of(cell), cell.db)))
    return (await act(of(first), tx)) + counts.reduce((sum, count) => sum + count, 0)
  }
  return {
    measure: async () => together(await each.askAnswering((cell) => of(cell).measure())),
    deadLetters: {
      list: async (limit: number) =>
        (await each.ask((cell) => of(cell).deadLetters.list(limit)))
          .flat()
          .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
          .slice(0, limit),
      retry: (tx, ids) => change(tx, (deliveries, db) => deliveries.deadLetters.retry(db, ids)),
      drop: (tx, ids) => change(tx, (deliveries, db) => deliveries.deadLetters.drop(db, ids)),
    },
  }
}
